import { format } from '../texts/format.svelte.ts';

const written = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A time the service wrote, in the person's own way of writing but in the zone it was written in, which is added where it was
 * told: nothing is converted, and a day is the day it was there. What is no ISO date or time stays as it came.
 */
export function writtenTime(text: string, exact: 'day' | 'minute' = 'minute'): string {
  const match = written.exec(text.trim());
  if (!match) return text;
  const [, year, month, day, hour, minute, zone] = match;
  const instant = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0));
  if (new Date(instant).getUTCDate() !== Number(day)) return text;
  const shown = format.atPlace(instant, 0, exact === 'minute' && hour !== undefined);
  return zone === undefined || exact === 'day' ? shown : `${shown} ${zoneOf(zone)}`;
}

const zoneOf = (zone: string): string =>
  zone === 'Z' ? 'UTC' : `UTC${zone.slice(0, 3)}:${zone.slice(-2)}`.replace('-', '−');

/** `UTC+08:00`; minutes ahead of UTC. */
export function offsetWords(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(Math.round(size % 60))}`;
}

/** Minutes the person's own clock is ahead of UTC at that time (ms). */
export const ownOffset = (instant: number): number => -new Date(instant).getTimezoneOffset();
