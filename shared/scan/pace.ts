import { burstKeys, type ScanOptions } from './scan-options.ts';

/** The longest gap between keys that are still a scanner's, on average (ms). */
export const scannerGap = ({ burstMs }: ScanOptions): number => burstMs / (burstKeys - 1);
/** A gap that only a scanner makes (ms); the ones between are made by it or by a machine that brings keys late. */
export const clearGap = (options: ScanOptions): number => scannerGap(options) * 0.6;
/** The longest gap (ms) that makes even two keys a scanner's: fingers that roll over each other take longer. */
export const surelyScanned = (options: ScanOptions): number => scannerGap(options) + 2;

/** Gaps that a pace is told by: the newest, so that what was long ago weighs nothing. */
const gapsCompared = 15;

/** The middle gap of the newest times (ms), which no single pause changes; 0 for fewer than two. */
export function pace(times: readonly number[]): number {
  const newest = times.slice(-gapsCompared - 1);
  const gaps = newest.slice(1).map((time, index) => time - (newest[index] ?? time));
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}
