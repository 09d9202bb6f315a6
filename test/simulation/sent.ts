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

/** An answer that came back whole. */
export interface Heard {
  status: number;
  /** what it asks to wait; 0: nothing */
  waitMs: number;
}

/** Who sends: a run of a program, and when (ms) a person last made it begin anew or try at once. */
export interface Sender {
  life: object;
  rescheduledAt: () => number;
}
