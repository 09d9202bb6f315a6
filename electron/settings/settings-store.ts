import { defaultSettings, settingFault, type SettingName, type Settings } from '../../shared/settings/settings.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import { trackingLanguage } from '../../shared/settings/tracking-language.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

/**
 * The settings of a data folder. What is stored wins over a default, what was set for one run wins over both and is never
 * stored. A stored value this program no longer takes (an older limit) falls back to its default instead of stopping the desk,
 * and `unusable` names it.
 */
export function settingsStore(db: Sqlite) {
  const all = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM setting');
  const write = db.prepare<[string, string]>(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  // what screens said that they show; older ones said only what a person had chosen
  const screens = db.prepare<[], { language: unknown }>(
    `SELECT coalesce(
       (SELECT value ->> '$' FROM memory WHERE name = 'language'),
       (SELECT value ->> 'language' FROM memory WHERE name = 'choices')
     ) AS language`,
  );
  let forThisRun: Partial<Settings> = {};
  let saysLang = false;
  let unusable: { name: SettingName; reason: string }[] = [];
  let current = read();

  function read(): Settings {
    const stored = Object.fromEntries(all.all().map(({ name, value }) => [name, JSON.parse(value) as unknown]));
    const known = Object.keys(stored).filter(isSettingName);
    unusable = known.flatMap((name) => {
      const fault = settingFault(name, stored[name]);
      return fault ? [{ name, reason: fault.reason }] : [];
    });
    const usable = known
      .filter((name) => !unusable.some((one) => one.name === name))
      .map((name) => [name, stored[name]] as const);
    const set = { ...Object.fromEntries(usable), ...forThisRun };
    saysLang = Object.hasOwn(set, 'lang');
    return { ...defaultSettings, ...set };
  }

  /** Until somebody says otherwise, what the service tells is read in the language of the screens. */
  const get = (): Settings => (saysLang ? current : { ...current, lang: trackingLanguage(screens.get()?.language) });

  return {
    get,
    /** settings whose stored value this program does not take, so that their defaults count */
    unusable: (): readonly { name: SettingName; reason: string }[] => unusable,
    /** Throws as `set`, and stores nothing. */
    check: (values: Record<string, unknown>): void => void checkSettings(values),
    /** Stores values; all or none. Throws ProblemError `bad-setting`. */
    set: db.transaction((values: Record<string, unknown>): Settings => {
      for (const [name, value] of Object.entries(checkSettings(values))) write.run(name, JSON.stringify(value));
      current = read();
      return get();
    }),
    /** Sets values until this process ends, as `deliver --set` does. Throws ProblemError `bad-setting`. */
    setForThisRun(values: Record<string, unknown>): Settings {
      forThisRun = { ...forThisRun, ...checkSettings(values) };
      current = read();
      return get();
    },
    /** Reads anew what is stored, which another connection may have done. */
    readAnew: (): void => void (current = read()),
  };
}
export type SettingsStore = ReturnType<typeof settingsStore>;

/**
 * The settings of a folder for who only reads it, with those of this run; what its owner stores counts from the next call on. A call costs a
 * look at whether anything was written since, not the settings. Throws as `set`.
 */
export function settingsOfReader(db: Sqlite, forThisRun: Record<string, unknown>): () => Settings {
  const store = settingsStore(db);
  store.setForThisRun(forThisRun);
  const written = db.prepare<[], { version: number }>('SELECT data_version AS version FROM pragma_data_version');
  let seen = written.get()?.version;
  return () => {
    const version = written.get()?.version;
    if (version !== seen) store.readAnew();
    seen = version;
    return store.get();
  };
}

function checkSettings(values: Record<string, unknown>): Partial<Settings> {
  const checked = Object.entries(values).map(([name, value]) => {
    if (!isSettingName(name)) {
      const known = Object.keys(defaultSettings).join(', ');
      throw badSetting(`There is no setting ${name}. The settings are ${known}.`, name, 'unknown');
    }
    const fault = settingFault(name, value);
    if (!fault) return [name, value] as const;
    const { message, reason } = fault;
    throw badSetting(`${name} cannot be ${JSON.stringify(value)}. ${message}`, name, reason);
  });
  return Object.fromEntries(checked);
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(defaultSettings, name);
}

function badSetting(message: string, name: string, reason: string): ProblemError {
  return new ProblemError({ kind: 'bad-setting', message, params: { name, reason } });
}
