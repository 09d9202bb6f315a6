import { ask } from '../ask.ts';
import { expect, test } from '../desk-test.ts';
import { labelOrder } from '../label-order.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const saved = async (page: Page, key: string, operator: string) =>
  (
    await ask(page, 'entry.enqueue', {
      commandId: randomUUID(),
      request: labelOrder(key, { Postcode: '28001' }),
      operator,
      draft: false,
    })
  ).id;
const stands = (page: Page, id: string, state: string) =>
  expect.poll(async () => (await ask(page, 'entries.get', { id })).state, { timeout: 30_000 }).toBe(state);

async function toDrill(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('drill');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Drill', exact: true })).toBeVisible();
}

test('a drill looks like a real outage to staff, and reports how they dealt with it, by keyboard alone', async ({
  desk,
}) => {
  const { page } = desk;
  await ask(page, 'settings.set', { values: { holdSeconds: 0, backoffMostSeconds: 1 } });
  await toDrill(page);
  // no printer is set up at this desk
  await expect(page.getByRole('checkbox', { name: 'The label printer runs out of paper' })).toBeDisabled();
  await expect(page.getByText('No drill yet.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'The service cannot be reached' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Alt+m');
  await expect(page.getByText(/A drill is on until/)).toBeVisible();
  await expect(page.getByText('Now: answers are lost and orders are refused.')).toBeVisible();

  // Staff see a refused order and no sign of a drill.
  const refused = await saved(page, 'DRILL-1', 'Mia');
  await stands(page, refused, 'refused');
  const lost = await saved(page, 'DRILL-2', 'Ben');
  await stands(page, lost, 'unsure');
  await page.keyboard.press('Alt+Home');
  await expect(page.getByText('drill', { exact: false }).filter({ hasText: 'until' })).toHaveCount(0);
  await page.keyboard.press('F4');
  await page.waitForFunction(() => document.activeElement?.id.endsWith('Postcode'));
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('28002');
  await page.keyboard.press('Control+Enter');
  await stands(page, refused, 'done');

  // The supervisor sees the results so far and ends the drill with one key.
  await toDrill(page);
  await expect(page.getByRole('button', { name: 'End the drill' })).toBeEnabled();
  await expect(page.getByRole('link', { name: 'Show the drill' })).toHaveCount(0);
  await page.keyboard.press('Alt+m');
  await expect(page.getByText('The drill is over.')).toBeVisible();
  await expect(page.getByText(/A drill is on until/)).toHaveCount(0);
  await expect(page.getByRole('term').filter({ hasText: /^Corrected$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /DRILL-2/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Mia/ })).toContainText('1');
});

test('a staged outage shows as a real one, continues over a restart, and stops when the drill is ended', async ({
  desk,
}) => {
  let { page } = desk;
  await ask(page, 'settings.set', { values: { holdSeconds: 0, backoffMostSeconds: 1 } });
  await toDrill(page);
  await expect(page.getByText('No drill yet.')).toBeVisible();
  for (let n = 0; n < 2; n += 1) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Alt+m');
  await expect(page.getByText('Now: The service cannot be reached.')).toBeVisible();
  const id = await saved(page, 'OUT-1', 'Mia');
  await expect(page.getByText('Offline', { exact: false }).first()).toBeVisible({ timeout: 60_000 });
  await desk.close();
  page = await desk.start();
  await page.keyboard.press('Alt+5');
  await expect(page.getByRole('link', { name: 'Show the drill' })).toBeVisible();
  await page.getByRole('link', { name: 'Show the drill' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'End the drill' })).toBeVisible();
  await page.keyboard.press('Alt+m');
  await stands(page, id, 'done');
  await expect(page.getByText('Orders entered')).toBeVisible();
});
