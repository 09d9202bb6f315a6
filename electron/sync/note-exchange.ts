import type { Exchange } from '../service/exchange.ts';
import type { SyncPause } from '../service/pause.ts';
import type { Work } from './work.ts';

/** What one exchange, begun at `startedAt` (monotonic ms), says about the connection. */
export function noteConnection(
  { connection }: Pick<Work, 'connection'>,
  exchange: Exchange,
  pause: SyncPause | null,
  startedAt: number,
): void {
  if (pause) connection.paused(pause, startedAt);
  else if (exchange.kind === 'answer') connection.answered(startedAt);
  else if (exchange.cause !== 'stopped') connection.unreached(startedAt);
}

/** What it says about how much the service can take. What never left says nothing of that. */
export function notePace({ pace, clock }: Work, asker: string, exchange: Exchange, startedAt: number): void {
  const now = clock.monotonic();
  if (exchange.kind === 'answer') {
    const { status, retryAfterMs } = exchange;
    if (status === 429 || status >= 500) pace.bad(asker, now, retryAfterMs);
    else pace.good(now - startedAt);
  } else if (exchange.left === 'maybe' && exchange.cause !== 'stopped') pace.bad(asker, now, null);
}
