import type { SettingName } from '../../../shared/settings/settings.ts';

/** What a time is told in, by the seconds of each. Settings are kept in seconds, and nobody thinks of five days as 432000 of them. */
export const secondsIn = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
export type TimeUnit = keyof typeof secondsIn;
export const timeUnits: readonly TimeUnit[] = ['seconds', 'minutes', 'hours', 'days'];

export const isTimeUnit = (text: string): text is TimeUnit => timeUnits.some((unit) => unit === text);

/** Whether a setting is a time that a person tells in a unit of their own. */
export const isTime = (name: SettingName): boolean => name.endsWith('Seconds');

/** The largest unit that tells so many seconds in a whole number; seconds where none does. */
export function naturalUnit(seconds: number): TimeUnit {
  const whole = timeUnits.filter((unit) => seconds > 0 && seconds % secondsIn[unit] === 0);
  return whole.at(-1) ?? 'seconds';
}

/** Seconds of a number in a unit; to the thousandth, since 0.7 days is no other number than 60480 seconds. */
export const toSeconds = (number: number, unit: TimeUnit): number => Math.round(number * secondsIn[unit] * 1000) / 1000;
