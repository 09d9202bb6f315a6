import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FakeDesk } from '../../support/fake-desk.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

/** An outbox whose desk answers about its rows when told to; `fails`: by saying that it cannot. */
async function slowOutbox(): Promise<{ page: Page; answer: (fails?: boolean) => Promise<void> }> {
  const page = await screens.show('#/outbox', { entries: 2000 });
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: FakeDesk };
    const call = fake.call.bind(fake);
    const waiting: ((fails: boolean) => void)[] = [];
    Object.assign(globalThis, {
      answerNow: (fails: boolean) => {
        for (const go of waiting.splice(0)) go(fails);
      },
    });
    fake.call = (name, input) =>
      name === 'entries.seqs'
        ? new Promise((resolve) =>
            waiting.push((fails) =>
              resolve(fails ? { ok: false as const, problem: { kind: 'desk-gone' } as never } : call(name, input)),
            ),
          )
        : call(name, input);
  });
  await page.getByRole('gridcell').first().waitFor();
  const answer = (fails = false) =>
    page.evaluate((how) => (globalThis as unknown as { answerNow(fails: boolean): void }).answerNow(how), fails);
  return { page, answer };
}
const bar = (page: Page) => page.getByRole('group', { name: /selected/ });

it('a key pressed before all rows are chosen is about all of them', async () => {
  const { page, answer } = await slowOutbox();
  await page.getByRole('grid').press('Control+a');
  await page.keyboard.press('Alt+Shift+P');
  expect(await bar(page).count()).toBe(0);
  await answer();
  await page.getByRole('heading', { name: 'Tracking' }).waitFor();
  await page.context().close();
});

it('Esc drops what was pressed before all rows are chosen', async () => {
  const { page, answer } = await slowOutbox();
  await page.getByRole('grid').press('Control+a');
  await page.keyboard.press('Alt+Shift+P');
  await page.keyboard.press('Escape');
  await answer();
  await bar(page).waitFor();
  expect(await page.evaluate(() => location.hash)).toBe('#/outbox');
  await page.context().close();
});

it('nothing is chosen, and nothing done, where the desk cannot say what all rows are', async () => {
  const { page, answer } = await slowOutbox();
  await page.getByRole('grid').press('Control+a');
  await page.keyboard.press('Alt+Shift+P');
  await answer(true);
  await page.keyboard.press('Alt+3');
  await page.getByRole('heading', { name: 'Import orders' }).waitFor();
  await page.keyboard.press('Alt+1');
  await page.getByRole('heading', { name: 'Outbox' }).waitFor();
  expect(await bar(page).count()).toBe(0);
  await page.context().close();
});

it('who goes elsewhere before all rows are chosen is there at once, and what was pressed is dropped', async () => {
  const { page, answer } = await slowOutbox();
  await page.getByRole('grid').press('Control+a');
  await page.keyboard.press('Alt+Shift+P');
  await page.keyboard.press('Alt+3');
  await page.getByRole('heading', { name: 'Import orders' }).waitFor();
  await answer();
  await page.keyboard.press('Alt+1');
  await page.getByRole('heading', { name: 'Outbox' }).waitFor();
  expect(await bar(page).count()).toBe(0);
  expect(await page.evaluate(() => location.hash)).toBe('#/outbox');
  await page.context().close();
});
