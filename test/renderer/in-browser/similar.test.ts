import { callsOf } from '../../support/calls-of.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { violations } from '../../support/violations.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

interface Page1 {
  fake: {
    call(name: string, input: unknown): Promise<unknown>;
    handlers: Record<string, (input: unknown) => unknown>;
  };
}

const contact = '[id="field-Package.ShipToAddress.Contact"]';
const calls = async (page: Page, name: string) => (await callsOf(page, name)).length;

/** Delays the answers about similar orders. */
const answerLate = (page: Page) =>
  page.evaluate(() => {
    const { fake } = globalThis as unknown as Page1;
    const { call } = fake;
    fake.call = async (name, input) => {
      const answer = await call.call(fake, name, input);
      if (name === 'entries.similar') await new Promise((done) => setTimeout(done, 600));
      return answer;
    };
  });

/** An empty form on a desk that has an order for Ann. */
async function opened(): Promise<Page> {
  const page = await screens.show('#/label-order', { entries: 3 });
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  await page.evaluate(async () => {
    const body = {
      Package: { PackageId: 'OLD-1', ServiceCode: 'SGP', ShipToAddress: { Contact: 'Ann' }, Skus: [{ Sku: 'MUG' }] },
    };
    await (globalThis as unknown as Page1).fake.call('entry.enqueue', {
      commandId: 'c1',
      operator: 'Mia',
      request: { endpoint: 2, body },
    });
  });
  return page;
}

/** A form with a typed order, on a desk that has one for the same person and goods. */
async function typed(key = 'NEW-1'): Promise<Page> {
  const page = await opened();
  await fill(page, key);
  return page;
}

async function fill(page: Page, key: string): Promise<void> {
  await page.locator('[id="field-Package.PackageId"]').fill(key);
  await page.locator('[id="field-Package.ServiceCode"]').fill('SGP');
  await page.locator(contact).fill('Ann');
  await page.locator('[id="field-Package.ShipToAddress.Country"]').fill('SE');
  await page.locator('[id="field-Package.ShipToAddress.City"]').fill('Lund');
  await page.locator('[id="field-Package.Skus[0].Sku"]').fill('MUG');
}

it('a likely duplicate is shown while it is typed, and asked about before it is saved', async () => {
  const page = await typed();
  await page.getByText('Possible duplicate of OLD-1').waitFor();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await dialog.textContent()).toMatch(/OLD-1.*Mia/s);
  expect(await calls(page, 'entry.enqueue')).toBe(1);
  expect(await violations(page)).toEqual([]);
  // Pressing the same key again by habit decides nothing.
  await page.keyboard.press('Control+Enter');
  expect(await calls(page, 'entry.enqueue')).toBe(1);
  await page.keyboard.press('Escape');
  expect(await page.locator(contact).inputValue()).toBe('Ann');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor();
  await page.keyboard.press('Alt+a');
  await expect.poll(() => calls(page, 'entry.enqueue')).toBe(2);
  await page.getByText('NEW-1 saved').waitFor();
  expect(await page.getByText('Possible duplicate of').count()).toBe(0);
  await page.context().close();
});

it('the similar order can be opened without losing what was typed', async () => {
  const page = await typed();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Alt+Enter');
  await page.getByRole('heading', { name: 'OLD-1' }).waitFor();
  await page.keyboard.press('Alt+2');
  await expect.poll(() => page.locator(contact).inputValue()).toBe('Ann');
  await page.context().close();
});

it('an order confirmed as another parcel is not asked about again after a failed save', async () => {
  const page = await typed('OLD-1');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Alt+a');
  await expect.poll(() => calls(page, 'entry.enqueue')).toBe(2);
  await page.locator('[id="field-Package.PackageId"]').fill('NEW-2');
  await page.waitForTimeout(1100);
  await page.keyboard.press('Control+Enter');
  await page.getByText('NEW-2 saved').waitFor();
  await page.context().close();
});

it('a late answer does not delay a save, and the similar order is shown afterwards', async () => {
  const page = await opened();
  await answerLate(page);
  await fill(page, 'NEW-1');
  await page.keyboard.press('Control+Enter');
  await page.getByText('NEW-1 saved').waitFor();
  await page.getByText('Saved, but it is a possible duplicate of OLD-1').waitFor();
  await page.context().close();
});

it('a likely duplicate that is shown is asked about, even if the answer to the last change is late', async () => {
  const page = await typed();
  await page.getByText('Possible duplicate of OLD-1').waitFor();
  await answerLate(page);
  await page.locator('[id="field-Package.Weight"]').fill('480');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await dialog.textContent()).toMatch(/OLD-1.*Mia/s);
  await page.keyboard.press('Alt+a');
  await page.getByText('NEW-1 saved').waitFor();
  expect(await page.getByText('Saved, but').count()).toBe(0);
  await page.context().close();
});

it('an answer that arrives while the page is busy is used before the save continues', async () => {
  const page = await typed();
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as Page1;
    const { call } = fake;
    fake.call = async (name, input) => {
      const answer = await call.call(fake, name, input);
      if (name !== 'entries.similar') return answer;
      // The answer comes in two pieces while the page is busy for longer than a save waits.
      setTimeout(() => {
        for (const until = performance.now() + 150; performance.now() < until;);
      });
      for (const piece of [5, 5]) await new Promise((done) => setTimeout(done, piece));
      return answer;
    };
  });
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').getByText('OLD-1').first().waitFor();
  await page.context().close();
});

it('an order without goods is not compared with earlier ones', async () => {
  const page = await screens.show('#/label-order', { entries: 0 });
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  await page.locator('[id="field-Package.PackageId"]').fill('BARE-1');
  await page.locator('[id="field-Package.ServiceCode"]').fill('SGP');
  await page.locator(contact).fill('Ann');
  await page.locator('[id="field-Package.ShipToAddress.Country"]').fill('SE');
  await page.locator('[id="field-Package.ShipToAddress.City"]').fill('Lund');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').getByText('No goods are listed.').waitFor();
  await page.keyboard.press('Alt+a');
  await page.getByText('BARE-1 saved').waitFor();
  expect(await calls(page, 'entries.similar')).toBe(0);
  await page.context().close();
});
