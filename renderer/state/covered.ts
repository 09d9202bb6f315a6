/** A range of places read of a list, ends included; infinite if it reaches the first or last row. */
export interface PlaceRange {
  from: number;
  to: number;
}

/** Merges a range into the known ones; the results do not touch each other. */
export function mergeRange(stretches: readonly PlaceRange[], more: PlaceRange): PlaceRange[] {
  const apart = stretches.filter(({ from, to }) => to + 1 < more.from || from - 1 > more.to);
  const touching = stretches.filter((one) => !apart.includes(one));
  const from = Math.min(more.from, ...touching.map((one) => one.from));
  const to = Math.max(more.to, ...touching.map((one) => one.to));
  return [...apart, { from, to }];
}

/** End of the known range that contains a place; null if the place is not known. */
export function knownEnd(stretches: readonly PlaceRange[], place: number): number | null {
  return stretches.find(({ from, to }) => from <= place && place <= to)?.to ?? null;
}

/** Clips the known ranges to one range. */
export const clipRanges = (stretches: readonly PlaceRange[], { from, to }: PlaceRange): PlaceRange[] =>
  stretches
    .filter((one) => one.to >= from && one.from <= to)
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }));

type PlaceOf = (seq: number) => number;

/**
 * The range a page covers, even where it has few rows. It starts after `beyond`, or at the start of the list if null,
 * and extends to the row at which the page says to continue, or to the end of the list. With `backwards`, it ends
 * before `beyond`, or at the end of the list, and extends towards the start.
 */
export function rangeOfPage(
  placeOf: PlaceOf,
  beyond: number | null,
  next: number | null,
  backwards: boolean,
): PlaceRange {
  if (backwards)
    return { from: next === null ? -Infinity : placeOf(next), to: beyond === null ? Infinity : placeOf(beyond) - 1 };
  return { from: beyond === null ? -Infinity : placeOf(beyond) + 1, to: next === null ? Infinity : placeOf(next) };
}

/** The range that rows cover; ends not given are those of the first and last row. */
export const rangeOfRows = (
  seqs: readonly number[],
  placeOf: PlaceOf,
  from: number | null,
  to: number | null,
): PlaceRange => ({
  from: from ?? (seqs.length > 0 ? placeOf(seqs[0] ?? 0) : Infinity),
  to: to ?? (seqs.length > 0 ? placeOf(seqs.at(-1) ?? 0) : -Infinity),
});

/** Replaces the rows in a range by those there now; null if nothing changed. */
export function replaceRange(
  rows: readonly number[],
  seqs: readonly number[],
  { from, to }: PlaceRange,
  placeOf: PlaceOf,
) {
  const stood = rows.filter((seq) => placeOf(seq) >= from && placeOf(seq) <= to);
  if (stood.length === seqs.length && stood.every((seq, at) => seq === seqs[at])) return null;
  const before = rows.filter((seq) => placeOf(seq) < from);
  const there = new Set(seqs);
  const now = [...before, ...seqs, ...rows.filter((seq) => placeOf(seq) > to)];
  return {
    now,
    gone: stood.filter((seq) => !there.has(seq)),
    /** Number of rows added above all others. */
    cameAbove: rows[0] === undefined ? 0 : Math.max(0, now.indexOf(rows[0])),
  };
}
