import type { Settings } from '../../shared/settings.ts';
import type { SyncOutbox } from '../outbox/entry.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Sendable } from '../service/request.ts';
import type { Clock, Random } from './clock.ts';
import type { Connection } from './connection.ts';
import type { EndpointPauses } from './endpoint-pauses.ts';
import type { KeptWrites } from './kept-writes.ts';
import type { Pace } from './pace.ts';
import type { RunningTime } from './running-time.ts';
import type { Moment } from './settle.ts';

/** What one delivery or one read needs of the loop it belongs to. */
export interface Work {
  outbox: SyncOutbox;
  target: string;
  readonly settings: Settings;
  clock: Clock;
  random: Random;
  running: RunningTime;
  connection: Connection;
  pace: Pace;
  pauses: EndpointPauses;
  call: (sendable: Sendable) => Promise<Exchange>;
  writes: KeptWrites;
  onChanged: (ids: string[]) => void;
}

/** Now, as decisions need it. */
export function momentOf({ clock, running, settings, random }: Work): Moment {
  return { now: clock.now(), runningMs: running.tick(), settings, random };
}
