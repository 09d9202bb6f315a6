/** The hours a counter works anyway, so that a quiet morning is not drawn as wide bars. */
const usual = { first: 8, last: 17 };

/** Hours of a day worth drawing, with their numbers: the usual ones, those with anything in them, and the one it is now. */
export function hoursShown<T extends { captured: number; done: number }>(
  hours: readonly T[],
  now: number,
): (T & { hour: number })[] {
  const numbered = hours.map((counts, hour) => ({ ...counts, hour }));
  const worth = numbered
    .filter(({ hour, captured, done }) => captured > 0 || done > 0 || hour === now)
    .map(({ hour }) => hour);
  const first = Math.min(usual.first, ...worth);
  const last = Math.max(usual.last, ...worth);
  return numbered.slice(first, last + 1);
}
