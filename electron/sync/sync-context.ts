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

/** What one delivery or one read needs of the loop it belongs to. */
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
  /** as the client's `call`, given up where the desk stops or sleeps */
  call: (sendable: SerializedRequest, patienceMs?: number) => Promise<Exchange>;
  writes: DurableWrites;
  onChanged: (ids: string[]) => void;
}

/** Now, as decisions need it. */
export function decisionContext({ clock, running, settings, random }: SyncContext): DecisionContext {
  return { now: clock.now(), runningMs: running.tick(), settings, random };
}
