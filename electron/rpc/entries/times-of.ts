import { dayNamed } from '../../day/local-day.ts';

/** Days of the desk's calendar, the last included, as the times (ms) from which and up to which they are. */
export function timesOf<Asked extends { from?: string | undefined; to?: string | undefined }>({
  from,
  to,
  ...others
}: Asked): Omit<Asked, 'from' | 'to'> & { since?: number; until?: number } {
  return {
    ...others,
    ...(from !== undefined && { since: dayNamed(from).from }),
    ...(to !== undefined && { until: dayNamed(to).to }),
  };
}
