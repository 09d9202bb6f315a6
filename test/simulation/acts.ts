import type { Fate } from './fates.ts';
import type { PersonAct } from './people.ts';
import type { Sudden } from './sudden.ts';

/** Events that happen to the world, besides what people do. */
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

/** One act of a person or one event, `after` ms after the previous one. Its random numbers depend on its number `n`. */
export interface Act {
  n: number;
  after: number;
  what: PersonAct | Turn;
  /** maximum number of entries; default: one */
  many?: number;
  /** kind of the event; default: random */
  of?: Fate;
}
