import type { SupportFacts } from '../../shared/contract/support-procedures.ts';
import { defaultSettings, type SettingName, type Settings } from '../../shared/settings/settings.ts';

/** Settings for support: a text may name a person, a place or a folder, so only whether it is set is included. */
export function summarizeSettings(settings: Settings): SupportFacts['settings'] {
  const names = Object.keys(defaultSettings) as SettingName[];
  return Object.fromEntries(
    names.map((name) => {
      const value = settings[name];
      return [name, typeof value === 'string' ? (value === defaultSettings[name] ? 'default' : 'set') : value];
    }),
  ) as SupportFacts['settings'];
}
