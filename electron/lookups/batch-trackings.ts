import { valueAt } from '../../shared/service/value-at.ts';

/** Endpoint 5 takes at most this many numbers in one request. */
const maxNumbers = 20;

/** A request of endpoint 5 as requests of at most 20 numbers each, in order; any other request as it is. */
export function batchTrackings(request: unknown): unknown[] {
  const numbers = valueAt(request, ['body', 'TrackingNumbers']);
  if (valueAt(request, ['endpoint']) !== 5 || !Array.isArray(numbers) || numbers.length <= maxNumbers) return [request];
  const body = valueAt(request, ['body']) as object;
  const batches = Math.ceil(numbers.length / maxNumbers);
  return Array.from({ length: batches }, (_, batch) => ({
    ...(request as object),
    body: { ...body, TrackingNumbers: numbers.slice(batch * maxNumbers, (batch + 1) * maxNumbers) },
  }));
}
