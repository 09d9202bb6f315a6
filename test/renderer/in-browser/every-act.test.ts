import { defaultSettings } from '../../../shared/settings/settings.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

/**
 * Elements that need no action because their role has its own keys: tabs, options, cells and the links of `data-walked`
 * lists take arrow keys, a summary opens with Enter, the skip link is the first Tab stop, and the name of an entry is a
 * link that Enter follows.
 */
const inherent = [
  '[role=tab]',
  '[role=option]',
  '[role=gridcell] *',
  '[role=row] *',
  '[data-walked] a',
  'summary',
  'a.skip',
  'a.code',
];

/** Buttons and links on the page that have no action. */
const withoutAct = (page: Page): Promise<string[]> =>
  page.evaluate((inherent) => {
    const open = document.querySelector('dialog[open]') ?? document;
    return [...open.querySelectorAll('button, [role=button], [role=menuitem], a[href]')]
      .filter((one) => !one.hasAttribute('aria-keyshortcuts') && !inherent.some((which) => one.matches(which)))
      .map((one) => (one.textContent.trim() || one.getAttribute('aria-label')) ?? one.outerHTML);
  }, inherent);

/** Keys shared by two actions that are both available now, with those actions. */
const keysMeantTwice = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { keysMeantTwice: () => string[] }).keysMeantTwice());

/** All faults in the keys of the page. */
const faultsOf = async (page: Page) => [...(await withoutAct(page)), ...(await keysMeantTwice(page))];

async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), address);
  await page.locator('main :is(h1, h2):visible').first().waitFor();
  await page.waitForTimeout(150);
}

describe('every action has its own key', () => {
  it('on every screen', async () => {
    const page = await screens.show('#/outbox');
    const all = await page.evaluate(() => (globalThis as unknown as { screens: string[] }).screens);
    expect(all.length).toBeGreaterThan(14);
    const places = [...all, 'outbox/e7', 'outbox/e10', 'outbox/e13', 'label-order/mend/e13', 'label-order/replace/e10'];
    const found: Record<string, string[]> = {};
    for (const place of places) {
      await go(page, `#/${place}`);
      const faults = await faultsOf(page);
      if (faults.length > 0) found[place] = faults;
    }
    expect(found).toEqual({});
    await page.context().close();
  }, 60_000);

  it('in a list with chosen entries, in dialogs and in notifications', async () => {
    const page = await screens.show('#/outbox');
    await page.locator('[role=grid]').focus();
    for (const key of ['Home', 'Shift+ArrowDown']) await page.keyboard.press(key);
    expect(await faultsOf(page), 'chosen').toEqual([]);
    for (const key of ['Alt+Shift+W', 'Alt+Shift+M', 'Control+k', 'Alt+k', 'Alt+o']) {
      await page.keyboard.press(key);
      await page.locator('dialog[open]').waitFor();
      expect(await faultsOf(page), key).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Alt+Shift+T');
    await page.locator('.toasts button').first().waitFor();
    expect(await faultsOf(page), 'told').toEqual([]);
    await page.keyboard.press('Shift+F8');
    await page.locator('.toasts button').first().waitFor({ state: 'detached' });
    await page.context().close();
  }, 60_000);

  it('while a file is mapped and its rows are checked', async () => {
    const page = await screens.show('#/import');
    const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from('a') };
    await page.setInputFiles('input[type=file]', file);
    await page.locator('li input').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  }, 60_000);
});

describe('settings', () => {
  it('appear on exactly one page each', async () => {
    const page = await screens.show('#/settings');
    const found: string[] = [];
    for (const link of await page.locator('main nav a').all()) {
      await link.press('Enter');
      await page.locator('main h2', { hasText: await link.innerText() }).waitFor();
      found.push(...(await page.locator('[id^="setting-"]').evaluateAll((all) => all.map(({ id }) => id))));
    }
    const fields = found.filter((id) => !id.includes('-', 'setting-'.length));
    expect(fields.toSorted()).toEqual(
      Object.keys(defaultSettings)
        .map((name) => `setting-${name}`)
        .toSorted(),
    );
    await page.context().close();
  }, 60_000);

  it('show durations in a readable unit and store them in seconds', async () => {
    const page = await screens.show('#/settings/sending');
    const grace = page.locator('[id="setting-graceSeconds"]');
    const unit = page.getByLabel('Wait before resending after a lost answer: unit');
    expect([await grace.inputValue(), await unit.inputValue()]).toEqual(['10', 'minutes']);
    await grace.fill('2');
    await unit.selectOption('hours');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Settings saved.').waitFor();
    const kept = await page.evaluate(() =>
      (globalThis as unknown as { fake: { handlers: { 'settings.get': () => { value: unknown } } } }).fake.handlers[
        'settings.get'
      ](),
    );
    expect(kept.value).toMatchObject({ graceSeconds: 7200 });
    expect([await grace.inputValue(), await unit.inputValue()]).toEqual(['2', 'hours']);
    await page.context().close();
  }, 60_000);

  it('are saved by keyboard alone, including the service and its secret', async () => {
    const page = await screens.show('#/settings');
    await page.getByLabel('Address of the service').fill('https://service.example');
    await page.keyboard.press('Alt+s');
    await page.getByText('Service saved.').waitFor();
    await page.getByLabel('Header value').fill('s3cret');
    await page.keyboard.press('Alt+w');
    await page.getByText('Value saved.').waitFor();
    await page.keyboard.press('Alt+Shift+w');
    await page.getByText('Value deleted.').waitFor();
    await page.evaluate(() => (location.hash = '#/settings/orders'));
    await page.getByLabel('Desk code').fill('7a2bc');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Settings saved.').waitFor();
    expect(await page.getByLabel('Desk code').inputValue()).toBe('7A2BC');
    await page.evaluate(() => (location.hash = '#/settings/service'));
    await page.keyboard.press('Alt+g');
    await page.getByRole('dialog').waitFor();
    await page.context().close();
  }, 60_000);
});
