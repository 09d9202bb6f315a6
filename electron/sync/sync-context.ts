import type { Settings } from '../../shared/settings/settings.ts';
import type { SyncOutbox } from '../outbox/entry.ts';
import type { Exchange } from '../service/exchange.ts';
import type { SerializedRequest } from '../service/request.ts';
import type { Clock, Random } from './clock.ts';
import type { Connection } from './connection.ts';
import type { EndpointPauses } from './endpoint-pauses.ts';
import type { DurableWrites } from './durable-writes.ts';
import type { ProbeTurns } from './probe-turns.ts';
import type { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { RunningTime } from './running-time.ts';
import type { DecisionContext } from './settle.ts';

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
  call: (sendable: SerializedRequest, patienceMs?: number) => Promise<Exchange>;
  writes: DurableWrites;
  onChanged: (ids: string[]) => void;
}

/** The inputs of a decision made now. */
export function decisionContext({ clock, running, settings, random }: SyncContext): DecisionContext {
  return { now: clock.now(), runningMs: running.tick(), settings, random };
}
