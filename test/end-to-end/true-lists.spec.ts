import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { typeLabelOrder } from './label-order.ts';

const second = { timeout: 1000 };

test('a list and the counts of its tabs are current when a person returns to it', async ({ desk }) => {
  const { page } = desk;
  await typeLabelOrder(page, 'TRUE-1');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Alt+1');
  const row = page.locator('[role=row]', { hasText: 'TRUE-1' });
  await expect(row).toContainText('Queued');
  await page.keyboard.press('Alt+i');
  await page.getByLabel('State').selectOption({ label: 'Waiting (1)' });
  await expect(row).toContainText('Queued');

  await page.keyboard.press('Alt+5');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect.poll(async () => (await ask(page, 'entries.counts', {})).byState.done, { timeout: 60_000 }).toBe(1);
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('tab', { name: 'Waiting' })).toHaveText(/Waiting\s*0/, second);
  await expect(row).toHaveCount(0, second);
  // An empty list shows which other lists have entries.
  await expect(page.getByText('This list is empty.')).toContainText(/Matches in:\s*Done\s*1/, second);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(page.getByRole('tab', { name: 'Done' })).toHaveAttribute('aria-selected', 'true');
  await expect(row).toContainText('Done', second);
});

test('a searched list counts its matches, and the search ends when the outbox is left', async ({ desk }) => {
  const { page } = desk;
  for (const key of ['FOUND-1', 'OTHER-1']) {
    await typeLabelOrder(page, key);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(`${key} saved`)).toBeVisible();
  }
  await page.keyboard.press('F3');
  await page.keyboard.insertText('FOUND-1');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('tab', { name: 'All' })).toHaveText(/All\s*1$/, second);
  await expect(page.locator('[role=row][aria-selected]')).toHaveCount(1);
  await page.keyboard.press('Alt+5');
  const box = page.locator('#find');
  await expect(box).toHaveValue('');
  // A text that was typed but not confirmed filters nothing and is cleared.
  await page.keyboard.press('F3');
  await page.keyboard.insertText('OTHER');
  await page.keyboard.press('Tab');
  await expect(box).toHaveValue('');
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('tab', { name: 'All' })).toHaveText(/All\s*2$/, second);
  await expect(page.locator('[role=row][aria-selected]')).toHaveCount(2, second);
});
