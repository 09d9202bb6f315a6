import { fillLabelOrder } from '../end-to-end/label-order.ts';
import { pagesOfPdf } from '../end-to-end/pages-of-pdf.ts';
import { hasLabel, picture, test } from './picture-test.ts';
import { expect } from '@playwright/test';
import { readFileSync } from 'node:fs';

test('a newcomer gets from the first screen to a label as PDF by following the screens, with the keyboard alone', async ({
  page,
}) => {
  await expect(page.getByRole('heading', { name: 'Five steps to the first parcel' })).toBeVisible();
  await picture(page, 'first-1-steps');
  const enter = page.getByRole('link', { name: 'Enter a parcel' });
  for (let presses = 0; presses < 60 && !(await enter.evaluate((link) => link === document.activeElement)); presses++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New label order' })).toBeVisible();
  await fillLabelOrder(page, 'FIRST-1');
  await picture(page, 'first-2-order');
  await page.keyboard.press('Control+Enter');
  // The form shows the progress of its order and offers the next step.
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled({ timeout: 60_000 });
  await page.keyboard.press('F8');
  await expect(page.getByRole('grid').getByText('FIRST-1')).toBeVisible();
  await hasLabel(page, '.preview img');
  await picture(page, 'first-3-label');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Alt+d');
  expect(await pagesOfPdf(readFileSync(await (await download).path()))).toBe(1);
});
