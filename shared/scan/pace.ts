import { burstKeys, type ScanOptions } from './scan-options.ts';

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
