import { openScreens, type Screens, type DisplayOptions } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

async function opened(as?: Partial<DisplayOptions>): Promise<Page> {
  const page = await screens.show('#/import', as);
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Alt+b');
  await (await chooser).setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from('PackageId') });
  await page.locator('dl .good').waitFor();
  return page;
}
const dialog = (page: Page) => page.getByRole('dialog');
const foot = (page: Page) => page.locator('footer');

it.each([
  [1280, 800],
  [1024, 768],
])('the button that queues the rows is in view however many columns there are, at %d x %d', async (width, height) => {
  const page = await opened({ width, height });
  expect(
    await foot(page)
      .locator('button')
      .last()
      .evaluate((button) => button.getBoundingClientRect().bottom),
  ).toBeLessThanOrEqual(height);
  expect(await foot(page).innerText()).toContain('172');
  await page.context().close();
});

it('two columns mapped to one field are reported beside the queue button, not as an unreadable file', async () => {
  const page = await opened();
  const [, second] = await page.locator('table select').all();
  await second?.selectOption({ index: 1 });
  await expect.poll(() => foot(page).innerText()).toContain('PackageId, 收件人');
  expect(await page.locator('.sheet').first().innerText()).not.toContain('cannot be read');
  await page.context().close();
});

it('closing a file with unqueued rows asks first', async () => {
  const page = await opened();
  await page.keyboard.press('Alt+Shift+Q');
  await dialog(page).waitFor();
  expect(await dialog(page).innerText()).toMatch(/172 good orders, \d+ orders with problems/);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await page.locator('dl .good').count()).toBe(1);
  await page.keyboard.press('Alt+Shift+Q');
  await page.keyboard.press('Control+Enter');
  await page.locator('dl .good').waitFor({ state: 'detached' });
  await page.context().close();
});

/** Keeps queueing under way until the returned function is called. */
async function heldRun(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: { call(name: string, input: unknown): Promise<unknown> } };
    const call = fake.call.bind(fake);
    fake.call = async (name, input) => {
      if (name === 'import.run') await new Promise<void>((go) => Object.assign(globalThis, { endRun: () => go() }));
      return call(name, input);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { endRun: () => void }).endRun());
}
const calls = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { fake: { calls: { name: string }[] } }).fake.calls.map(({ name }) => name),
  );

it('Esc during queueing asks first, then cancels the queueing', async () => {
  const page = await opened();
  await heldRun(page);
  await page.keyboard.press('Control+Enter');
  await foot(page).getByRole('progressbar').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor();
  expect(await page.evaluate(() => location.hash)).toBe('#/import');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => calls(page)).toContain('import.cancel');
  await page.context().close();
});

it('queueing that ends while Esc asks closes the question and is not cancelled', async () => {
  const page = await opened();
  const end = await heldRun(page);
  await page.keyboard.press('Control+Enter');
  await foot(page).getByRole('progressbar').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor();
  await end();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await calls(page)).not.toContain('import.cancel');
  await page.context().close();
});

it('Enter moves between cells with a problem, and from the last one to the queue button', async () => {
  const page = await opened();
  const cells = page.locator('ol input');
  const last = (await cells.count()) - 1;
  await cells.nth(last - 1).focus();
  await page.keyboard.press('Enter');
  const at = (cell: number) => cells.nth(cell).evaluate((one) => one === document.activeElement);
  await expect.poll(() => at(last)).toBe(true);
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  const isRun = () => page.evaluate(() => document.activeElement?.getAttribute('aria-keyshortcuts'));
  await expect.poll(isRun).toBe('Control+Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('173');
  await page.context().close();
});

it('after queueing the footer shows the result, and the cursor is in the first cell still wrong', async () => {
  const page = await opened();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => foot(page).innerText()).toMatch(/172 orders saved\. .*12 with problems/);
  const isFirst = () =>
    page
      .locator('ol input')
      .first()
      .evaluate((one) => one === document.activeElement);
  await expect.poll(isFirst).toBe(true);
  await page.context().close();
});

it('a cell with a problem is shown with the rest of its row', async () => {
  const page = await opened();
  const row = page.locator('ol li').first();
  expect(await row.locator('input').count()).toBe(1);
  expect(await row.locator('.others').innerText()).toMatch(/收件人/);
  await page.context().close();
});
