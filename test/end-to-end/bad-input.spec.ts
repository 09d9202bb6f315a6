import { pasteText } from '../support/paste.ts';
import { receivedCreates } from '../support/received-creates.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { entriesIn } from './label-order.ts';
import { nineCreates } from './nine-creates.ts';
import { typeSteps } from './type-order.ts';
import type { Page } from '@playwright/test';
import { join } from 'node:path';

test.skip(({ host }) => host === 'electron-double', 'the screens are the same in every host');

test.use({ goesOn: true });

const field = (page: Page, path: string) => page.locator(`[id="field-${path}"]`);
const address = 'Package.ShipToAddress';

async function openForm(page: Page): Promise<void> {
  await page.keyboard.press('F2');
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
}

/** Moves to a field by its name and pastes over its content. */
async function pasteAt(page: Page, path: string, text: string): Promise<void> {
  await page.keyboard.press('Control+g');
  await page.locator('dialog[open] input').waitFor();
  await page.keyboard.insertText(path.replace(/\[\d+\]/g, '[]'));
  await page.keyboard.press('Enter');
  await expect(field(page, path)).toBeFocused();
  await page.keyboard.press('Control+a');
  await pasteText(page, text);
}

/** The order as the practice service received it; null until then. */
async function arrived(page: Page, key: string): Promise<unknown> {
  const { folder } = await ask(page, 'desk.state', {});
  return JSON.parse(receivedCreates(join(folder, 'practice')).find((create) => create.key === key)?.body ?? 'null');
}

test('pasted text arrives as intended, and the form shows what it made of it', async ({ desk }) => {
  const { page } = desk;
  await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
  await openForm(page);
  await typeSteps(page, [
    { to: 'Package.PackageId', type: 'BAD-1' },
    { to: 'Package.ServiceCode', type: 'SGP' },
  ]);
  await pasteAt(page, 'Package.Weight', '480,5');
  await expect(page.locator('[id="field-Package.Weight-note"]')).toHaveText('= 480.5');
  await pasteAt(page, `${address}.Contact`, 'Zoë 👩🏽‍🚀 <b onclick=x>Doe</b>');
  await pasteAt(page, `${address}.Phone`, '\u202e+46701234567');
  await expect(page.locator(`[id="field-${address}.Phone-note"]`)).toContainText(/invisible characters/i);
  await typeSteps(page, [
    { to: `${address}.Country`, type: 'SE' },
    { to: `${address}.City`, type: 'Göteborg' },
    { to: `${address}.Postcode`, type: '411 01' },
    { to: `${address}.Street1`, type: 'Storgatan 1' },
  ]);
  await pasteAt(page, 'Package.Skus[0].Sku', '=1+1');
  await typeSteps(page, [{ to: 'Package.Skus[].Quantity', type: '2' }]);
  await pasteAt(page, 'Location', 'one\r\ntwo\r\n');
  await expect(page.locator('[id="field-Location-note"]')).toContainText('joined into one');
  await page.keyboard.press('Control+Enter');
  // No label font contains the astronaut, so a question comes before the order is saved.
  const question = page.getByRole('dialog');
  await expect(question).toContainText('👩');
  await question.getByRole('button', { name: /^Save anyway/ }).click();
  await expect(page.locator('.saved')).toBeVisible();
  await expect
    .poll(() => arrived(page, 'BAD-1'), { timeout: 20_000 })
    .toEqual({
      Package: {
        PackageId: 'BAD-1',
        ServiceCode: 'SGP',
        Weight: 480.5,
        ShipToAddress: {
          Contact: 'Zoë 👩🏽‍🚀 <b onclick=x>Doe</b>',
          Phone: '\u202e+46701234567',
          Country: 'SE',
          City: 'Göteborg',
          Postcode: '411 01',
          Street1: 'Storgatan 1',
        },
        Skus: [{ Sku: '=1+1', Quantity: 2 }],
      },
      Location: 'one two',
    });
});

const megabyte = 'x'.repeat(1_000_000);

test('a megabyte in a field without a limit is sent completely', async ({ desk }) => {
  const { page } = desk;
  const label = nineCreates.find(({ endpoint }) => endpoint === 2);
  await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
  await openForm(page);
  await typeSteps(page, [{ to: 'Package.PackageId', type: 'x' }, ...(label?.steps.slice(1) ?? [])]);
  await pasteAt(page, 'Package.PackageId', 'BAD-2');
  await pasteAt(page, `${address}.Contact`, megabyte);
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('.saved')).toBeVisible();
  await expect
    .poll(() => arrived(page, 'BAD-2'), { timeout: 20_000 })
    .toMatchObject({
      Package: { ShipToAddress: { Contact: megabyte } },
    });
});

for (const { title, open, firstField } of nineCreates.filter(({ endpoint }) => [2, 6, 15].includes(endpoint))) {
  test(`a megabyte in the key of a ${title} is reported at the field, saves no entry and survives a reload`, async ({
    desk,
  }) => {
    const { page } = desk;
    const before = await entriesIn(page);
    await page.keyboard.press(open);
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    await pasteAt(page, firstField, megabyte);
    await page.keyboard.press('Control+Enter');
    await expect(page.locator(`[id="field-${firstField}-problem"]`)).toBeVisible();
    await expect(field(page, firstField)).toBeFocused();
    expect(await entriesIn(page)).toBe(before);
    await page.reload();
    await expect.poll(async () => (await field(page, firstField).inputValue()).length).toBe(megabyte.length);
  });
}
