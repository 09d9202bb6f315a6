import type { Lookup } from '../../shared/contract/lookup-answers.ts';
import { fail, ok, type Result } from '../../shared/contract/problem.ts';
import { checkRequest, type SendableRequest } from '../../shared/service/check-request.ts';
import { endpointOf, isEndpointNumber } from '../../shared/service/endpoints.ts';
import { fillFromSettings, type RequestParts, type RequestSettings } from '../../shared/service/fill-from-settings.ts';
import { readReply } from '../../shared/service/read-reply.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import type { Client } from '../service/client.ts';
import { exactJson } from '../service/exact-json.ts';
import { plainText } from '../service/plain-text.ts';
import { judgeRead, type ReadVerdict } from '../service/read-verdict.ts';
import { sendableOf } from '../service/request.ts';

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
