/** How this desk's scanner sends keys, as determined by the scanner test page. Times in ms. */
export interface ScanOptions {
  /** Four keys within this time are not typed by fingers; also the longest time a typed character is held. */
  burstMs: number;
  /** Longest pause within a recognised scan. */
  pauseMs: number;
  /** Characters the scanner sends before and after each code; empty for none. */
  prefix: string;
  suffix: string;
  /** A scan must end with Enter or Tab. If false, a pause ends it, for scanners that send neither. */
  needsEnd: boolean;
  /** Keys are read by their position on a US keyboard, for a desk with another keyboard layout. */
  byPlace: boolean;
  /** Gap between keys of a scanner too slow for `burstMs`: even keys with an end key are its scans; 0 for none. */
  slowMs: number;
}

export const defaultScanOptions: ScanOptions = {
  burstMs: 45,
  pauseMs: 60,
  prefix: '',
  suffix: '',
  needsEnd: true,
  byPlace: false,
  slowMs: 0,
};

/** Number of keys, end key included, that must arrive within `burstMs`: fingers take three times as long. */
export const burstKeys = 4;
/** Shortest code without an end key. */
export const shortestWithoutEnd = 6;

/** Longest average gap between keys of a scanner (ms). */
export const scannerGap = ({ burstMs }: ScanOptions): number => burstMs / (burstKeys - 1);
/**
 * Gap that only a scanner makes (ms); gaps between this and `scannerGap` may also come from a machine that delivers
 * keys late.
 */
export const clearGap = (options: ScanOptions): number => scannerGap(options) * 0.6;
/** Longest gap (ms) at which even two keys are a scanner's: rolling fingers take longer. */
export const maxPairGap = (options: ScanOptions): number => scannerGap(options) + 2;

/** Number of newest gaps that determine the pace, so that old ones have no weight. */
const gapsCompared = 15;

/** Median gap of the newest times (ms), which no single pause changes; 0 for fewer than two. */
export function pace(times: readonly number[]): number {
  const newest = times.slice(-gapsCompared - 1);
  const gaps = newest.slice(1).map((time, index) => time - (newest[index] ?? time));
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

/**
 * Splits off characters typed just before a scan, which are held with it: a gap far longer than any within the scan
 * separates them. Several keys before the gap that are too fast for fingers belong to the scan, which paused.
 */
export function splitTypedPrefix<Key extends { since: number }>(
  all: readonly Key[],
  options: ScanOptions,
): { typed: Key[]; scanned: Key[] } {
  const times = all.map(({ since }) => since);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const usual = pace(times);
  const odd = gaps.slice(0, burstKeys - 1).findLastIndex((gap) => gap > 12 && gap > 3 * usual);
  const isPaused = odd > 0 && gaps.slice(0, odd).every((gap) => gap <= maxPairGap(options));
  return isPaused ? { typed: [], scanned: [...all] } : { typed: all.slice(0, odd + 1), scanned: all.slice(odd + 1) };
}

/** Fewest characters that identify a slow scanner, and its slowest pace (ms between keys). */
const minCharacters = 6;
const maxSlowGap = 50;
/** A known scanner is recognised up to this multiple of its pace. */
const paceTolerance = 1.3;

/** Longest gap within one run of keys whose median gap is `usual` (ms): clocks of windows tick every 16 ms. */
export const maxGapInRun = (usual: number): number => 1.5 * usual + 12;

const medianOf = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** A scanner on a busy line may pause once within a code, at most this long (ms). */
const longestPause = 300;

/**
 * Median gap (ms) of keys that are as even as only a machine's, apart from one pause; null if fingers may have made
 * them. `times` includes the end key, if there is one. Fast typists take about 120 ms per key, the fastest 80, with
 * more variation, and longer before Enter.
 */
function slowPace(times: readonly number[]): number | null {
  if (times.length <= minCharacters) return null;
  const all = times.slice(1).map((time, at) => time - (times[at] ?? time));
  const usual = medianOf(all);
  const pauses = all.filter((gap) => gap > maxGapInRun(usual));
  if (usual > maxSlowGap || pauses.length > 1 || pauses.some((gap) => gap > longestPause)) return null;
  const gaps = all.filter((gap) => gap <= maxGapInRun(usual));
  const apart = gaps.reduce((sum, gap) => sum + Math.abs(gap - usual), 0) / gaps.length;
  return apart <= 0.15 * usual + 6 ? usual : null;
}

/** Whether a pace matches this desk's known slow scanner (`known` ms; 0 for none). */
export const isKnownSlow = (pace: number, known: number): boolean => pace <= known * paceTolerance;

/**
 * Keys of one run, oldest first: keys passed on as typing may be the beginning of a scan, or the part of one before a
 * pause.
 */
export class KeyRun<Key extends { since: number }> {
  #keys: Key[] = [];
  /** Number of keys before the last long pause. */
  #before = 0;

  /** Adds a key; after a long gap it starts a new run, or continues one that paused. */
  add(key: Key): void {
    const last = this.#keys.at(-1);
    const gap = last ? key.since - last.since : 0;
    if (gap > maxGapInRun(maxSlowGap)) {
      this.#keys.splice(0, gap > longestPause ? this.#keys.length : this.#before);
      this.#before = this.#keys.length;
    }
    this.#keys.push(key);
  }

  end(): void {
    this.#keys = [];
    this.#before = 0;
  }

  /** All keys and their pace (ms) if they and the end key come from a slow scanner. */
  slow(end: number): SlowKeys<Key> | null {
    return this.#slow([end]);
  }

  /**
   * Includes the part before a pause if a machine made both parts, else only the part after it. A single key before a
   * pause was typed.
   */
  #slow(end: readonly number[]): SlowKeys<Key> | null {
    for (const from of new Set([0, 1, this.#before])) {
      const keys = this.#keys.slice(from);
      const [first, second] = keys;
      const times = [...keys.map(({ since }) => since), ...end];
      const pace = slowPace(times);
      if (pace !== null && first && second && second.since - first.since <= maxGapInRun(pace)) return { keys, pace };
    }
    return null;
  }

  /**
   * When the run is over if no key follows; null if fingers may have made it. The wait is shorter for a scanner whose
   * pace `isKnown` than for one that may only be pausing.
   */
  due(isKnown: (pace: number) => boolean): number | null {
    const last = this.#keys.at(-1);
    const slow = this.#slow([]);
    if (!last || !slow) return null;
    return last.since + (isKnown(slow.pace) ? maxGapInRun(maxSlowGap) : longestPause) + 1;
  }

  /** All keys and their pace (ms) if the run is over and comes from a scanner that sends no end key. */
  finishedScan(now: number, isKnown: (pace: number) => boolean): SlowKeys<Key> | null {
    const due = this.due(isKnown);
    return due !== null && now >= due ? this.#slow([]) : null;
  }

  /**
   * The keys right before `first`, each at most `most` ms before the next; across a pause of the scanner also several
   * keys at most `surely` ms apart.
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

/** Keys that only a scanner can have made, and the median time between them (ms). */
export interface SlowKeys<Key> {
  keys: readonly Key[];
  pace: number;
}
