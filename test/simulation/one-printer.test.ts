import { expect, it } from 'vitest';
import { printAtOnePrinter } from './one-printer.ts';

const seeds = Array.from({ length: 24 }, (_, index) => index + 1);

it('of two desks at one printer that loses labels, neither says of a label that it is on paper where it is not', async () => {
  const falsely: string[] = [];
  let [proved, shared] = [0, 0];
  for (const seed of seeds) {
    const { claims, paper } = await printAtOnePrinter(seed);
    for (const { label, end, isShared } of claims) {
      if (isShared) shared += 1;
      if (end.end !== 'proved') continue;
      proved += 1;
      if (!paper.includes(label)) falsely.push(`seed ${seed}: ${label}, ${end.said}`);
    }
  }
  expect(falsely).toEqual([]);
  // desks that have the printer for themselves still get their proofs, and enough labels were printed side by side
  expect(proved).toBeGreaterThan(20);
  expect(shared).toBeGreaterThan(40);
});
