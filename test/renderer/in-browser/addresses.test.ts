import { openScreens, type Screens } from '../../support/open-screens.ts';
import { violations } from '../../support/violations.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const to = 'Package.ShipToAddress';
const field = (page: Page, name: string) => page.locator(`[id="field-${to}.${name}"]`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');
const unsure = 'Jane Doe\nHeidestraße 17\n51147 Köln';
const sure = 'Name: Jane Doe\nStreet: Heidestraße 17\nCity: Köln\nPostcode: 51147\nCountry: Germany';

async function opened(): Promise<Page> {
  const page = await screens.show('#/label-order');
  await page.waitForFunction(() => document.activeElement?.id === 'field-Package.PackageId');
  return page;
}

/** Pastes as a browser does: fires the event, then inserts the text unless a handler cancelled it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const taken = !document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    if (!taken) document.execCommand('insertText', false, text);
  }, text);
}

describe('a pasted address', () => {
  it('fills the recipient, marks unsure fields with an icon and words, and stays beside the form', async () => {
    const page = await opened();
    await field(page, 'Contact').focus();
    await paste(page, unsure);
    await expect.poll(() => field(page, 'City').inputValue()).toBe('Köln');
    await expect.poll(() => focused(page)).toContain(to);
    const marks = page.locator('.field .doubt');
    const many = await marks.count();
    expect(many).toBeGreaterThan(0);
    expect(await marks.first().textContent()).toContain('check');
    expect(await marks.first().locator('svg').count()).toBe(1);
    expect(await page.locator('.panel pre').textContent()).toBe(unsure);
    // Enter moves through the marked fields, then to the goods.
    for (let press = 0; press < many; press++) await page.keyboard.press('Enter');
    await expect.poll(() => marks.count()).toBe(0);
    expect(await focused(page)).toBe('field-Package.Skus[0].Sku');
    await page.context().close();
  });

  it('moves the cursor straight to the goods if every field is sure, and is undone by one action', async () => {
    const page = await opened();
    await field(page, 'Contact').focus();
    await paste(page, sure);
    await expect.poll(() => focused(page)).toBe('field-Package.Skus[0].Sku');
    expect(await field(page, 'Country').inputValue()).toBe('DE');
    await page.keyboard.press('Alt+Shift+Z');
    await expect.poll(() => field(page, 'Country').inputValue()).toBe('');
    expect(await focused(page)).toBe(`field-${to}.Contact`);
    expect(await page.locator('.panel').count()).toBe(0);
    await page.context().close();
  });

  it('can be entered in a dialog, for the party the cursor is in', async () => {
    const page = await opened();
    await page.keyboard.press('Alt+Shift+V');
    await page.locator('dialog textarea').waitFor();
    await page.keyboard.insertText(sure);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => field(page, 'City').inputValue()).toBe('Köln');
    await page.keyboard.press('Alt+f');
    await page.locator('[id="field-Package.Sender.Phone"]').focus();
    await page.keyboard.press('Alt+Shift+V');
    await page.locator('dialog textarea').waitFor();
    expect(await page.locator('dialog select').inputValue()).toBe('Package.Sender');
    await page.context().close();
  });

  it('is refused in the field and in the dialog if it is a megabyte long', async () => {
    const page = await opened();
    await field(page, 'Contact').focus();
    await paste(page, 'Jane Doe\n'.repeat(120_000));
    await page.locator('.panel [role=alert]').waitFor();
    expect(await field(page, 'Contact').inputValue()).toBe('');
    await page.keyboard.press('Alt+Shift+V');
    await page.locator('dialog textarea').waitFor();
    await paste(page, 'Jane Doe\n'.repeat(120_000));
    await expect.poll(() => page.locator('dialog .problem').textContent()).toContain('Nothing was filled in');
    expect(await page.locator('dialog textarea').inputValue()).toBe('');
    await page.context().close();
  });

  it('with unvisited marks is asked about once before a save', async () => {
    const page = await opened();
    await page.keyboard.type('PASTED-1');
    await field(page, 'Contact').focus();
    await paste(page, unsure);
    const calls = () =>
      page.evaluate(() =>
        (globalThis as unknown as { fake: { calls: { name: string }[] } }).fake.calls.map(({ name }) => name),
      );
    await page.locator('[id="field-Package.ServiceCode"]').fill('SGP');
    await page.locator('[id="field-Package.Skus[0].Sku"]').fill('MUG');
    // An order without a country would raise another question.
    await field(page, 'Country').fill('DE');
    await page.keyboard.press('Control+Enter');
    await page.getByText('or press Save again').waitFor();
    expect(await calls()).not.toContain('entry.enqueue');
    await page.keyboard.press('Control+Enter');
    await expect.poll(calls).toContain('entry.enqueue');
    await expect.poll(() => page.locator('.panel').count()).toBe(0);
    await page.context().close();
  });

  it('is restored with its marks and its block when the user returns to the form', async () => {
    const page = await opened();
    await field(page, 'Contact').focus();
    await paste(page, unsure);
    const many = await page.locator('.field .doubt').count();
    await page.keyboard.press('Alt+1');
    await page.waitForFunction(() => location.hash.startsWith('#/outbox'));
    await page.keyboard.press('Alt+2');
    await expect.poll(() => page.locator('.field .doubt').count()).toBe(many);
    expect(await page.locator('.panel pre').textContent()).toBe(unsure);
    await page.context().close();
  });

  it('has no accessibility violations', async () => {
    const page = await opened();
    await field(page, 'City').fill('Bonn');
    await field(page, 'Contact').focus();
    await paste(page, `${unsure}\nc/o Somebody\n`);
    await page.locator('.panel').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  }, 30_000);
});

describe('the address book', () => {
  it('is offered while a name is typed, and only a highlighted address is taken', async () => {
    const page = await opened();
    await field(page, 'Contact').focus();
    await page.keyboard.type('zo');
    await expect.poll(() => page.getByRole('option').count()).toBe(2);
    await page.keyboard.press('Enter');
    expect(await field(page, 'Contact').inputValue()).toBe('zo');
    await field(page, 'Contact').focus();
    await page.keyboard.type('r');
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    expect(await field(page, 'Contact').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page, 'Contact').inputValue()).toBe('Zoran Horvat');
    expect(await field(page, 'HouseNumber').inputValue()).toBe('17');
    expect(await focused(page)).toBe('field-Package.Skus[0].Sku');
    await page.context().close();
  });

  it('fills by three letters and Enter from anywhere in the form, with the district in the second street line', async () => {
    const page = await opened();
    await page.keyboard.press('Alt+Shift+K');
    await page.locator('dialog input').waitFor();
    await page.keyboard.type('王小明');
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page, 'Phone').inputValue()).toBe('13800138000');
    expect(await field(page, 'Street2').inputValue()).toBe('南山区');
    expect(await focused(page)).toBe('field-Package.Skus[0].Sku');
    await page.context().close();
  });

  it('closes on Escape and returns the focus to the form', async () => {
    const page = await opened();
    await field(page, 'Contact').focus();
    await paste(page, unsure);
    await page.locator('.panel').waitFor();
    await page.keyboard.press('Alt+Shift+K');
    await page.locator('dialog input').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await focused(page)).toBe(`field-${to}.Contact`);
    await page.context().close();
  });

  it('matches a typed phone number with phone numbers only', async () => {
    const page = await opened();
    await field(page, 'Phone').focus();
    await page.keyboard.type('+46 70');
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    // Part of a postcode, but of no phone number.
    await field(page, 'Phone').fill('411');
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    await page.context().close();
  });
});
