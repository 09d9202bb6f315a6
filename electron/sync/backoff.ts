import type { Settings } from '../../shared/settings/settings.ts';
import type { Random } from './clock.ts';

/** Wait (ms) after the `tries`-th try: exponential, with full jitter, so that what failed together does not return together. */
export function backoffMs(
  tries: number,
  { backoffFirstSeconds, backoffMostSeconds }: Pick<Settings, 'backoffFirstSeconds' | 'backoffMostSeconds'>,
  random: Random,
): number {
  const most = Math.min(backoffMostSeconds, backoffFirstSeconds * 2 ** Math.max(0, tries - 1));
  return Math.round(most * 1000 * random());
}
