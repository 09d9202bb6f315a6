import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import type { Exchange } from '../service/exchange.ts';
import type { SyncPause } from '../service/pause.ts';
import type { SyncContext } from './sync-context.ts';

/** Records what an exchange, begun at `startedAt` (monotonic ms), shows about the connection. */
export function recordConnection(
  { connection }: Pick<SyncContext, 'connection'>,
  exchange: Exchange,
  pause: SyncPause | null,
  startedAt: number,
  byRead: boolean,
): void {
  if (pause) connection.paused(pause, startedAt, byRead);
  else if (exchange.kind === 'answer') connection.answered(startedAt);
  else if (exchange.cause !== 'stopped') connection.unreached(startedAt, exchange.cause);
}

/**
 * Records what it shows about the capacity and speed of an endpoint; `lost`: it may have failed whatever its status. A
 * request that never left shows nothing.
 */
export function recordTiming(
  { concurrency, clock }: SyncContext,
  endpoint: EndpointNumber,
  requester: string,
  exchange: Exchange,
  startedAt: number,
  lost = false,
): void {
  const exchanged = { requester, startedAt, now: clock.monotonic() };
  if (exchange.kind === 'answer') {
    const { status, retryAfterMs } = exchange;
    if (lost || status === 429 || status >= 500)
      concurrency.recordFailure(endpoint, { ...exchanged, afterMs: retryAfterMs, status });
    else concurrency.recordSuccess(endpoint, exchanged);
  } else if (exchange.sent === 'maybe' && exchange.cause !== 'stopped')
    concurrency.recordFailure(endpoint, { ...exchanged, afterMs: null, status: null });
}
