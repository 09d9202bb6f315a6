import type { EndpointNumber } from '../../../shared/service/endpoints.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { SyncOutbox } from '../../outbox/entry.ts';
import type { Clock, Random } from '../../platform/clock.ts';
import type { Exchange } from '../service/exchange.ts';
import type { SerializedRequest } from '../service/request.ts';
import type { SyncPause } from '../service/verdict.ts';
import type { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { Connection, ProbeTurns } from './connection.ts';
import type { DurableWrites } from './durable-writes.ts';
import type { EndpointPauses } from './endpoint-pauses.ts';
import type { RunningTime } from './running-time.ts';
import type { DecisionContext } from './decide-attempt.ts';

/** What one delivery or read needs from its loop. */
export interface SyncContext {
  outbox: SyncOutbox;
  target: string;
  readonly settings: Settings;
  clock: Clock;
  random: Random;
  running: RunningTime;
  connection: Connection;
  probes: ProbeTurns;
  concurrency: AdaptiveConcurrency;
  pauses: EndpointPauses;
  /** the client's `call`, aborted when the desk stops or sleeps */
  call: (sendable: SerializedRequest, timeoutMs?: number) => Promise<Exchange>;
  writes: DurableWrites;
  onChanged: (ids: string[]) => void;
}

/** The inputs of a decision made now. */
export function decisionContext({ clock, running, settings, random }: SyncContext): DecisionContext {
  return { now: clock.now(), runningMs: running.tick(), settings, random };
}

/** Records what an exchange, begun at `startedAt` (monotonic ms), shows about the connection. */
export function recordConnection(
  { connection }: Pick<SyncContext, 'connection'>,
  exchange: Exchange,
  pause: SyncPause | null,
  startedAt: number,
  isFromRead: boolean,
): void {
  if (pause) connection.recordPause(pause, startedAt, isFromRead);
  else if (exchange.kind === 'answer') connection.recordAnswer(startedAt);
  else if (exchange.cause !== 'stopped') connection.recordUnreached(startedAt, exchange.cause);
}

/**
 * Records what an exchange shows about the capacity and speed of an endpoint; `isFailure`: it counts as failed,
 * whatever its status. A request that never left shows nothing.
 */
export function recordTiming(
  { concurrency, clock }: SyncContext,
  endpoint: EndpointNumber,
  requester: string,
  exchange: Exchange,
  startedAt: number,
  isFailure = false,
): void {
  const timing = { requester, startedAt, now: clock.monotonic() };
  if (exchange.kind === 'answer') {
    const { status, retryAfterMs } = exchange;
    if (isFailure || status === 429 || status >= 500)
      concurrency.recordFailure(endpoint, { ...timing, afterMs: retryAfterMs, status });
    else concurrency.recordSuccess(endpoint, timing);
  } else if (exchange.sent === 'maybe' && exchange.cause !== 'stopped')
    concurrency.recordFailure(endpoint, { ...timing, afterMs: null, status: null });
}
