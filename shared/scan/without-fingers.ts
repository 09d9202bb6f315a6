import { pace, maxPairGap } from './pace.ts';
import { burstKeys, type ScanOptions } from './scan-options.ts';

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
