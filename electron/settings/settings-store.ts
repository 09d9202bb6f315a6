import { defaultSettings, settingsSchema, type SettingName, type Settings } from '../../shared/settings.ts';
import { ProblemError } from '../../shared/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

/**
 * The settings of a data folder. What is stored wins over a default, what was set for one run wins over both and is never
 * stored. A stored value this program no longer takes (an older limit) falls back to its default instead of stopping the desk.
 */
export function settingsStore(db: Sqlite) {
  const all = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM setting');
  const write = db.prepare<[string, string]>(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  let forThisRun: Partial<Settings> = {};
  let current = read();

  function read(): Settings {
    const stored = Object.fromEntries(all.all().map(({ name, value }) => [name, JSON.parse(value) as unknown]));
    const usable = Object.entries(stored).filter(
      ([name, value]) => isSettingName(name) && settingsSchema.shape[name].safeParse(value).success,
    );
    return { ...defaultSettings, ...Object.fromEntries(usable), ...forThisRun };
  }

  return {
    get: (): Settings => current,
    /** Stores values; all or none. Throws ProblemError `bad-setting`. */
    set: db.transaction((values: Record<string, unknown>): Settings => {
      for (const [name, value] of Object.entries(checkSettings(values))) write.run(name, JSON.stringify(value));
      current = read();
      return current;
    }),
    /** Sets values until this process ends, as `deliver --set` does. Throws ProblemError `bad-setting`. */
    setForThisRun(values: Record<string, unknown>): Settings {
      forThisRun = { ...forThisRun, ...checkSettings(values) };
      current = read();
      return current;
    },
  };
}
export type SettingsStore = ReturnType<typeof settingsStore>;

function checkSettings(values: Record<string, unknown>): Partial<Settings> {
  const checked = Object.entries(values).map(([name, value]) => {
    if (!isSettingName(name)) {
      throw badSetting(
        `There is no setting ${name}. The settings are ${Object.keys(defaultSettings).join(', ')}.`,
        name,
      );
    }
    const parsed = settingsSchema.shape[name].safeParse(value);
    if (parsed.success) return [name, parsed.data] as const;
    throw badSetting(
      `${name} cannot be ${JSON.stringify(value)}: ${parsed.error.issues[0]?.message ?? 'not allowed'}.`,
      name,
    );
  });
  return Object.fromEntries(checked);
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(defaultSettings, name);
}

function badSetting(message: string, name: string): ProblemError {
  return new ProblemError({ kind: 'bad-setting', message, params: { name } });
}
