import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsStore } from '../../electron/settings/settings-store.ts';
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

  it('are read from text by their own type', () => {
    expect(readSettingText('graceSeconds', '2.5')).toBe(2.5);
    expect(readSettingText('graceSeconds', '')).toBeNaN();
    expect(readSettingText('alwaysAsk', 'true')).toBe(true);
    expect(readSettingText('lang', '5')).toBe('5');
  });
});
