import { labelOrder } from '../../end-to-end/label-order.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

const holder = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('role') ?? activeElement?.id ?? '';
  });

/** Holds the rows of the outbox until the returned function is called. */
async function holdRows(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: { call(name: string, input: unknown): Promise<unknown> } };
    const call = fake.call.bind(fake);
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((heard) => (answer = heard));
    Reflect.set(window, 'answerRows', answer);
    fake.call = async (name, input) => {
      if (name.startsWith('entries.')) await asked;
      return call(name, input);
    };
  });
  return () => page.evaluate(() => (Reflect.get(window, 'answerRows') as () => void)());
}

async function fromSettings(): Promise<Page> {
  const page = await screens.show('#/settings/sending');
  await page.locator('[id="setting-graceSeconds"]').focus();
  return page;
}

describe('on return from the settings', () => {
  it.each([
    ['by Escape', 'Escape'],
    ['by the key of the outbox', 'Alt+1'],
  ])('the list gets the focus, %s, and the next key moves in it', async (_, key) => {
    const page = await fromSettings();
    await page.keyboard.press(key);
    await expect.poll(() => holder(page)).toBe('grid');
    await page.keyboard.press('ArrowDown');
    await page.locator('[role="grid"][aria-activedescendant]').waitFor();
    await page.context().close();
  });

  it.each([
    ['the tracking', 'tracking', 'textarea'],
    ['a form, in the field that was being typed in', 'label-order', '[id="field-Package.ShipToAddress.Street1"]'],
    ['an empty outbox', 'outbox', 'button:has-text("Filter")'],
  ])('Escape goes back to the previous screen and its focus: %s', async (_, from, place) => {
    const page = await screens.show(`#/${from}`, { entries: 0 });
    const control = page.locator(`main ${place}`).first();
    await control.focus();
    await page.keyboard.press('Alt+5');
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    // Passes through another screen from which Escape goes back.
    await page.keyboard.press('Alt+Shift+S');
    await page.waitForFunction(() => location.hash === '#/scanner');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => location.hash === '#/settings');
    await page.keyboard.press('Escape');
    await page.waitForFunction((hash) => location.hash === hash, `#/${from}`);
    await expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('an empty outbox has the focus on no button, and on its list once there is an entry', async () => {
    const page = await screens.show('#/outbox', { entries: 0 });
    await expect.poll(() => holder(page)).toBe('content');
    await page.evaluate(async (body) => {
      const { fake } = globalThis as unknown as { fake: { call(name: string, input: unknown): Promise<unknown> } };
      await fake.call('entry.enqueue', { commandId: 'first of all', request: { endpoint: 2, body } });
    }, labelOrder('FIRST-1').body);
    await expect.poll(() => holder(page)).toBe('grid');
    await page.context().close();
  });

  it('a list that loads late gets the focus once it is loaded', async () => {
    const page = await fromSettings();
    const answer = await holdRows(page);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => location.hash === '#/outbox');
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => document.activeElement !== document.body), 'meanwhile it is not lost').toBe(true);
    await answer();
    await expect.poll(() => holder(page)).toBe('grid');
    await page.context().close();
  });

  it('keys pressed before a list is loaded apply once it is loaded', async () => {
    const page = await fromSettings();
    const answer = await holdRows(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => holder(page)).toBe('grid');
    expect(await page.getByRole('grid').getByRole('row').count(), 'nothing but the head is there').toBe(1);
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await answer();
    await page.waitForFunction(() => location.hash.startsWith('#/outbox/'));
    expect(await page.locator('[role="row"].cursor').getAttribute('aria-rowindex')).toBe('3');
    await page.context().close();
  });

  it('a focus that was moved to the search meanwhile stays there', async () => {
    const page = await fromSettings();
    const answer = await holdRows(page);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => location.hash === '#/outbox');
    await page.keyboard.press('F3');
    await page.keyboard.type('PKG');
    await answer();
    await page.getByRole('grid').waitFor();
    await page.waitForTimeout(300);
    expect(await holder(page)).toMatch(/^(combobox|find|searchbox)$/);
    expect(await page.locator('#find').inputValue()).toBe('PKG');
    await page.context().close();
  });

  it('a form has the cursor in its first field', async () => {
    const page = await fromSettings();
    await page.keyboard.press('F2');
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    await page.context().close();
  });
});
