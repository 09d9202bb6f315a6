import { fateOf } from '../../../electron/practice/order-life.ts';
import { ask } from '../ask.ts';
import { expect, test } from '../desk-test.ts';
import { labelOrder } from '../label-order.ts';
import { pagesOfPdf } from '../pages-of-pdf.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const saved = (page: Page, key: string, more: Parameters<typeof labelOrder>[1] = {}) =>
  ask(page, 'entry.enqueue', {
    commandId: randomUUID(),
    request: labelOrder(key, more),
    operator: 'Mia',
    draft: false,
  });

test('an unused desk shows the steps to its first parcel, by keyboard alone', async ({ desk }) => {
  const { page } = desk;
  await page.keyboard.press('Alt+Home');
  await expect(page.getByRole('heading', { name: 'Five steps to the first parcel' })).toBeVisible();
  await page.getByRole('link', { name: 'Add operators' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Skipped.')).toBeVisible();
  for (const [go, heading] of [
    ['Set the sender', 'Sender on labels'],
    ['Set up a printer', 'Label printers'],
    ['Set the service', 'Service'],
  ] as const) {
    await page.getByRole('link', { name: go }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('link', { name: 'Enter a parcel' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New label order' })).toBeVisible();
  await saved(page, 'FIRST-1');
  await page.keyboard.press('Alt+Home');
  await expect(page.getByText('FIRST-1')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Five steps to the first parcel' })).toBeHidden();
});

test.describe('a desk in use', () => {
  test.use({ goesOn: true });

  test('corrects eight orders that were refused for one field together, in ten keys', async ({ desk }) => {
    const { page } = desk;
    await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
    for (let n = 1; n <= 8; n += 1) await saved(page, `TODAY-${n}`, { Postcode: 'REFUSE' });
    await expect.poll(async () => (await ask(page, 'entries.counts', {})).byState.refused, { timeout: 30_000 }).toBe(8);

    await page.keyboard.press('Alt+Home');
    await expect(page.getByRole('link', { name: /8 Refused Postcode/ })).toBeFocused();
    await page.keyboard.press('Alt+Shift+M');
    await page.keyboard.type('41101');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Nothing needs you now.')).toBeVisible();
    await expect.poll(async () => (await ask(page, 'entries.counts', {})).byState.done, { timeout: 30_000 }).toBe(8);
  });

  test('does not offer to correct orders together that the service may have', async ({ desk }) => {
    const { page } = desk;
    const isPostcode = (key: string) =>
      fateOf({ key, body: labelOrder(key, { Remark: 'FAIL' }).body }).reason.ExtendMessage === 'Postcode';
    const keys = Array.from({ length: 100 }, (_, n) => `FAILED-${n}`)
      .filter(isPostcode)
      .slice(0, 2);
    await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
    for (const key of keys) await saved(page, key, { Remark: 'FAIL' });
    await page.keyboard.press('Alt+Home');
    await expect(page.getByRole('link', { name: /2 Refused Postcode/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Correct all together' })).toBeHidden();
  });

  test('opens the parcel of a typed number, and searches for a typed name', async ({ desk }) => {
    const { page } = desk;
    await saved(page, 'CODE-1');
    await page.keyboard.press('Alt+Home');
    const code = page.getByRole('textbox', { name: 'Scan or type a number, a SKU or a name' });
    await code.focus();
    await page.keyboard.type('CODE-1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/outbox\/./);
    await page.keyboard.press('Alt+Home');
    await code.focus();
    await page.keyboard.type('kesson');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid').getByText('CODE-1')).toBeVisible();
  });

  test('closes a day with totals that match, and lists and opens the orders that are not finished', async ({
    desk,
  }) => {
    const { page } = desk;
    await saved(page, 'CLOSE-1');
    await ask(page, 'entry.enqueue', {
      commandId: randomUUID(),
      request: labelOrder('CLOSE-2'),
      operator: 'Ben',
      draft: true,
    });
    await page.keyboard.press('Alt+End');
    await page.getByRole('button', { name: 'Previous day' }).press('Enter');
    await expect(page.getByText('Nothing was entered on this day')).toBeVisible();
    await page.getByRole('button', { name: 'Next day' }).press('Enter');
    await expect(page.getByText('Totals match.')).toBeVisible();
    await expect(page.getByRole('row', { name: /^Ben/ })).toBeVisible();
    await page.getByRole('link', { name: /CLOSE-2/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /CLOSE-2/ })).toBeVisible();
    await page.keyboard.press('Alt+End');
    const report = await desk.saved(() => page.keyboard.press('Alt+D'));
    expect(report.name).toMatch(/^day \d{4}-\d\d-\d\d\.pdf$/);
    expect(await pagesOfPdf(report.bytes)).toBe(1);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(page.getByRole('link', { name: /CLOSE-2/ })).toBeHidden();
    // Returning to the screen shows the current day.
    await page.keyboard.press('Alt+Home');
    await page.keyboard.press('Alt+End');
    await expect(page.getByRole('link', { name: /CLOSE-2/ })).toBeVisible();
  });

  test('reports a week and a month as CSV, spreadsheet and PDF, by keyboard alone', async ({ desk }) => {
    const { page } = desk;
    await saved(page, 'REPORT-1');
    await page.keyboard.press('Alt+End');
    const tabs = page.getByRole('tablist', { name: 'Period' }).getByRole('tab', { selected: true });
    await tabs.focus();
    for (const period of ['Week', 'Month']) {
      await page.keyboard.press('ArrowRight');
      await expect(tabs).toHaveText(new RegExp(period));
      await expect(page.getByText('Totals match.')).toBeVisible();
      for (const [key, ending] of [
        ['Alt+Shift+C', 'csv'],
        ['Alt+Shift+X', 'xlsx'],
        ['Alt+D', 'pdf'],
      ] as const) {
        const { name, bytes } = await desk.saved(() => page.keyboard.press(key));
        const [, from = '', to = ''] =
          /^days (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)\.(?:csv|xlsx|pdf)$/.exec(name) ?? [];
        const today = new Date().toLocaleDateString('sv');
        expect(from <= today && today <= to && name.endsWith(ending), name).toBe(true);
        if (ending === 'csv') expect(bytes.toString('utf8')).toMatch(/Mia/);
        if (ending === 'xlsx') expect(bytes.subarray(0, 2).toString()).toBe('PK');
        if (ending === 'pdf') expect(await pagesOfPdf(bytes)).toBe(1);
      }
      await tabs.focus();
    }
  });

  test('does not search for the code of a badge that is typed', async ({ desk }) => {
    const { page } = desk;
    await saved(page, 'BADGE-1');
    await page.keyboard.press('Alt+Home');
    const code = page.getByRole('textbox', { name: 'Scan or type a number, a SKU or a name' });
    await code.focus();
    await page.keyboard.type('QDPNOBODY');
    await page.keyboard.press('Enter');
    await expect(code).toHaveValue('');
    await expect(page.locator('.toasts')).toContainText(/./);
    await expect(page).toHaveURL(/#\/today/);
    expect(await page.locator('#find').inputValue()).toBe('');
  });
});
