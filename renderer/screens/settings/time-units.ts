import type { SettingName } from '../../../shared/settings/settings.ts';

/** Units of durations, in seconds. Settings are stored in seconds, but no one thinks of five days as 432000 of them. */
export const secondsIn = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
export type TimeUnit = keyof typeof secondsIn;
export const timeUnits: readonly TimeUnit[] = ['seconds', 'minutes', 'hours', 'days'];

export const isTimeUnit = (text: string): text is TimeUnit => timeUnits.some((unit) => unit === text);

/** Whether a setting is a duration with a selectable unit. */
export const isDuration = (name: SettingName): boolean => name.endsWith('Seconds');

/** The largest unit in which the seconds are a whole number; `seconds` if none. */
export function naturalUnit(seconds: number): TimeUnit {
  const whole = timeUnits.filter((unit) => seconds > 0 && seconds % secondsIn[unit] === 0);
  return whole.at(-1) ?? 'seconds';
}

/** Converts to seconds, rounded to thousandths: 0.7 days must be exactly 60480 seconds. */
export const toSeconds = (number: number, unit: TimeUnit): number => Math.round(number * secondsIn[unit] * 1000) / 1000;
