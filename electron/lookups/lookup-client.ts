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
import { serializeChecked } from '../delivery/service/request.ts';
import { judgeRead, type ReadVerdict } from '../delivery/service/verdict.ts';
import { extendRetryAfter } from '../delivery/sync/backoff.ts';
import type { Clock, Random } from '../platform/clock.ts';
import type { Timer } from '../platform/timer.ts';

/** Gap between two requests of a list that a person waits for, and of the watch list (ms). */
const gapsMs = { person: 250, watch: 2000 } as const;
export type LookupCaller = keyof typeof gapsMs;

const maxSlowdown = 64;
const firstHoldMs = 5000;
const maxHoldMs = 300_000;
/** Upper limit for a Retry-After (ms). */
const maxRetryAfterMs = 3_600_000;

/**
 * Throttles lookups, independently of the outbox: a 429 holds all lookups for its Retry-After; each 429 or server error
 * doubles the gaps, and each other answer halves them again.
 */
export class LookupThrottle {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #random: Random;
  readonly #pendingWaits = new Set<() => void>();
  #slowdown = 1;
  #heldUntil = 0;
  #isClosed = false;

  constructor({ clock, timer, random }: { clock: Clock; timer: Timer; random: Random }) {
    this.#clock = clock;
    this.#timer = timer;
    this.#random = random;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Remaining hold (ms); 0: none. */
  heldMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock.monotonic());
  }

  /** The gap before the next request (ms), with jitter so that desks do not send in step. */
  gapMs(caller: LookupCaller): number {
    return Math.round(gapsMs[caller] * this.#slowdown * (0.75 + this.#random() / 2));
  }

  /** Records the result of one request; null: success. */
  recordResult(problem: Problem | null): void {
    const status = Number(problem?.params?.['status'] ?? 0);
    const isTooMany = status === 429;
    if (!isTooMany && status < 500) {
      if (!problem || problem.kind === 'service') this.#slowdown = Math.max(1, this.#slowdown / 2);
      return;
    }
    this.#slowdown = Math.min(maxSlowdown, this.#slowdown * 2);
    const retryAfterMs = Number(problem?.params?.['afterMs'] ?? 0);
    const cappedMs = Math.min(retryAfterMs, maxRetryAfterMs);
    const holdMs = cappedMs > 0 ? extendRetryAfter(cappedMs, this.#random) : isTooMany ? this.#holdMs() : 0;
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.monotonic() + holdMs);
  }

  /** Resolves after `ms`, or at once when the desk closes. */
  async wait(ms: number): Promise<void> {
    if (this.#isClosed || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        cancel();
        this.#pendingWaits.delete(finish);
        resolve();
      };
      const cancel = this.#timer.after(ms, finish);
      this.#pendingWaits.add(finish);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const finish of this.#pendingWaits) finish();
  }

  #holdMs(): number {
    return Math.min(maxHoldMs, firstHoldMs * this.#slowdown * (0.5 + this.#random() / 2));
  }
}

/** What a lookup needs; `now` is the desk's clock (ms). */
export interface LookupContext {
  client: Pick<Client, 'call'>;
  settings: RequestSettings;
  now: () => number;
}

/**
 * Performs one of the reads (endpoints 3, 5, 11-14, 16-20) at once, without queue or repeats, since a person waits.
 * Missing values of path and query are filled from the settings; a list of more than 20 tracking numbers is split into
 * batches. Problems: `invalid`, `offline`, `paused`, `service` (params: status, and afterMs if the service gives a
 * Retry-After), `not-shown`.
 */
export async function performLookup(
  request: unknown,
  { client, settings, now }: LookupContext,
): Promise<Result<Lookup>> {
  const endpoint = valueAt(request, ['endpoint']);
  if (isEndpointNumber(endpoint) && endpointOf(endpoint).creates) {
    return fail('invalid', 'This creates something: it belongs into the outbox, not among the lookups.');
  }
  const answers: unknown[] = [];
  const unexpected: Lookup['unexpected'] = [];
  for (const part of batchTrackings(fillRequest(request, settings))) {
    const checked = checkRequest(part);
    if (!checked.ok) {
      const message = checked.issues[0]?.message ?? 'The request breaks the contract.';
      return { ok: false, problem: { kind: 'invalid', message, issues: checked.issues } };
    }
    const result = await askOnce(checked.request, client);
    if (!result.ok) return result;
    answers.push(result.value.answer);
    unexpected.push(...result.value.unexpected);
  }
  const answer = answers.length > 1 ? answers.flat() : answers[0];
  return ok({ answer, unexpected, at: now() });
}

function fillRequest(request: unknown, settings: RequestSettings): unknown {
  const endpoint = valueAt(request, ['endpoint']);
  if (!isEndpointNumber(endpoint)) return request;
  const { path, query, ...rest } = request as { path?: unknown; query?: unknown };
  const parts = { path: path ?? {}, query: query ?? {} } as RequestParts;
  return { ...rest, ...fillFromSettings(endpoint, parts, settings) };
}

async function askOnce(
  request: SendableRequest,
  client: Pick<Client, 'call'>,
): Promise<Result<Pick<Lookup, 'answer' | 'unexpected'>>> {
  const { endpoint } = request;
  const exchange = await client.call(serializeChecked(request));
  const verdict = judgeRead(endpoint, exchange);
  if (verdict.kind !== 'json') return problemOf(verdict);
  const { json } = verdict;
  const { record: roundedRecord, unexpected } = readReply(endpoint, json);
  const exactAnswer = exchange.kind === 'answer' ? exactJson(exchange.body, json) : json;
  // `exactJson` gives numbers as text, which must not be reported: mismatches are those of the answer as it came
  const record = exactAnswer === json ? roundedRecord : readReply(endpoint, exactAnswer).record;
  const mismatches = unexpected.map(({ path, expected, found }) => ({
    path,
    message: `unexpected answer: ${expected} was expected, ${found} came`,
    expected,
    found,
  }));
  // an answer of the wrong shape cannot be shown field by field, so its text is shown
  if (mismatches.some(({ path }) => path === '$') && isEmpty(record)) {
    const text = exchange.kind === 'answer' ? plainText(exchange.body) : '';
    return fail('not-shown', `Unexpected answer: ${text}`, { endpoint });
  }
  return ok({ answer: record, unexpected: mismatches });
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
      const { status, cause: why, reason, afterMs } = verdict;
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

/** Maximum number of tracking numbers in one request of endpoint 5. */
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

/** Sends one request of a list, all but the first after a gap; the caller awaits it before the next. */
export type AskSeries = (request: unknown) => Promise<Result<Lookup>>;

/** Longest hold (ms) that a request waits for, and how often it is repeated. */
const maxWaitMs = 60_000;
const maxRepeats = 3;

/** Sends lookups to the service: at once, independently of the outbox, but never during a Retry-After. */
export function lookupClient({ service, settings, clock, throttle, onUnreached, stopping }: ServiceHost) {
  async function once(request: unknown): Promise<Result<Lookup>> {
    if (throttle.isClosed) return fail('cancelled', 'The desk is closing.');
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
        // only a request of which no byte arrived shows an outage; a read that hangs or breaks does not
        if (exchange.kind === 'no-answer' && exchange.sent === 'never' && exchange.cause !== 'stopped')
          onUnreached(startedAt, exchange.cause);
        return exchange;
      };
      const result = await performLookup(request, { client: { call }, settings: settings(), now: clock.now });
      throttle.recordResult(result.ok ? null : result.problem);
      return result;
    } catch (error) {
      if (error instanceof ProblemError) return { ok: false, problem: error.problem };
      throw error;
    }
  }

  return {
    once,
    /**
     * Sends the first request at once, each further one after a gap. Repeats a request that met a 429 once the hold is
     * over, unless that takes too long or it is for the watch list.
     */
    series(caller: LookupCaller): AskSeries {
      let isFirst = true;
      return async (request) => {
        if (!isFirst) await throttle.wait(throttle.gapMs(caller));
        isFirst = false;
        for (let repeatsLeft = maxRepeats; ; repeatsLeft -= 1) {
          const result = await once(request);
          const isHeld = !result.ok && result.problem.params?.['status'] === 429;
          if (!isHeld || repeatsLeft === 0 || caller === 'watch' || throttle.heldMs() > maxWaitMs) return result;
          await throttle.wait(throttle.heldMs());
        }
      };
    },
  };
}
