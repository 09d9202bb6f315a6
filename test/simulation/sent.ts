import type { Fate } from './fates.ts';
import type { Life } from './world.ts';

/** A create that is being sent. */
export interface Sent {
  endpoint: number;
  key: string;
  body: string;
  fate: Fate | 'unauthorized';
  /** whether the sending desk has "always ask" set */
  alwaysAsks: () => boolean;
  sender: Sender;
}

/** An answer that arrived completely. */
export interface Heard {
  status: number;
  /** the wait it asks for; 0: none */
  waitMs: number;
}

/** A folder that sends; each time it is restored or reopened it gets a new generation. */
export interface SendingFolder {
  readonly generation: number;
  /** when (ms) another one replaced it; null: never */
  readonly leftAt: number | null;
}

/** The sender: a run of a program, its folder, and when (ms) a person last rescheduled it or had it retry at once. */
export interface Sender {
  life: Life;
  folder: SendingFolder;
  rescheduledAt: () => number;
}
