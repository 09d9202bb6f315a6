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
