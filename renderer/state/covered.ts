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

/** What of them lies within one stretch. */
export const within = (stretches: readonly Stretch[], { from, to }: Stretch): Stretch[] =>
  stretches
    .filter((one) => one.to >= from && one.from <= to)
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }));

type PlaceOf = (seq: number) => number;

/**
 * From where to where a page was looked for, though rows may be few on the way: after or before (`backwards`) a row, or with null from
 * that edge of the list, up to the row that the page says it goes on at, or to the list's end.
 */
export function edgesOfPage(placeOf: PlaceOf, beyond: number | null, next: number | null, backwards: boolean): Stretch {
  if (backwards)
    return { from: next === null ? -Infinity : placeOf(next), to: beyond === null ? Infinity : placeOf(beyond) - 1 };
  return { from: beyond === null ? -Infinity : placeOf(beyond) + 1, to: next === null ? Infinity : placeOf(next) };
}

/** The stretch that rows read make known; where it is not said from or to where, from the first and to the last of them. */
export const stretchOf = (
  seqs: readonly number[],
  placeOf: PlaceOf,
  from: number | null,
  to: number | null,
): Stretch => ({
  from: from ?? (seqs.length > 0 ? placeOf(seqs[0] ?? 0) : Infinity),
  to: to ?? (seqs.length > 0 ? placeOf(seqs.at(-1) ?? 0) : -Infinity),
});

/** Rows with those that stand on a stretch of the list now, in the place of those that stood there; null: they are the same. */
export function putOn(rows: readonly number[], seqs: readonly number[], { from, to }: Stretch, placeOf: PlaceOf) {
  const stood = rows.filter((seq) => placeOf(seq) >= from && placeOf(seq) <= to);
  if (stood.length === seqs.length && stood.every((seq, at) => seq === seqs[at])) return null;
  const before = rows.filter((seq) => placeOf(seq) < from);
  const there = new Set(seqs);
  const now = [...before, ...seqs, ...rows.filter((seq) => placeOf(seq) > to)];
  return {
    now,
    gone: stood.filter((seq) => !there.has(seq)),
    /** how many came in above all others */
    cameAbove: rows[0] === undefined ? 0 : Math.max(0, now.indexOf(rows[0])),
  };
}
