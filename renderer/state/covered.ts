/** From where to where a list was read, ends included; infinite where it was read to its first or last row. */
export interface Stretch {
  from: number;
  to: number;
}

/** The stretches of a list that are known, none touching another. */
export function joined(stretches: readonly Stretch[], more: Stretch): Stretch[] {
  const apart = stretches.filter(({ from, to }) => to + 1 < more.from || from - 1 > more.to);
  const touching = stretches.filter((one) => !apart.includes(one));
  const from = Math.min(more.from, ...touching.map((one) => one.from));
  const to = Math.max(more.to, ...touching.map((one) => one.to));
  return [...apart, { from, to }];
}

/** Up to where it is known without a gap from a place on; null: not even the place itself. */
export function knownTo(stretches: readonly Stretch[], place: number): number | null {
  return stretches.find(({ from, to }) => from <= place && place <= to)?.to ?? null;
}
