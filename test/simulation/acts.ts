import type { Fate } from './fates.ts';
import type { PersonAct } from './people.ts';
import type { Sudden } from './sudden.ts';

/** What happens to the world, beside what people do. */
export const turns = [
  'weather',
  'calm',
  'outage',
  'ill',
  'kill',
  'kill-within',
  'quit',
  'clock',
  'backup',
  'loss',
  'beside',
  'reopen',
  'rotate',
  'secret',
  'switch',
  'switch-fails',
  'wrong-service',
  'full-disk',
] as const;
export type Usual = (typeof turns)[number];
export type Turn = Usual | Sudden;

/** One thing that somebody does, or that happens: so long (ms) after the one before, with chance of its own by its number. */
export interface Act {
  n: number;
  after: number;
  what: PersonAct | Turn;
  /** about so many entries at most; one where it does not say */
  many?: number;
  /** in which way, where chance does not decide it */
  of?: Fate;
}
