import { freePort } from '../support/free-port.ts';
import { startRelayedPractice } from '../support/relayed-practice.ts';
import { ask } from './ask.ts';
import { chooseFile } from './choose-file.ts';
import { expect, test } from './desk-test.ts';
import { pagesOfPdf } from './pages-of-pdf.ts';
import type { Page } from '@playwright/test';
import { join } from 'node:path';

const sample = join(import.meta.dirname, '../../electron/practice/samples/label-orders.csv');
const orders = 184;
const patient = { timeout: 60_000 };

async function goLive(page: Page, address: string): Promise<void> {
  await page.keyboard.press('Alt+5');
  await page.getByLabel('Address of the service').fill(address);
  await page.getByRole('button', { name: 'Save service' }).press('Enter');
  const go = page.getByRole('button', { name: 'Go live' });
  await expect(go).toBeEnabled();
  await go.press('Enter');
  await page.getByRole('dialog').waitFor();
  // The page loads again there; until it has, keys have no effect.
  const anew = page.waitForEvent('load');
  await page.keyboard.press('Control+Enter');
  await anew;
  await page.locator('h1').first().waitFor();
  await expect(page.getByText('PRACTICE', { exact: true })).toBeHidden();
}

async function importSample(page: Page): Promise<void> {
  await page.keyboard.press('Alt+3');
  await chooseFile(page, 'Import orders', sample);
  await expect(page.getByRole('button', { name: /^Queue the good rows/ })).toBeEnabled(patient);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`${String(orders)} orders saved.`)).toBeVisible(patient);
}

test('the sample file is imported while the service is unreachable, and becomes labels when it is back', async ({
  desk,
  home,
}) => {
  test.setTimeout(240_000);
  const port = await freePort();
  await ask(desk.page, 'settings.set', { values: { holdSeconds: 0, backoffMostSeconds: 2, readFirstSeconds: 1 } });
  await goLive(desk.page, `http://127.0.0.1:${String(port)}`);
  await importSample(desk.page);
  const badge = (page: Page) => page.locator('header').getByRole('status');
  await expect(badge(desk.page)).toContainText('Offline since', patient);
  await expect(badge(desk.page)).toContainText(`${String(orders)} wait`);

  await desk.close();
  const page = await desk.start();
  await expect(badge(page)).toContainText('Offline since', patient);
  await expect(badge(page)).toContainText(`${String(orders)} wait`);

  const service = await startRelayedPractice({ folder: join(home, 'service'), port });
  try {
    await expect(badge(page)).toContainText('Online', patient);
    await expect(badge(page)).toContainText('All sent', patient);
    await expect.poll(async () => (await ask(page, 'labels.counts', {})).ready, patient).toBe(orders);
    expect([...service.creates.values()]).toEqual(Array.from({ length: orders }, () => 1));

    await page.keyboard.press('Alt+4');
    const list = page.getByRole('grid');
    await expect(list).toHaveAttribute('aria-rowcount', String(orders + 1));
    await list.press('Control+a');
    const pdf = await desk.download(() => page.keyboard.press('Alt+d'));
    expect(await pagesOfPdf(pdf)).toBe(orders);
  } finally {
    await service.close();
  }
});
