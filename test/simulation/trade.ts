import { createNumbers, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Seeded } from './seeded.ts';

/** What a counter enters, and how often an entry depends on an earlier one. */
export interface Trade {
  creates: readonly CreateNumber[];
  needing: number;
  /** share of orders that request a further one although there is none; default: 0 */
  further?: number;
}

const all: readonly CreateNumber[] = [1, 2, 2, 2, 4, 6, 6, 7, 8, 9, 10, 15];
/** Kinds that depend on each other. */
const chains: readonly (readonly CreateNumber[])[] = [
  [15, 4, 10],
  [4, 10],
  [15, 4],
  [2, 7],
  [1, 6, 7],
];

/** Some counters enter everything, some a few kinds, some kinds that depend on each other. */
export function tradeOf(chance: Seeded): Trade {
  const some = Array.from({ length: 1 + chance.below(3) }, () => chance.one(createNumbers));
  const creates = chance.one([all, some, some, chance.one(chains)]);
  return { creates, needing: creates === all || creates === some ? chance.one([0.1, 0.25, 0.6]) : 0.8 };
}
