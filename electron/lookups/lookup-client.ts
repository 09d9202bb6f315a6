import type { Lookup } from '../../shared/contract/lookup-answers.ts';
import { type Problem, fail, ok, type Result, ProblemError } from '../../shared/contract/problem.ts';
import { checkRequest, type SendableRequest } from '../../shared/service/check-request.ts';
import { endpointOf, isEndpointNumber } from '../../shared/service/endpoints.ts';
import { fillFromSettings, type RequestParts, type RequestSettings } from '../../shared/service/fill-from-settings.ts';
import { readReply } from '../../shared/service/read-reply.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import type { Client } from '../delivery/service/client.ts';
import type { NoAnswerCause } from '../delivery/service/exchange.ts';
import { exactJson, plainText } from '../delivery/service/read-json.ts';
import { sendableOf } from '../delivery/service/request.ts';
import { judgeRead, type ReadVerdict } from '../delivery/service/verdict.ts';
import { extendRetryAfter } from '../delivery/sync/backoff.ts';
import type { Clock, Random } from '../platform/clock.ts';
import type { Timer } from '../platform/timer.ts';

/** Gap between two requests of one list a person waits for, and between two of the watch list (ms). */
const gaps = { person: 250, watch: 2000 } as const;
export type LookupCaller = keyof typeof gaps;

const slowest = 64;
const firstHoldMs = 5000;
const longestHoldMs = 300_000;
/** Upper limit for a Retry-After (ms). */
const longestAskedMs = 3_600_000;

/**
 * Throttles lookups independently of the outbox: a 429 holds all of them for its Retry-After, and each failure doubles
 * the gaps until successes halve them again.
 */
export class LookupThrottle {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #random: Random;
  readonly #waits = new Set<() => void>();
  #slower = 1;
  #heldUntil = 0;
  #closed = false;

  constructor({ clock, timer, random }: { clock: Clock; timer: Timer; random: Random }) {
    this.#clock = clock;
    this.#timer = timer;
    this.#random = random;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Remaining hold (ms); 0: none. */
  heldMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock.monotonic());
  }

  /** The gap before the next request (ms), with jitter, so that desks do not synchronize. */
  gapMs(caller: LookupCaller): number {
    return Math.round(gaps[caller] * this.#slower * (0.75 + this.#random() / 2));
  }

  /** Records the result of one request; null: success. */
  recordResult(problem: Problem | null): void {
    const status = Number(problem?.params?.['status'] ?? 0);
    const tooMany = status === 429;
    if (!tooMany && status < 500) {
      if (!problem || problem.kind === 'service') this.#slower = Math.max(1, this.#slower / 2);
      return;
    }
    this.#slower = Math.min(slowest, this.#slower * 2);
    const asked = Number(problem?.params?.['afterMs'] ?? 0);
    const told = Math.min(asked, longestAskedMs);
    const hold = told > 0 ? extendRetryAfter(told, this.#random) : tooMany ? this.#holdMs() : 0;
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.monotonic() + hold);
  }

  /** Resolves after `ms`, or at once when the desk closes. */
  async wait(ms: number): Promise<void> {
    if (this.#closed || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel();
        this.#waits.delete(done);
        resolve();
      };
      const cancel = this.#timer.after(ms, done);
      this.#waits.add(done);
    });
  }

  close(): void {
    this.#closed = true;
    for (const done of this.#waits) done();
  }

  #holdMs(): number {
    return Math.min(longestHoldMs, firstHoldMs * this.#slower * (0.5 + this.#random() / 2));
  }
}

/** Dependencies of a lookup. `now` is the desk's clock (ms). */
export interface Asking {
  client: Pick<Client, 'call'>;
  settings: RequestSettings;
  now: () => number;
}

/**
 * Performs one of the reads (3, 5, 11-14, 16-20) for a waiting person: not queued, not repeated. Missing values of path
 * and query are filled from the settings; a list of more than 20 tracking numbers is split into batches. Problems:
 * `invalid`, `offline`, `paused`, `service` (params: status, and afterMs if the service gives a Retry-After),
 * `not-shown`.
 */
export async function ask(request: unknown, { client, settings, now }: Asking): Promise<Result<Lookup>> {
  const number = valueAt(request, ['endpoint']);
  if (isEndpointNumber(number) && endpointOf(number).creates) {
    return fail('invalid', 'This creates something: it belongs into the outbox, not among the lookups.');
  }
  const answers: unknown[] = [];
  const unexpected: Lookup['unexpected'] = [];
  for (const one of batchTrackings(filled(request, settings))) {
    const checked = checkRequest(one);
    if (!checked.ok) {
      const message = checked.issues[0]?.message ?? 'The request breaks the contract.';
      return { ok: false, problem: { kind: 'invalid', message, issues: checked.issues } };
    }
    const read = await askOnce(checked.request, client);
    if (!read.ok) return read;
    answers.push(read.value.answer);
    unexpected.push(...read.value.unexpected);
  }
  const answer = answers.length > 1 ? answers.flat() : answers[0];
  return ok({ answer, unexpected, at: now() });
}

function filled(request: unknown, settings: RequestSettings): unknown {
  const number = valueAt(request, ['endpoint']);
  if (!isEndpointNumber(number)) return request;
  const { path, query, ...rest } = request as { path?: unknown; query?: unknown };
  const given = { path: path ?? {}, query: query ?? {} } as RequestParts;
  return { ...rest, ...fillFromSettings(number, given, settings) };
}

async function askOnce(
  request: SendableRequest,
  client: Pick<Client, 'call'>,
): Promise<Result<Pick<Lookup, 'answer' | 'unexpected'>>> {
  const { endpoint } = request;
  const exchange = await client.call(sendableOf(request));
  const verdict = judgeRead(endpoint, exchange);
  if (verdict.kind !== 'json') return problemOf(verdict);
  const { json } = verdict;
  const { record: rounded, unexpected } = readReply(endpoint, json);
  const exact = exchange.kind === 'answer' ? exactJson(exchange.body, json) : json;
  // Texts in place of numbers are the desk's own doing, and not unexpected.
  const record = exact === json ? rounded : readReply(endpoint, exact).record;
  const breaches = unexpected.map(({ path, expected, found }) => ({
    path,
    message: `unexpected answer: ${expected} was expected, ${found} came`,
    expected,
    found,
  }));
  // An answer of the wrong shape cannot be shown by field, so its text is shown.
  if (breaches.some(({ path }) => path === '$') && isEmpty(record)) {
    const text = exchange.kind === 'answer' ? plainText(exchange.body) : '';
    return fail('not-shown', `Unexpected answer: ${text}`, { endpoint });
  }
  return ok({ answer: record, unexpected: breaches });
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

function problemOf(verdict: Exclude<ReadVerdict, { kind: 'json' }>): Result<never> {
  switch (verdict.kind) {
    case 'absent':
      return fail('service', 'The service does not know this id (404).', { status: 404 });
    case 'unreached':
      return fail('offline', verdict.noAnswer.message);
    case 'paused':
      return fail('paused', verdict.pause.message, { why: verdict.pause.why });
    case 'unread': {
      const { status, why, reason, afterMs } = verdict;
      if (status < 300) return fail('not-shown', `The answer cannot be shown: ${why}.`, { status });
      const params = {
        status,
        ...(reason.field !== null && { field: reason.field }),
        ...(afterMs !== null && { afterMs }),
      };
      return fail('service', reason.text, params);
    }
  }
}

/** Maximum count of numbers in one request of endpoint 5. */
const maxNumbers = 20;

/**
 * Splits a request of endpoint 5 into requests of at most 20 numbers each, in order; leaves any other request
 * unchanged.
 */
function batchTrackings(request: unknown): unknown[] {
  const numbers = valueAt(request, ['body', 'TrackingNumbers']);
  if (valueAt(request, ['endpoint']) !== 5 || !Array.isArray(numbers) || numbers.length <= maxNumbers) return [request];
  const body = valueAt(request, ['body']) as object;
  const batches = Math.ceil(numbers.length / maxNumbers);
  return Array.from({ length: batches }, (_, batch) => ({
    ...(request as object),
    body: { ...body, TrackingNumbers: numbers.slice(batch * maxNumbers, (batch + 1) * maxNumbers) },
  }));
}

export interface LookupService {
  client: Pick<Client, 'call'>;
  target: { name: string };
}

export interface ServiceHost {
  /** the service of this run; rejects with a ProblemError if none is available */
  service: () => Promise<LookupService>;
  settings: () => RequestSettings;
  clock: Clock;
  throttle: LookupThrottle;
  /** called for a lookup begun at `startedAt` (monotonic ms) of which no byte reached the service */
  onUnreached: (startedAt: number, cause: NoAnswerCause) => void;
  /** aborted when the desk closes */
  stopping: AbortSignal;
}

/** Sends the requests of one list one after the other, with gaps. */
export type AskSeries = (request: unknown) => Promise<Result<Lookup>>;

/** Longest wait (ms) for a service that is holding requests, and how often a request is repeated. */
const patienceMs = 60_000;
const repeats = 3;

/** Access to the service for lookups: immediate, independent of the outbox, but never during a Retry-After. */
export function lookupClient({ service, settings, clock, throttle, onUnreached, stopping }: ServiceHost) {
  async function once(request: unknown): Promise<Result<Lookup>> {
    if (throttle.closed) return fail('cancelled', 'The desk is closing.');
    const heldMs = throttle.heldMs();
    if (heldMs > 0) {
      const params = { status: 429, afterMs: Math.ceil(heldMs) };
      return fail(
        'service',
        `The service asks for patience (429). Ask again in ${Math.ceil(heldMs / 1000)} s.`,
        params,
      );
    }
    try {
      const { client } = await service();
      const call: Client['call'] = async (sendable) => {
        const startedAt = clock.monotonic();
        const exchange = await client.call(sendable, stopping);
        // One read that hangs or breaks is no general outage.
        if (exchange.kind === 'no-answer' && exchange.sent === 'never' && exchange.cause !== 'stopped')
          onUnreached(startedAt, exchange.cause);
        return exchange;
      };
      const answered = await ask(request, { client: { call }, settings: settings(), now: clock.now });
      throttle.recordResult(answered.ok ? null : answered.problem);
      return answered;
    } catch (error) {
      if (error instanceof ProblemError) return { ok: false, problem: error.problem };
      throw error;
    }
  }

  return {
    once,
    /**
     * Sends the first request at once, each further one after a gap; repeats one that met a 429 after the hold, if that
     * is short.
     */
    series(caller: LookupCaller): AskSeries {
      let first = true;
      return async (request) => {
        if (!first) await throttle.wait(throttle.gapMs(caller));
        first = false;
        for (let left = repeats; ; left -= 1) {
          const answered = await once(request);
          const isHeld = !answered.ok && answered.problem.params?.['status'] === 429;
          if (!isHeld || left === 0 || caller === 'watch' || throttle.heldMs() > patienceMs) return answered;
          await throttle.wait(throttle.heldMs());
        }
      };
    },
  };
}
