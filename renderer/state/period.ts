export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

/** Days as `2026-11-23`, `to` inclusive. */
export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The calendar day on this machine of a time (ms). */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  return formatDay(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
}

/** The days of the period that contains a day; weeks begin on Monday. */
export function daysOf(period: Period, day: string): Days {
  const dayStart = Date.parse(day);
  if (period === 'day') return { from: day, to: day };
  if (period === 'week') {
    const monday = dayStart - ((new Date(dayStart).getUTCDay() + 6) % 7) * dayMs;
    return { from: formatDay(monday), to: formatDay(monday + 6 * dayMs) };
  }
  const [year = 0, month = 1] = day.split('-').map(Number);
  return { from: formatDay(Date.UTC(year, month - 1, 1)), to: formatDay(Date.UTC(year, month, 0)) };
}

/** A day in the period before (-1) or after (1) the one that contains a day. */
export function stepPeriod(period: Period, day: string, direction: 1 | -1): string {
  const { from, to } = daysOf(period, day);
  return formatDay(Date.parse(direction === 1 ? to : from) + direction * dayMs);
}
