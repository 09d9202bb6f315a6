import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { readerSettings, settingsStore } from '../../electron/storage/settings-store.ts';
import { defaultSettings, readSettingText } from '../../shared/settings/settings.ts';
import { openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeEach(() => {
  desk = openTestOutbox();
});
afterEach(() => desk.close());

describe('settings', () => {
  it('are stored, and each has a default', () => {
    expect(settingsStore(desk.db).get()).toEqual(defaultSettings);
    settingsStore(desk.db).set({ graceSeconds: 60 });
    expect(settingsStore(desk.db).get().graceSeconds).toBe(60);
  });

  it('for one run override stored ones and are not stored', () => {
    const store = settingsStore(desk.db);
    store.set({ holdSeconds: 7 });
    expect(store.setForThisRun({ holdSeconds: 0 }).holdSeconds).toBe(0);
    expect(settingsStore(desk.db).get().holdSeconds).toBe(7);
  });

  it('are refused if invalid, all or none', () => {
    const store = settingsStore(desk.db);
    expect(() => store.set({ graceSeconds: 60, concurrency: 0 })).toThrow(/concurrency/);
    expect(() => store.set({ nonsense: 1 })).toThrow(/There is no setting nonsense/);
    // An unpaired surrogate is invalid in a URL, so every status request would fail.
    expect(() => store.set({ idType: 'Package\ud800' })).toThrow(/idType/);
    expect(() => store.set({ toString: 1 })).toThrow(/There is no setting/);
    expect(store.get()).toEqual(defaultSettings);
  });

  it('use the default if a stored value is no longer valid', () => {
    desk.db.prepare(`INSERT INTO setting (name, value) VALUES ('concurrency', '"many"')`).run();
    const store = settingsStore(desk.db);
    expect(store.get().concurrency).toBe(4);
    expect(store.unusable()).toEqual([{ name: 'concurrency', reason: 'limits' }]);
    store.set({ concurrency: 3 });
    expect(store.unusable()).toEqual([]);
  });

  it('stored meanwhile are read from the next call on, and overridden by those of this run', () => {
    const db = openDeskReader(desk.folder);
    try {
      const settings = readerSettings(db, { holdSeconds: 0 });
      const store = settingsStore(desk.db);
      expect(settings()).toEqual({ ...defaultSettings, holdSeconds: 0 });
      store.set({ graceSeconds: 60, holdSeconds: 7 });
      expect(settings()).toEqual({ ...defaultSettings, graceSeconds: 60, holdSeconds: 0 });
      store.set({ graceSeconds: 61 });
      store.set({ graceSeconds: 62 });
      expect(settings().graceSeconds).toBe(62);
      expect(() => readerSettings(db, { concurrency: 0 })).toThrow(/concurrency/);
    } finally {
      db.close();
    }
  });

  it('are parsed from text by type', () => {
    expect(readSettingText('graceSeconds', '2.5')).toBe(2.5);
    expect(readSettingText('graceSeconds', '')).toBeNaN();
    expect(readSettingText('alwaysAsk', 'true')).toBe(true);
    expect(readSettingText('lang', '5')).toBe('5');
  });
});
