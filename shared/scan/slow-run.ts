/** Fewest characters by which a slow scanner is told, and its slowest pace (ms from key to key). */
const fewest = 6;
const slowest = 50;
/** A scanner is known again up to this many times the pace that was found of it. */
const spread = 1.3;

/** The longest gap within one run of keys whose middle gap is `usual` (ms): clocks of windows tick every 16 ms. */
export const longestGap = (usual: number): number => 1.5 * usual + 12;

const middleOf = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/**
 * The middle gap (ms) of keys that came as evenly as only a machine's do; null where fingers may have made them. `times` of all keys, the
 * one that ends them included, where there is one. Fast typists take some 120 ms from key to key, the fastest 80, now longer and now shorter, and longer still
 * before Enter.
 */
export function slowPace(times: readonly number[]): number | null {
  if (times.length <= fewest) return null;
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
  const usual = middleOf(gaps);
  if (usual > slowest || Math.max(...gaps) > longestGap(usual)) return null;
  const apart = gaps.reduce((sum, gap) => sum + Math.abs(gap - usual), 0) / gaps.length;
  return apart <= 0.15 * usual + 6 ? usual : null;
}

/** Whether a pace is that of the slow scanner this desk is known to have (`known` ms; 0 for none). */
export const isKnownSlow = (pace: number, known: number): boolean => pace <= known * spread;

/** Keys of one run, oldest first: what went as typing may be the beginning of a scan. */
export class KeyRun<Key extends { since: number }> {
  #keys: Key[] = [];

  /** A key that comes long after the one before begins a new run. */
  add(key: Key): void {
    const last = this.#keys.at(-1);
    if (last && key.since - last.since > longestGap(slowest)) this.#keys = [];
    this.#keys.push(key);
  }

  end(): void {
    this.#keys = [];
  }

  /** All keys where they and the end are a slow scanner's, with their pace (ms). */
  slow(end: number): { keys: readonly Key[]; pace: number } | null {
    const pace = slowPace([...this.#keys.map(({ since }) => since), end]);
    return pace === null ? null : { keys: this.#keys, pace };
  }

  /** When it is over, should no key come any more; null where fingers may have made it. */
  due(): number | null {
    const last = this.#keys.at(-1);
    return last && slowPace(this.#keys.map(({ since }) => since)) !== null
      ? last.since + longestGap(slowest) + 1
      : null;
  }

  /** All keys where they are a scanner's that sends no end, and it is over, with their pace (ms). */
  over(now: number): { keys: readonly Key[]; pace: number } | null {
    const due = this.due();
    const pace = due !== null && now >= due ? slowPace(this.#keys.map(({ since }) => since)) : null;
    return pace === null ? null : { keys: this.#keys, pace };
  }

  /** The keys right before one, each at most `most` ms before the next. */
  before(first: Key, most: number): readonly Key[] {
    const end = this.#keys.findIndex(({ since }) => since === first.since);
    const near = (at: number) => (this.#keys[at]?.since ?? 0) - (this.#keys[at - 1]?.since ?? 0) <= most;
    let from = end;
    while (from > 0 && near(from)) from -= 1;
    return this.#keys.slice(Math.max(0, from), Math.max(0, end));
  }
}
