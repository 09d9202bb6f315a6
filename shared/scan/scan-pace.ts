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
  /** Gap between keys of a scanner too slow for `burstMs`: evenly spaced keys of this pace are its scans; 0: none. */
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
export const minLengthWithoutEnd = 6;

/** Longest average gap between keys of a scanner (ms). */
export const scannerGap = ({ burstMs }: ScanOptions): number => burstMs / (burstKeys - 1);
/**
 * Gap that only a scanner makes (ms); gaps between this and `scannerGap` may also come from a machine that delivers
 * keys late.
 */
export const clearGap = (options: ScanOptions): number => scannerGap(options) * 0.6;
/** Longest gap (ms) at which even two keys are a scanner's: rolling fingers take longer. */
export const maxPairGap = (options: ScanOptions): number => scannerGap(options) + 2;

/** Only this many of the newest gaps determine the pace. */
const maxGapsCompared = 15;

/** Median gap of the newest times (ms), which a single pause does not change; 0 for fewer than two times. */
export function pace(times: readonly number[]): number {
  const newest = times.slice(-maxGapsCompared - 1);
  const gaps = newest.slice(1).map((time, index) => time - (newest[index] ?? time));
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

/**
 * Splits off characters typed just before a scan, which are held with it: a gap far longer than any within the scan
 * separates them. Several keys before the gap that are too fast for fingers belong to the scan, which paused.
 */
export function splitTypedPrefix<Key extends { since: number }>(
  keys: readonly Key[],
  options: ScanOptions,
): { typed: Key[]; scanned: Key[] } {
  const times = keys.map(({ since }) => since);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const usualGap = pace(times);
  const splitIndex = gaps.slice(0, burstKeys - 1).findLastIndex((gap) => gap > 12 && gap > 3 * usualGap);
  const isPaused = splitIndex > 0 && gaps.slice(0, splitIndex).every((gap) => gap <= maxPairGap(options));
  return isPaused
    ? { typed: [], scanned: [...keys] }
    : { typed: keys.slice(0, splitIndex + 1), scanned: keys.slice(splitIndex + 1) };
}

/** Fewest characters that identify a slow scanner, and its slowest pace (ms between keys). */
const minSlowCharacters = 6;
const maxSlowGap = 50;
/** A known scanner is recognised up to this multiple of its pace. */
const paceTolerance = 1.3;

/** Longest gap within one run of keys whose median gap is `usualGap`: clocks of windows tick every 16 ms. */
export const maxGapInRun = (usualGap: number): number => 1.5 * usualGap + 12;

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A scanner on a busy line may pause once within a code, at most this long (ms). */
const maxPause = 300;

/**
 * Median gap (ms) of keys spaced too evenly for fingers, apart from at most one pause; null if fingers may have made
 * them. `times` includes the end key, if there is one. Fast typists take about 120 ms per key, the fastest 80, with
 * more variation, and longer before Enter.
 */
function slowPace(times: readonly number[]): number | null {
  if (times.length <= minSlowCharacters) return null;
  const allGaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const usualGap = medianOf(allGaps);
  const pauses = allGaps.filter((gap) => gap > maxGapInRun(usualGap));
  if (usualGap > maxSlowGap || pauses.length > 1 || pauses.some((gap) => gap > maxPause)) return null;
  const gaps = allGaps.filter((gap) => gap <= maxGapInRun(usualGap));
  const meanDeviation = gaps.reduce((sum, gap) => sum + Math.abs(gap - usualGap), 0) / gaps.length;
  return meanDeviation <= 0.15 * usualGap + 6 ? usualGap : null;
}

/** Whether a pace matches this desk's known slow scanner (`knownPace` ms; 0 for none). */
export const isKnownSlow = (pace: number, knownPace: number): boolean => pace <= knownPace * paceTolerance;

/** The latest keys without a long pause, oldest first: keys passed on as typing may be the beginning of a scan. */
export class KeyRun<Key extends { since: number }> {
  #keys: Key[] = [];
  /** Number of keys before the last long pause. */
  #keysBeforePause = 0;

  /** Adds a key. After a long gap it starts a new run; after a shorter pause it continues the run. */
  add(key: Key): void {
    const lastKey = this.#keys.at(-1);
    const gap = lastKey ? key.since - lastKey.since : 0;
    if (gap > maxGapInRun(maxSlowGap)) {
      this.#keys.splice(0, gap > maxPause ? this.#keys.length : this.#keysBeforePause);
      this.#keysBeforePause = this.#keys.length;
    }
    this.#keys.push(key);
  }

  reset(): void {
    this.#keys = [];
    this.#keysBeforePause = 0;
  }

  /** All keys and their pace (ms) if they and the end key come from a slow scanner. */
  slowKeys(endKeyTime: number): SlowKeys<Key> | null {
    return this.#findSlowKeys([endKeyTime]);
  }

  /** Includes the keys before a pause if a machine made both parts; otherwise only the keys after it. */
  #findSlowKeys(endKeyTimes: readonly number[]): SlowKeys<Key> | null {
    for (const startIndex of new Set([0, 1, this.#keysBeforePause])) {
      const keys = this.#keys.slice(startIndex);
      const [first, second] = keys;
      const times = [...keys.map(({ since }) => since), ...endKeyTimes];
      const pace = slowPace(times);
      if (pace !== null && first && second && second.since - first.since <= maxGapInRun(pace)) return { keys, pace };
    }
    return null;
  }

  /**
   * When the run is over if no key follows; null if fingers may have made it. The wait is shorter if the pace is that
   * of a known scanner: an unknown one may only be pausing.
   */
  due(isKnown: (pace: number) => boolean): number | null {
    const lastKey = this.#keys.at(-1);
    const slowKeys = this.#findSlowKeys([]);
    if (!lastKey || !slowKeys) return null;
    return lastKey.since + (isKnown(slowKeys.pace) ? maxGapInRun(maxSlowGap) : maxPause) + 1;
  }

  /** All keys and their pace (ms) if the run is over and comes from a scanner that sends no end key. */
  finishedScan(now: number, isKnown: (pace: number) => boolean): SlowKeys<Key> | null {
    const due = this.due(isKnown);
    return due !== null && now >= due ? this.#findSlowKeys([]) : null;
  }

  /**
   * The keys right before `first`, each at most `maxGap` ms before the next; across one pause of the scanner, also two
   * or more keys at most `maxSureGap` ms apart.
   */
  keysBefore(first: Key, maxGap: number, maxSureGap: number): readonly Key[] {
    const endIndex = this.#keys.findIndex(({ since }) => since === first.since);
    const gapBefore = (index: number) =>
      (this.#keys[index]?.since ?? 0) - (this.#keys[index - 1]?.since ?? Number.NEGATIVE_INFINITY);
    const startOfRun = (fromIndex: number, maxNearGap: number): number => {
      let index = fromIndex;
      while (index > 0 && gapBefore(index) <= maxNearGap) index -= 1;
      return index;
    };
    const start = startOfRun(Math.max(0, endIndex), maxGap);
    const startBeforePause = start > 1 && gapBefore(start) <= maxPause ? startOfRun(start - 1, maxSureGap) : start;
    return this.#keys.slice(start - startBeforePause > 1 ? startBeforePause : start, Math.max(0, endIndex));
  }
}

/** Keys that only a scanner can have made, and the median time between them (ms). */
export interface SlowKeys<Key> {
  keys: readonly Key[];
  pace: number;
}
