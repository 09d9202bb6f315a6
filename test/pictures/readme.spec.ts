import { ask } from '../end-to-end/ask.ts';
import { labelOrder, typeLabelOrder } from '../end-to-end/label-order.ts';
import { hasLabel, picture, test } from './picture-test.ts';
import { expect, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const sample = join(import.meta.dirname, '../../electron/practice/samples/label-orders.csv');

test('a practice desk with some of everything looks as in the README', async ({ page }) => {
  await fill(page);
  await page.keyboard.press('Alt+Home');
  await page
    .getByRole('link', { name: /Refused/ })
    .first()
    .waitFor();
  await picture(page, 'today');
  await outbox(page, 'outbox');
  await page.keyboard.press('Alt+l');
  await page.keyboard.press('Alt+Shift+L');
  await outbox(page, 'outbox-zh-dark');
  await page.keyboard.press('Alt+Shift+L');
  await page.keyboard.press('Alt+l');

  await typeLabelOrder(page, 'PKG-2042');
  await page.locator('h1').scrollIntoViewIfNeeded();
  await picture(page, 'label-order');
  await page.keyboard.press('Alt+4');
  await page.getByRole('grid').getByText('PD-').first().waitFor();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  // Its tracking number, and so its bars, differ in each run.
  await expect(page.locator('.preview img')).toHaveScreenshot('label.png', { maxDiffPixelRatio: 0.03 });
});

async function fill(page: Page): Promise<void> {
  const set = (values: Record<string, unknown>) => ask(page, 'settings.set', { values });
  const add = (key: string, more: Parameters<typeof labelOrder>[1], draft = false) =>
    ask(page, 'entry.enqueue', { commandId: randomUUID(), request: labelOrder(key, more), operator: 'Mia', draft });
  await set({ holdSeconds: 0 });
  await page.keyboard.press('Alt+3');
  await page.setInputFiles('input[type=file]', sample);
  await page.getByText('Every row is good.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('184 orders saved').waitFor();
  await settled(page, ({ done = 0 }) => done >= 184);
  await add('PKG-2036', { Contact: 'Анна Петрова', Remark: 'FAIL' });
  await add('PKG-2037', { Contact: '王小明', Remark: 'FAIL' });
  await settled(page, ({ refused = 0 }) => refused >= 2);
  await add('PKG-2038', { Contact: 'Oliver Grant', Remark: 'SLOW' });
  await settled(page, ({ accepted = 0 }) => accepted >= 1);
  await add('PKG-2039', { Contact: 'Juan Pérez García' }, true);
  await set({ holdSeconds: 240 });
  await add('PKG-2040', { Contact: 'محمد العتيبي' });
  await add('PKG-2041', { Contact: '田中 美咲' });
}

async function settled(page: Page, is: (byState: Record<string, number>) => boolean): Promise<void> {
  await expect.poll(async () => is((await ask(page, 'entries.counts', {})).byState), { timeout: 60_000 }).toBe(true);
}

async function outbox(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+1');
  await page.getByRole('grid').getByText('PKG-2037').waitFor();
  const { rows } = await ask(page, 'entries.page', { search: 'PKG-2037' });
  await page.evaluate((id) => (location.hash = `#/outbox/${id}`), rows[0]?.id ?? '');
  await page.locator('.panel dl').first().waitFor();
  await hasLabel(page, '.panel img');
  await picture(page, name);
}
