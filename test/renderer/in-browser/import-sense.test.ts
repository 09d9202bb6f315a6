import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

interface Fake {
  handlers: Record<string, (input: unknown) => { ok: boolean; value: object }>;
  calls: { name: string }[];
}

/** Opens a file; `senseless`: what some of its good orders lack. */
async function opened(senseless: object[], language: 'en' | 'zh-CN' = 'en'): Promise<Page> {
  const page = await screens.show('#/import', { language });
  await page.evaluate((senseless) => {
    const { handlers } = (globalThis as unknown as { fake: Fake }).fake;
    const check = handlers['import.check']!;
    handlers['import.check'] = (input) => {
      const answer = check(input);
      return { ...answer, value: { ...answer.value, senseless } };
    };
  }, senseless);
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Alt+b');
  await (await chooser).setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from('PackageId') });
  await page.locator('dl .good').waitFor();
  return page;
}

const runs = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { fake: Fake }).fake.calls.filter(({ name }) => name === 'import.run').length,
  );

const lacking = [
  { lack: 'recipient', orders: 1, rows: [7] },
  { lack: 'goods', orders: 14, rows: [2, 3, 5, 6, 8, 9, 12, 13, 14, 15] },
];

describe('good orders of a file that lack a recipient or goods', () => {
  it('are asked about by count and row before queueing, and pressing the queue key again does not confirm', async () => {
    const page = await opened(lacking);
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const said = await dialog.innerText();
    expect(said).toContain('No recipient: 1 order, row 7');
    expect(said).toContain('No goods: 14 orders, rows 2, 3, 5, 6, 8, 9, 12, 13, 14, 15 and 4 more');
    await page.keyboard.press('Control+Enter');
    expect(await runs(page)).toBe(0);
    await page.keyboard.press('Alt+a');
    await dialog.waitFor({ state: 'detached' });
    expect(await runs(page)).toBe(1);
    await page.context().close();
  });

  it('are not queued if the user goes back', async () => {
    const page = await opened(lacking, 'zh-CN');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain('没有收件人： 1 单，第 7 行');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await runs(page)).toBe(0);
    await page.context().close();
  });

  it('include an order that was corrected on the screen', async () => {
    const page = await opened([]);
    const weight = page.locator('input[id$="-10-2"]');
    await weight.fill('2');
    await weight.press('Enter');
    await page.getByText('now good').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').innerText()).toContain('1 order, row 10');
    await page.context().close();
  });

  it('raise no question if there are none', async () => {
    const page = await opened([]);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => runs(page)).toBe(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });
});
