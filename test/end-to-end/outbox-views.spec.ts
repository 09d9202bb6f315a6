import { violations } from '../support/violations.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { labelOrder } from './label-order.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

/** The texts of this journey in each language. */
const words = {
  en: { state: 'State', operator: 'Operator', draft: /^Draft/, open: /^Open/, done: /^Done/, needs: /^Needs you/ },
  'zh-CN': { state: '状态', operator: '操作员', draft: /^草稿/, open: /^未完成/, done: /^完成/, needs: /^需您处理/ },
} as const;

const add = (page: Page, key: string, operator: string, more: Parameters<typeof labelOrder>[1] = {}, draft = false) =>
  ask(page, 'entry.enqueue', { commandId: randomUUID(), request: labelOrder(key, more), operator, draft });

/** The keys shown, from the top. */
const keysShown = (page: Page) => page.locator('[role=row][aria-selected] .key').allInnerTexts();

test.describe('the outbox', () => {
  for (const language of ['en', 'zh-CN'] as const) {
    test(`lists entries that are open, need a person or are done, filters and sorts them, and saves a view, by keyboard alone, in ${language}`, async ({
      desk,
    }) => {
      const { page } = desk;
      const say = words[language];
      await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
      await add(page, 'DONE-1', 'Mia');
      await add(page, 'BAD-1', 'Tom', { Remark: 'FAIL' });
      await add(page, 'DRAFT-1', 'Tom', {}, true);
      await add(page, 'DRAFT-2', 'Mia', {}, true);
      await expect
        .poll(async () => (await ask(page, 'entries.counts', {})).byState, { timeout: 60_000 })
        .toMatchObject({ done: 1, refused: 1, draft: 2 });
      if (language !== 'en') await page.keyboard.press('Alt+l');
      await page.keyboard.press('Alt+1');
      await expect.poll(() => keysShown(page)).toEqual(['DRAFT-2', 'DRAFT-1', 'BAD-1', 'DONE-1']);

      // An empty list has no tab: nothing is waiting.
      await expect(page.getByRole('tab')).toHaveCount(4);
      await page.keyboard.press('Alt+ArrowRight');
      await expect(page.getByRole('tab', { name: say.open, selected: true })).toBeVisible();
      await expect.poll(() => keysShown(page)).toEqual(['DRAFT-2', 'DRAFT-1', 'BAD-1']);
      await page.keyboard.press('Alt+ArrowRight');
      await expect(page.getByRole('tab', { name: say.needs, selected: true })).toBeVisible();
      await expect.poll(() => keysShown(page)).toEqual(['BAD-1']);
      await page.keyboard.press('Alt+ArrowRight');
      await expect(page.getByRole('tab', { name: say.done, selected: true })).toBeVisible();
      await expect.poll(() => keysShown(page)).toEqual(['DONE-1']);

      // The focus is in the state filter, which offers the states that occur in the outbox.
      await page.keyboard.press('Alt+i');
      await expect(page.getByLabel(say.state, { exact: true })).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('tab', { name: say.draft, selected: true })).toBeVisible();
      await expect.poll(() => keysShown(page)).toEqual(['DRAFT-2', 'DRAFT-1']);
      await page.keyboard.press('Alt+z');
      await expect.poll(() => keysShown(page)).toEqual(['DRAFT-1', 'DRAFT-2']);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(page.getByLabel(say.operator, { exact: true })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => keysShown(page)).toEqual(['DRAFT-2']);
      expect(await violations(page)).toEqual([]);

      // The view is saved under a name, left and opened again.
      await page.keyboard.press('Alt+q');
      await page.keyboard.insertText("Mia's drafts");
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Alt+Backspace');
      await expect.poll(() => keysShown(page)).toEqual(['DRAFT-1', 'DRAFT-2']);
      await page.reload();
      // The sort order is remembered; the list shows all entries again.
      await page.keyboard.press('Alt+1');
      await expect.poll(() => keysShown(page)).toEqual(['DONE-1', 'BAD-1', 'DRAFT-1', 'DRAFT-2']);
      await page.keyboard.press('Alt+q');
      await page.keyboard.insertText('drafts');
      await expect(page.getByRole('option', { name: "Mia's drafts", exact: true })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect.poll(() => keysShown(page)).toEqual(['DRAFT-2']);
      // No name of a person stays in the browser.
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Mia');
    });
  }
});
