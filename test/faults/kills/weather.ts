import type { Habits, Rule } from '../service/faults.ts';

/** Shorter than the product's default, so that a story ends. */
export const graceSeconds = 6;

/** One answer in ten is lost, and one create in twenty takes effect late, within the grace period. */
export const rules: Rule[] = [
  { fault: { kind: 'answer-lost' }, share: 0.1 },
  { fault: { kind: 'late', ms: 50, upToMs: graceSeconds * 900 }, to: 'creates', share: 0.05 / 0.9 },
];
export const habits: Partial<Habits> = { answersAfterMs: 15, madeAfterMs: 300 };
