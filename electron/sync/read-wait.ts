import type { Settings } from '../../shared/settings/settings.ts';

type ReadSettings = Pick<Settings, 'readFirstSeconds' | 'readMostSeconds'>;

const growth = 1.5;
const failedFirstSeconds = 600;

/** Wait (ms) before the next read of an outcome, after `reads` of them: soon, then ever more rarely. */
export function readWaitMs(reads: number, { readFirstSeconds, readMostSeconds }: ReadSettings): number {
  return Math.round(Math.min(readMostSeconds, readFirstSeconds * growth ** reads) * 1000);
}

/** The same after a failed creation: it heals seldom, and nobody waits at the counter for it. */
export function failedWaitMs(reads: number, { readMostSeconds }: ReadSettings): number {
  return Math.round(Math.min(readMostSeconds, failedFirstSeconds * growth ** reads) * 1000);
}
