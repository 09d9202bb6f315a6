/** How a desk's scanner writes; the page that tests a scanner finds these out. Times in ms. */
export interface ScanOptions {
  /** four keys within this time are no fingers; also the longest time a typed character is held back */
  burstMs: number;
  /** longest pause within a scan once it is known to be one */
  pauseMs: number;
  /** characters the scanner sends before and behind each code; empty for none */
  prefix: string;
  suffix: string;
  /** only what Enter or Tab ends is a scan; for scanners that send neither, a pause ends it */
  needsEnd: boolean;
  /** keys are read by their place on a US keyboard: for a desk whose keyboard has another language */
  byPlace: boolean;
  /** from key to key of a scanner too slow for `burstMs`: even keys with an end behind are its scans; 0 for none */
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

/** Keys, the ending one included, that must come within `burstMs`: fingers take three times as long. */
export const burstKeys = 4;
/** Shortest code without an ending key. */
export const shortestWithoutEnd = 6;
