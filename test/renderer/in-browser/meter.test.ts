import type { Input } from '../../../shared/contract/desk-contract.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { violations } from '../../support/violations.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

type Added = Input<'meter.add'>;
const added = async (page: Page): Promise<Added[]> =>
  page.evaluate(() =>
    (globalThis as unknown as { fake: { calls: { name: string; input: Added }[] } }).fake.calls
      .filter(({ name }) => name === 'meter.add')
      .map(({ input }) => input),
  );
const isAdded = (page: Page) =>
  page.waitForFunction(() =>
    (globalThis as unknown as { fake: { calls: { name: string }[] } }).fake.calls.some(
      ({ name }) => name === 'meter.add',
    ),
  );
const cursorIn = (page: Page, path: string) =>
  page.waitForFunction((id) => document.activeElement?.id === id, `field-${path}`);

/** Puts the cursor into the key, which the desk may have filled in. */
async function toKey(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  await page.locator('[id="field-Package.PackageId"]').focus();
  await cursorIn(page, 'Package.PackageId');
}

describe('the meter', () => {
  it('counts every keystroke of a parcel once, by field, across a reload', async () => {
    const page = await screens.show('#/label-order');
    await toKey(page);
    await page.locator('[id="field-Package.PackageId"]').selectText();
    await page.keyboard.type('abc');
    await page.reload();
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => {
      const field = document.getElementById('field-Package.PackageId');
      return field instanceof HTMLInputElement && field.value === 'abc';
    });
    await page.locator('[id="field-Package.ServiceCode"]').focus();
    for (const text of ['SGP', '12', 'Ana']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.down('Control');
    await page.keyboard.down('Enter');
    // A held key repeats but counts once.
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    // Without goods a question comes first, whose answer also counts for the parcel.
    await page.getByRole('dialog').getByText('No goods are listed.').waitFor();
    await page.keyboard.press('Alt+a');
    await page.locator('.saved').waitFor();
    await isAdded(page);
    const [first] = await added(page);
    expect(first?.operator).toBe('Li Na');
    const [sample] = first?.samples ?? [];
    expect(sample).toMatchObject({ endpoint: 2, scans: 0 });
    const keys = Object.fromEntries(sample?.fields.map(({ field, keystrokes }) => [field, keystrokes]) ?? []);
    expect(keys).toEqual({
      '$.Package.PackageId': 3,
      '$.Package.ServiceCode': 4,
      '$.Package.Weight': 3,
      '$.Package.ShipToAddress.Contact': 4,
      '$.Package.ShipToAddress.Phone': 2,
      $: 2,
    });
    expect(sample?.keystrokes).toBe(18);
    await page.context().close();
  }, 60_000);

  it.each([
    { language: 'en', theme: 'light' },
    { language: 'zh-CN', theme: 'dark' },
    { language: 'en', theme: 'dark', contrast: 'more' },
  ] as const)(
    'shows the keystrokes per parcel without accessibility violations: %o',
    async (look) => {
      const page = await screens.show('#/outbox', look);
      await page.keyboard.press('Alt+Shift+R');
      await page.getByRole('table').nth(2).waitFor();
      const text = await page.locator('main').innerText();
      expect(text).toContain('11.4');
      expect(text).not.toMatch(/undefined|NaN|Infinity/);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Alt+ArrowRight');
      await page.locator('[role=tab][aria-selected=true][data-name="30"]').waitFor();
      await page.context().close();
    },
    60_000,
  );
});
