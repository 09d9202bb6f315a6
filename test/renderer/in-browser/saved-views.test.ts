import { callsOf } from '../../support/calls-of.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

interface Desk {
  handlers: Record<string, (input: never) => unknown>;
}
/** Makes the desk fail to read what it remembers; null: it answers again. */
const failRecall = (page: Page, message: string | null) =>
  page.evaluate((message) => {
    const { handlers } = (globalThis as unknown as { fake: Desk }).fake;
    const usual = (Reflect.get(window, 'usual') ?? handlers['desk.recall']) as (typeof handlers)[string];
    Reflect.set(window, 'usual', usual);
    handlers['desk.recall'] =
      message === null ? usual : () => ({ ok: false, problem: { kind: 'disk', message, params: {} } });
  }, message);

async function keep(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+q');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.insertText(name);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
const keptViews = async (page: Page) =>
  (await callsOf<Record<string, unknown>>(page, 'desk.remember'))
    .filter(({ name }) => name === 'outbox-views')
    .map(({ value }) => (value as { name: string }[]).map(({ name }) => name));

describe('saved views', () => {
  it('are not overwritten if the desk cannot read them, neither by saving nor by removing one', async () => {
    const page = await screens.show('#/outbox', { entries: 40 });
    await page.locator('[role=grid]').waitFor();
    await keep(page, 'first');
    await expect.poll(() => keptViews(page)).toEqual([['first']]);
    await failRecall(page, 'The disk cannot be read.');
    await keep(page, 'second');
    await expect.poll(() => page.locator('.toasts').innerText()).toMatch(/disk/);
    await page.keyboard.press('Alt+Shift+Backspace');
    await expect
      .poll(async () => (await callsOf<Record<string, unknown>>(page, 'desk.recall')).length)
      .toBeGreaterThan(3);
    expect(await keptViews(page)).toEqual([['first']]);
    await failRecall(page, null);
    await keep(page, 'second');
    await expect.poll(() => keptViews(page)).toEqual([['first'], ['first', 'second']]);
    await page.context().close();
  });
});

describe('a list of today', () => {
  it('is requested again when the day is over, even if nothing happens on the desk', async () => {
    const page = await screens.show('#/outbox', { entries: 40 });
    await page.locator('[role=grid]').waitFor();
    await page.keyboard.press('Alt+i');
    await page.getByLabel('Entered', { exact: true }).selectOption('today');
    const days = async () => [
      ...new Set((await callsOf<Record<string, unknown>>(page, 'entries.page')).map(({ from }) => from)),
    ];
    await expect.poll(async () => (await days()).length).toBe(2);
    const [, today] = await days();
    await page.evaluate(() => {
      const usual = Date.now.bind(Date);
      Date.now = () => usual() + 86_400_000;
    });
    await expect.poll(async () => (await days()).length).toBe(3);
    const tomorrow = (await days())[2];
    expect(Date.parse(String(tomorrow)) - Date.parse(String(today))).toBe(86_400_000);
    await page.context().close();
  });
});
