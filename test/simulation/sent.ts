import type { Fate } from './fates.ts';

/** One create on its way. */
export interface Sent {
  endpoint: number;
  key: string;
  body: string;
  fate: Fate | 'unauthorized';
  /** the desk that sends it has "always ask" set */
  alwaysAsks: () => boolean;
  sender: Sender;
}

/** Who sends: a run of a program, and when (ms) a person last made it begin anew or try at once. */
export interface Sender {
  life: object;
  rescheduledAt: () => number;
}
