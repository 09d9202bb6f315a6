import type { FakeDesk } from '../../support/fake-desk.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

/** An outbox whose list of all rows arrives only after `answer`; `fails`: as an error. */
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

it('a key pressed while all rows are being chosen applies to all of them', async () => {
  const { page, answer } = await slowOutbox();
  await page.getByRole('grid').press('Control+a');
  await page.keyboard.press('Alt+Shift+P');
  expect(await bar(page).count()).toBe(0);
  await answer();
  await page.getByRole('heading', { name: 'Tracking' }).waitFor();
  await page.context().close();
});

it('Esc drops a key pressed while all rows are being chosen', async () => {
  const { page, answer } = await slowOutbox();
  await page.getByRole('grid').press('Control+a');
  await page.keyboard.press('Alt+Shift+P');
  await page.keyboard.press('Escape');
  await answer();
  await bar(page).waitFor();
  expect(await page.evaluate(() => location.hash)).toBe('#/outbox');
  await page.context().close();
});

it('nothing is chosen or done if the desk cannot list all rows', async () => {
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

it('leaving the screen while all rows are being chosen takes effect immediately and drops the pressed key', async () => {
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
