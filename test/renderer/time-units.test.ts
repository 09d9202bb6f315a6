import {
  isDuration,
  naturalUnit,
  secondsPerUnit,
  timeUnits,
  toSeconds,
} from '../../renderer/screens/settings/settings-edit.svelte.ts';
import { defaultSettings, settingFault, type SettingName } from '../../shared/settings/settings.ts';
import { describe, expect, it } from 'vitest';

describe('a duration setting', () => {
  it.each([
    [432_000, 'days'],
    [43_200, 'hours'],
    [600, 'minutes'],
    [90, 'seconds'],
    [0, 'seconds'],
    [0.2, 'seconds'],
    [86_401, 'seconds'],
  ] as const)('of %s seconds is shown in %s', (seconds, unit) => expect(naturalUnit(seconds)).toBe(unit));

  it('keeps its number of seconds when it is shown and read back', () => {
    for (const [name, value] of Object.entries(defaultSettings)) {
      if (!isDuration(name as SettingName) || typeof value !== 'number') continue;
      const unit = naturalUnit(value);
      expect(toSeconds(value / secondsPerUnit[unit], unit)).toBe(value);
      expect(settingFault(name as SettingName, value)).toBeNull();
    }
    for (const unit of timeUnits) expect(toSeconds(0.7, unit)).toBe(Number((0.7 * secondsPerUnit[unit]).toFixed(3)));
  });
});
