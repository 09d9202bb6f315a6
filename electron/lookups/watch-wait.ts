import type { Settings } from '../../shared/settings/settings.ts';

const growth = 1.5;

/** Wait (ms) before a watched number is asked again, after `reads` looks that found nothing new. */
export function watchWaitMs(
  reads: number,
  { watchFirstSeconds, watchMostSeconds }: Pick<Settings, 'watchFirstSeconds' | 'watchMostSeconds'>,
): number {
  return Math.round(Math.min(watchMostSeconds, watchFirstSeconds * growth ** reads) * 1000);
}
