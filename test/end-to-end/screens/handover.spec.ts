import { ask } from '../ask.ts';
import { expect, test } from '../desk-test.ts';
import { labelOrder } from '../label-order.ts';
import { pagesOfPdf } from '../pages-of-pdf.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Creates label orders and marks their labels as printed. */
async function printed(page: Page, ...keys: string[]): Promise<string[]> {
  await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
  const ids: string[] = [];
  for (const key of keys) {
    const request = labelOrder(key, { Contact: `Person ${key}` });
    const made = await ask(page, 'entry.enqueue', { commandId: randomUUID(), request, operator: 'Mia', draft: false });
    ids.push(made.id);
  }
  await expect
    .poll(
      async () => {
        // The practice service gives some of them a provisional number.
        const { ready, provisional } = await ask(page, 'labels.counts', {});
        return ready + provisional;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(keys.length);
  await ask(page, 'labels.printed', { commandId: randomUUID(), ids, operator: 'Mia' });
  return ids;
}
/** Number of pages that Electron has handed to the system printer. */
async function pagesPrinted(home: string): Promise<number> {
  const printed = join(home, 'printed');
  const papers = existsSync(printed) ? readdirSync(printed) : [];
  const pages = await Promise.all(papers.map((name) => pagesOfPdf(readFileSync(join(printed, name)))));
  return pages.reduce((sum, one) => sum + one, 0);
}
const typed = async (page: Page, code: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Scan or type a parcel' }).focus();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
};

test('parcels are scanned for the carrier, compared with the list and handed over on one sheet, by keyboard alone', async ({
  desk,
}) => {
  const { page } = desk;
  const [first = ''] = await printed(page, 'GO-1', 'GO-2', 'GO-3');
  await page.keyboard.press('Alt+PageDown');
  await expect(page.getByRole('heading', { name: '3 parcels ready.' })).toBeVisible();
  await page.keyboard.press('Alt+I');
  await typed(page, 'GO-1');
  await expect(page.getByText('GO-1 loaded').first()).toBeVisible();
  await typed(page, 'NOBODY-1');
  await expect(page.getByText('NOBODY-1 is not a parcel of this desk. Put it aside.').first()).toBeVisible();
  await expect(page.getByRole('tab', { name: /Not on the list 1/ })).toHaveAttribute('aria-selected', 'true');

  // The handover continues where it was.
  await page.reload();
  await expect(page.getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('Alt+Home');
  await page.keyboard.press('Alt+PageDown');
  await expect(page.locator('a', { hasText: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  // The screen before this one shows "1 of 3" too.
  await expect(page.getByRole('button', { name: 'Load', exact: true })).toBeEnabled();
  await expect(page.getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('Alt+T');
  await expect(page.getByText('2 of 3')).toBeVisible();
  await page.keyboard.press('Alt+S');
  await expect(
    page.getByRole('heading', { name: '1 parcel is missing. Close the handover without it?' }),
  ).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('.sum')).toContainText('2 parcels handed over.');

  const file = await desk.saved(() => page.keyboard.press('Alt+D'));
  expect(file.name).toMatch(/^handover \d{4}-\d\d-\d\d H\d{6}[0-9A-Y]{8}\.pdf$/);
  expect(await pagesOfPdf(file.bytes)).toBe(1);

  // The entry and the close of the day show the handover.
  await page.goto(`${page.url().split('#')[0] ?? ''}#/outbox/${first}`);
  await expect(page.getByText(/Handed over, with the sheet H\d{6}/)).toBeVisible();
  await page.keyboard.press('Alt+End');
  await expect(page.locator('dt', { hasText: 'Handed over' }).locator('+ dd')).toHaveText('2');

  // The parcel left behind is on the next list.
  await page.keyboard.press('Alt+PageDown');
  await expect(page.getByRole('heading', { name: '1 parcel ready.' })).toBeVisible();
});

test('the parcels of a day are taken from the list, handed over and printed on a sheet in five keys', async ({
  desk,
  host,
  home,
}) => {
  const { page } = desk;
  const keys = Array.from({ length: 10 }, (_, n) => `GO-${n}`);
  await printed(page, ...keys);
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = String(
        [...document.querySelectorAll<HTMLImageElement>('.on-paper .page img')].filter((page) => page.naturalWidth > 0)
          .length,
      );
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await page.keyboard.press('Alt+PageDown');
  await expect(page.getByRole('heading', { name: '10 parcels ready.' })).toBeVisible();
  await page.keyboard.press('Alt+I');
  const count = page.locator('.count strong');
  await expect(count).toHaveText('0 of 10');
  await page.keyboard.press('Alt+A');
  await expect(count).toHaveText('10 of 10');
  await page.keyboard.press('Alt+S');
  await expect(page.locator('.sum')).toContainText('10 parcels handed over.');
  await page.keyboard.press('F8');
  const pages = () =>
    host === 'browser-host' ? page.evaluate(() => Number(document.body.dataset['printed'] ?? 0)) : pagesPrinted(home);
  await expect.poll(pages).toBe(1);
});
