import type { Settings } from '../../shared/settings/settings.ts';

type ReadSettings = Pick<Settings, 'readFirstSeconds' | 'readMostSeconds'>;

const growth = 1.5;
const failedFirstSeconds = 600;

/** Wait (ms) before the next outcome check, after `reads` of them: short at first, then growing. */
export function outcomeCheckWaitMs(reads: number, { readFirstSeconds, readMostSeconds }: ReadSettings): number {
  return Math.round(Math.min(readMostSeconds, readFirstSeconds * growth ** reads) * 1000);
}

/** The same after a failed creation, which seldom recovers and is not awaited at the counter. */
export function failedWaitMs(reads: number, { readMostSeconds }: ReadSettings): number {
  return Math.round(Math.min(readMostSeconds, failedFirstSeconds * growth ** reads) * 1000);
}
