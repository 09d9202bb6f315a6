import { ProblemError } from '../../shared/contract/problem.ts';
import {
  defaultSettings,
  settingFault,
  type SettingName,
  type Settings,
  trackingLanguage,
} from '../../shared/settings/settings.ts';
import type { Sqlite } from './database/open-sqlite.ts';

/**
 * The settings of a data folder. A stored value overrides the default; a value set for this run overrides both and is
 * never stored. A stored value that is invalid by now (limits change) is replaced by its default, so that the desk
 * still starts, and is listed by `unusable`.
 */
export function settingsStore(db: Sqlite) {
  const selectAll = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM setting');
  const upsert = db.prepare<[string, string]>(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  // the language the screens reported; older versions stored only the one a person chose
  const selectLanguage = db.prepare<[], { language: unknown }>(
    `SELECT coalesce(
       (SELECT value ->> '$' FROM memory WHERE name = 'language'),
       (SELECT value ->> 'language' FROM memory WHERE name = 'choices')
     ) AS language`,
  );
  let runOverrides: Partial<Settings> = {};
  let isLangSet = false;
  let unusable: { name: SettingName; reason: string }[] = [];
  let current = readSettings();

  function readSettings(): Settings {
    const stored = Object.fromEntries(selectAll.all().map(({ name, value }) => [name, JSON.parse(value) as unknown]));
    const knownNames = Object.keys(stored).filter(isSettingName);
    unusable = knownNames.flatMap((name) => {
      const fault = settingFault(name, stored[name]);
      return fault ? [{ name, reason: fault.reason }] : [];
    });
    const usable = knownNames
      .filter((name) => !unusable.some((one) => one.name === name))
      .map((name) => [name, stored[name]] as const);
    const merged = { ...Object.fromEntries(usable), ...runOverrides };
    isLangSet = Object.hasOwn(merged, 'lang');
    return { ...defaultSettings, ...merged };
  }

  /** Unless `lang` is set, texts of the service are requested in the language of the screens. */
  const currentSettings = (): Settings =>
    isLangSet ? current : { ...current, lang: trackingLanguage(selectLanguage.get()?.language) };

  return {
    get: currentSettings,
    /** Settings whose stored value is invalid; their default applies. */
    unusable: (): readonly { name: SettingName; reason: string }[] => unusable,
    /** Validates values without storing them. Throws as `set`. */
    check: (values: Record<string, unknown>): void => void checkSettings(values),
    /** Stores values; all or none. Throws ProblemError `bad-setting`. */
    set: db.transaction((values: Record<string, unknown>): Settings => {
      for (const [name, value] of Object.entries(checkSettings(values))) upsert.run(name, JSON.stringify(value));
      current = readSettings();
      return currentSettings();
    }),
    /** Sets values for the lifetime of this process, as `deliver --set` does. Throws ProblemError `bad-setting`. */
    setForThisRun(values: Record<string, unknown>): Settings {
      runOverrides = { ...runOverrides, ...checkSettings(values) };
      current = readSettings();
      return currentSettings();
    },
    /** Reads the stored settings again, after another connection may have changed them. */
    reload: (): void => void (current = readSettings()),
  };
}
export type SettingsStore = ReturnType<typeof settingsStore>;

/**
 * Reads the settings on a read-only connection, with the values of this run. A change by the owner takes effect at the
 * next call; unless something was written, a call reads only `data_version`. Throws as `set`.
 */
export function readerSettings(db: Sqlite, runOverrides: Record<string, unknown>): () => Settings {
  const store = settingsStore(db);
  store.setForThisRun(runOverrides);
  const selectVersion = db.prepare<[], { version: number }>('SELECT data_version AS version FROM pragma_data_version');
  let lastVersion = selectVersion.get()?.version;
  return () => {
    const version = selectVersion.get()?.version;
    if (version !== lastVersion) store.reload();
    lastVersion = version;
    return store.get();
  };
}

function checkSettings(values: Record<string, unknown>): Partial<Settings> {
  const checked = Object.entries(values).map(([name, value]) => {
    if (!isSettingName(name)) {
      const names = Object.keys(defaultSettings).join(', ');
      throw badSetting(`There is no setting ${name}. The settings are ${names}.`, name, 'unknown');
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
