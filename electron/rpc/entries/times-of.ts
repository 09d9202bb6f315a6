import { dayNamed } from '../../day/local-day.ts';

/** Converts calendar days of the desk, the last one inclusive, to a half-open range of times (ms). */
export function toTimeRange<Asked extends { from?: string | undefined; to?: string | undefined }>({
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
