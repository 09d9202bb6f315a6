import { openScreens, type Screens } from '../../support/open-screens.ts';
import { reportRefusedDay } from '../../support/refused-day.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

/** The Today screen of a desk that sends its data only when `answer` is called, and has done so once. */
async function open(): Promise<{ page: Page; answer: () => Promise<void> }> {
  const page = await screens.show('#/outbox');
  await page.evaluate(reportRefusedDay);
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: { handlers: Record<string, () => Promise<unknown>> } };
    const tell = fake.handlers['day.today'];
    const later: (() => void)[] = [];
    Object.assign(globalThis, {
      answerDay: () => later.splice(0).forEach((go) => go()),
      asksForDay: () => later.length,
    });
    fake.handlers['day.today'] = async () => {
      await new Promise<void>((go) => later.push(go));
      return tell?.();
    };
    location.hash = '#/today';
  });
  const asked = () =>
    page.waitForFunction(() => (globalThis as unknown as { asksForDay: () => number }).asksForDay() > 0);
  const answer = async () => {
    await asked();
    await page.evaluate(() => (globalThis as unknown as { answerDay: () => void }).answerDay());
  };
  await answer();
  return { page, answer };
}

it('Today puts the cursor on the first entry that needs attention, unless it was moved while the data was reloading', async () => {
  const { page, answer } = await open();
  const need = page.locator('.needs a').first();
  const entry = page.locator('.last a').first();
  const has = (place: typeof need) => place.evaluate((node) => node === document.activeElement);
  await expect.poll(() => has(need)).toBe(true);

  await entry.focus();
  await page.keyboard.press('Alt+Home');
  await answer();
  await expect.poll(() => has(need)).toBe(true);

  await page.keyboard.press('Alt+Home');
  await page.waitForFunction(() => (globalThis as unknown as { asksForDay: () => number }).asksForDay() > 0);
  await entry.focus();
  await answer();
  await page.waitForTimeout(300);
  expect(await has(entry)).toBe(true);
  await page.context().close();
});
