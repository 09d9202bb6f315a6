import type { Problem } from '../../../shared/contract/problem.ts';
import { type SettingName, defaultSettings, settingFault } from '../../../shared/settings/settings.ts';
import { choices } from '../../choices/choices.svelte.ts';
import { decimalSignOf, readNumber, writeNumber } from '../../forms/read-field.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { ask } from '../../transport/desk.ts';
import { SvelteMap } from 'svelte/reactivity';

/** Units of durations, in seconds. Settings are stored in seconds, but no one thinks of five days as 432000 of them. */
export const secondsPerUnit = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
export type TimeUnit = keyof typeof secondsPerUnit;
export const timeUnits: readonly TimeUnit[] = ['seconds', 'minutes', 'hours', 'days'];

export const isTimeUnit = (text: string): text is TimeUnit => timeUnits.some((unit) => unit === text);

/** Whether a setting is a duration with a selectable unit. */
export const isDuration = (name: SettingName): boolean => name.endsWith('Seconds');

/** The largest unit in which the seconds are a whole number; `seconds` if none. */
export function naturalUnit(seconds: number): TimeUnit {
  const wholeUnits = timeUnits.filter((unit) => seconds > 0 && seconds % secondsPerUnit[unit] === 0);
  return wholeUnits.at(-1) ?? 'seconds';
}

/** Converts to seconds, rounded to thousandths: 0.7 days must be exactly 60480 seconds. */
export const toSeconds = (number: number, unit: TimeUnit): number =>
  Math.round(number * secondsPerUnit[unit] * 1000) / 1000;

/** Edits of the settings; untouched fields follow the desk. */
class SettingsEdit {
  readonly changes = new SvelteMap<SettingName, string | boolean>();
  readonly #units = new SvelteMap<SettingName, TimeUnit>();
  problem = $state.raw<Problem | null>(null);

  /**
   * Unit of a duration: the one a person chose, otherwise the natural one of the stored value. Null if the setting is
   * not a duration.
   */
  unitOf(name: SettingName): TimeUnit | null {
    if (!isDuration(name)) return null;
    const selectedUnit = this.#units.get(name);
    if (selectedUnit) return selectedUnit;
    const value = (desk.settings ?? defaultSettings)[name];
    return naturalUnit(typeof value === 'number' ? value : 0);
  }

  /** Changes the unit and keeps the number, so the duration changes. */
  changeUnit(name: SettingName, unit: TimeUnit): void {
    this.changes.set(name, this.valueOf(name));
    this.#units.set(name, unit);
  }

  valueOf(name: SettingName): string | boolean {
    const typed = this.changes.get(name);
    if (typed !== undefined) return typed;
    const value = (desk.settings ?? defaultSettings)[name];
    if (typeof value !== 'number') return value;
    const unit = this.unitOf(name);
    return writeNumber(unit ? value / secondsPerUnit[unit] : value, decimalSignOf(choices.locale));
  }

  setValue(name: SettingName, value: string | boolean): void {
    // pin the unit, so that a save elsewhere does not change it during typing
    const unit = this.unitOf(name);
    if (unit) this.#units.set(name, unit);
    this.changes.set(name, value);
  }

  /** The value to save, or why the input is invalid. */
  readonly #parse = (name: SettingName): { value: unknown } | { reason: string } => {
    const typed = this.valueOf(name);
    if (typeof typed === 'boolean') return { value: typed };
    const isNumber = typeof defaultSettings[name] === 'number';
    const number = isNumber ? readNumber(typed, decimalSignOf(choices.locale)) : null;
    if (number && !('value' in number)) return { reason: 'limits' };
    // desk codes are upper case
    const text = name === 'deskCode' ? typed.trim().toUpperCase() : typed;
    const unit = this.unitOf(name);
    const value = number ? (unit ? toSeconds(number.value, unit) : number.value) : text;
    return settingFault(name, value) ?? { value };
  };

  /** Problem of the input, for `sayProblem`; null if it is valid. */
  problemOf(name: SettingName): Problem | null {
    const parsed = this.changes.has(name) ? this.#parse(name) : null;
    return parsed && 'reason' in parsed
      ? { kind: 'bad-setting', message: '', params: { reason: parsed.reason } }
      : null;
  }

  get canSave(): boolean {
    return this.changes.size > 0 && [...this.changes.keys()].every((name) => this.problemOf(name) === null);
  }

  async save(): Promise<boolean> {
    const values = Object.fromEntries(
      [...this.changes.keys()].flatMap((name) => {
        const parsed = this.#parse(name);
        return 'value' in parsed ? [[name, parsed.value]] : [];
      }),
    );
    const answer = await ask('settings.set', { values });
    this.problem = answer.ok ? null : answer.problem;
    if (!answer.ok) return false;
    desk.settings = answer.value;
    this.changes.clear();
    this.#units.clear();
    return true;
  }
}

export const settingsEdit = new SettingsEdit();
