import { screenStateStore } from '../../electron/outbox/screen-state.ts';
import { settingsStore } from '../../electron/storage/settings-store.ts';
import { openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

let box: TestOutbox;
beforeEach(() => {
  box = openTestOutbox();
});
afterEach(() => box.close());

it('tracking uses the language of the screens until the setting is changed', () => {
  const memory = screenStateStore(box.db, () => 0);
  const settings = settingsStore(box.db);
  expect(settings.get().lang, 'as the interface says').toBe('zh');
  memory.remember('choices', { language: 'en' });
  expect(settings.get().lang).toBe('en');
  memory.remember('choices', { language: 'zh-CN' });
  expect(settings.get().lang).toBe('zh');
  memory.remember('language', 'en');
  expect(settings.get().lang, 'shown now, whatever was chosen before').toBe('en');
  memory.remember('language', 'zh-CN');
  expect(settings.get().lang).toBe('zh');
  expect(settings.set({ lang: 'en' }).lang).toBe('en');
  expect(settingsStore(box.db).get().lang).toBe('en');
});
