/** Fewest characters by which a slow scanner is told, and its slowest pace (ms from key to key). */
const fewest = 6;
const slowest = 50;
/** A scanner is known again up to this many times the pace that was found of it. */
const spread = 1.3;

/** The longest gap within one run of keys whose middle gap is `usual` (ms): clocks of windows tick every 16 ms. */
export const longestGap = (usual: number): number => 1.5 * usual + 12;

const middleOf = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** A scanner on a busy line may rest once within a code, for at most this long (ms). */
const longestPause = 300;

/**
 * The middle gap (ms) of keys that came as evenly as only a machine's do, but for one pause; null where fingers may have made them. `times`
 * of all keys, the one that ends them included, where there is one. Fast typists take some 120 ms from key to key, the fastest 80, now
 * longer and now shorter, and longer still before Enter.
 */
function slowPace(times: readonly number[]): number | null {
  if (times.length <= fewest) return null;
  const all = times.slice(1).map((time, at) => time - (times[at] ?? time));
  const usual = middleOf(all);
  const pauses = all.filter((gap) => gap > longestGap(usual));
  if (usual > slowest || pauses.length > 1 || pauses.some((gap) => gap > longestPause)) return null;
  const gaps = all.filter((gap) => gap <= longestGap(usual));
  const apart = gaps.reduce((sum, gap) => sum + Math.abs(gap - usual), 0) / gaps.length;
  return apart <= 0.15 * usual + 6 ? usual : null;
}

/** Whether a pace is that of the slow scanner this desk is known to have (`known` ms; 0 for none). */
export const isKnownSlow = (pace: number, known: number): boolean => pace <= known * spread;

/** Keys of one run, oldest first: what went as typing may be the beginning of a scan, or the part of one before a pause. */
export class KeyRun<Key extends { since: number }> {
  #keys: Key[] = [];
  /** how many of them came before the last long pause */
  #before = 0;

  /** A key that comes long after the one before begins a new run, or goes on with one that paused. */
  add(key: Key): void {
    const last = this.#keys.at(-1);
    const gap = last ? key.since - last.since : 0;
    if (gap > longestGap(slowest)) {
      this.#keys.splice(0, gap > longestPause ? this.#keys.length : this.#before);
      this.#before = this.#keys.length;
    }
    this.#keys.push(key);
  }

  end(): void {
    this.#keys = [];
    this.#before = 0;
  }

  /** All keys where they and the end are a slow scanner's, with their pace (ms). */
  slow(end: number): SlowKeys<Key> | null {
    return this.#slow([end]);
  }

  /** With the part before a pause where a machine made both, else what came behind it. One key before a pause is a finger's. */
  #slow(end: readonly number[]): SlowKeys<Key> | null {
    for (const from of new Set([0, 1, this.#before])) {
      const keys = this.#keys.slice(from);
      const [first, second] = keys;
      const times = [...keys.map(({ since }) => since), ...end];
      const pace = slowPace(times);
      if (pace !== null && first && second && second.since - first.since <= longestGap(pace)) return { keys, pace };
    }
    return null;
  }

  /**
   * When it is over, should no key come any more; null where fingers may have made it. A scanner whose pace `isKnown` is waited for less
   * long than one that may only be resting.
   */
  due(isKnown: (pace: number) => boolean): number | null {
    const last = this.#keys.at(-1);
    const slow = this.#slow([]);
    if (!last || !slow) return null;
    return last.since + (isKnown(slow.pace) ? longestGap(slowest) : longestPause) + 1;
  }

  /** All keys where they are a scanner's that sends no end, and it is over, with their pace (ms). */
  over(now: number, isKnown: (pace: number) => boolean): SlowKeys<Key> | null {
    const due = this.due(isKnown);
    return due !== null && now >= due ? this.#slow([]) : null;
  }

  /**
   * The keys right before one, each at most `most` ms before the next, and those before a pause of the scanner, where several are, each at
   * most `surely` ms before the next.
   */
  before(first: Key, most: number, surely: number): readonly Key[] {
    const end = this.#keys.findIndex(({ since }) => since === first.since);
    const gap = (at: number) => (this.#keys[at]?.since ?? 0) - (this.#keys[at - 1]?.since ?? Number.NEGATIVE_INFINITY);
    const beginning = (of: number, near: number): number => {
      let from = of;
      while (from > 0 && gap(from) <= near) from -= 1;
      return from;
    };
    const from = beginning(Math.max(0, end), most);
    const paused = from > 1 && gap(from) <= longestPause ? beginning(from - 1, surely) : from;
    return this.#keys.slice(from - paused > 1 ? paused : from, Math.max(0, end));
  }
}

interface SlowKeys<Key> {
  keys: readonly Key[];
  pace: number;
}
