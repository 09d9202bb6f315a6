import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsOfReader, settingsStore } from '../../electron/settings/settings-store.ts';
import { openDeskReader } from '../../electron/database/open-desk.ts';
import { defaultSettings, readSettingText } from '../../shared/settings/settings.ts';
import { openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';

let desk: TestOutbox;
beforeEach(() => {
  desk = openTestOutbox();
});
afterEach(() => desk.close());

describe('settings', () => {
  it('are kept, and have a default each', () => {
    expect(settingsStore(desk.db).get()).toEqual(defaultSettings);
    settingsStore(desk.db).set({ graceSeconds: 60 });
    expect(settingsStore(desk.db).get().graceSeconds).toBe(60);
  });

  it('for one run win over the kept ones and are not kept', () => {
    const store = settingsStore(desk.db);
    store.set({ holdSeconds: 7 });
    expect(store.setForThisRun({ holdSeconds: 0 }).holdSeconds).toBe(0);
    expect(settingsStore(desk.db).get().holdSeconds).toBe(7);
  });

  it('refuse what they cannot be, all or none', () => {
    const store = settingsStore(desk.db);
    expect(() => store.set({ graceSeconds: 60, concurrency: 0 })).toThrow(/concurrency/);
    expect(() => store.set({ nonsense: 1 })).toThrow(/There is no setting nonsense/);
    // half a character can stand in no address, and each question for a status would fail
    expect(() => store.set({ idType: 'Package\ud800' })).toThrow(/idType/);
    expect(() => store.set({ toString: 1 })).toThrow(/There is no setting/);
    expect(store.get()).toEqual(defaultSettings);
  });

  it('fall back to the default where a kept value is not taken any more', () => {
    desk.db.prepare(`INSERT INTO setting (name, value) VALUES ('concurrency', '"many"')`).run();
    const store = settingsStore(desk.db);
    expect(store.get().concurrency).toBe(4);
    expect(store.unusable()).toEqual([{ name: 'concurrency', reason: 'limits' }]);
    store.set({ concurrency: 3 });
    expect(store.unusable()).toEqual([]);
  });

  it('that somebody stores meanwhile count for who only reads from the next call on, those of this run before them', () => {
    const db = openDeskReader(desk.folder);
    try {
      const settings = settingsOfReader(db, { holdSeconds: 0 });
      const store = settingsStore(desk.db);
      expect(settings()).toEqual({ ...defaultSettings, holdSeconds: 0 });
      store.set({ graceSeconds: 60, holdSeconds: 7 });
      expect(settings()).toEqual({ ...defaultSettings, graceSeconds: 60, holdSeconds: 0 });
      store.set({ graceSeconds: 61 });
      store.set({ graceSeconds: 62 });
      expect(settings().graceSeconds).toBe(62);
      expect(() => settingsOfReader(db, { concurrency: 0 })).toThrow(/concurrency/);
    } finally {
      db.close();
    }
  });

  it('are read from text by their own type', () => {
    expect(readSettingText('graceSeconds', '2.5')).toBe(2.5);
    expect(readSettingText('graceSeconds', '')).toBeNaN();
    expect(readSettingText('alwaysAsk', 'true')).toBe(true);
    expect(readSettingText('lang', '5')).toBe('5');
  });
});
