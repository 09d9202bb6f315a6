import type { Fate } from './fates.ts';
import type { Life } from './world.ts';

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

/** A folder that sends: each that is restored or reopened begins a generation of its own. */
export interface SendingFolder {
  readonly generation: number;
  /** when (ms) another one took its place; null: none has */
  readonly leftAt: number | null;
}

/** Who sends: a run of a program, on which folder, and when (ms) a person last made it begin anew or try at once. */
export interface Sender {
  life: Life;
  folder: SendingFolder;
  rescheduledAt: () => number;
}
