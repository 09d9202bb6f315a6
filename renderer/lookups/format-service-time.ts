import { format } from '../texts/format.svelte.ts';

const isoPattern = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Formats a time written by the service in the user's style but in its own zone, which is appended if given. Nothing is
 * converted, so the day stays the same. Text that is not an ISO date or time is returned unchanged.
 */
export function formatServiceTime(text: string, precision: 'day' | 'minute' = 'minute'): string {
  const match = isoPattern.exec(text.trim());
  if (!match) return text;
  const [, year, month, day, hour, minute, zone] = match;
  const instant = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0));
  if (new Date(instant).getUTCDate() !== Number(day)) return text;
  const formatted = format.atPlace(instant, 0, precision === 'minute' && hour !== undefined);
  return zone === undefined || precision === 'day' ? formatted : `${formatted} ${formatZone(zone)}`;
}

const formatZone = (zone: string): string =>
  zone === 'Z' ? 'UTC' : `UTC${zone.slice(0, 3)}:${zone.slice(-2)}`.replace('-', '−');

/** Formats an offset in minutes ahead of UTC: `UTC+08:00`. */
export function formatOffset(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const absoluteMinutes = Math.abs(minutes);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `UTC${minutes < 0 ? '−' : '+'}${twoDigits(Math.floor(absoluteMinutes / 60))}:${twoDigits(Math.round(absoluteMinutes % 60))}`;
}

/** Minutes the user's clock is ahead of UTC at an instant (ms). */
export const ownOffset = (instant: number): number => -new Date(instant).getTimezoneOffset();
