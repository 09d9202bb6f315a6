import { scan, scanWithInputMethod } from '../support/scanner.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import type { Page } from '@playwright/test';

test.use({ listens: true });

const cell = (page: Page, line: number, name: string) => page.locator(`[id="field-Package.Skus[${line}].${name}"]`);

/** Opens a label order with the focus in the first SKU of its lines. */
async function inLines(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = '#/label-order'));
  await cell(page, 0, 'Sku').waitFor();
  await cell(page, 0, 'Sku').focus();
}

test('a scan in the SKU field of a line counts as goods, even if the desk does not know them', async ({ desk }) => {
  const { page } = desk;
  await inLines(page);
  await scan(page, 'MUG-0001');
  await expect(cell(page, 0, 'Sku')).toHaveValue('MUG-0001');
  await expect(cell(page, 0, 'Quantity')).toHaveValue('1');
  await scanWithInputMethod(page, 'MUG-0002');
  await expect(cell(page, 1, 'Quantity')).toHaveValue('1');
  await expect(cell(page, 0, 'Sku')).toHaveValue('MUG-0001');
  await scan(page, 'MUG-0001');
  await expect(cell(page, 0, 'Quantity')).toHaveValue('2');
  await scan(page, 'MUG-0001');
  await expect(page.getByRole('dialog')).toContainText('Scanned twice');
  await page.keyboard.press('Control+Enter');
  await expect(cell(page, 0, 'Quantity')).toHaveValue('3');
  await expect(cell(page, 0, 'Sku')).toBeFocused();
  expect((await ask(page, 'entries.counts', {})).byState).toMatchObject({ queued: 0, draft: 0 });
});

test('a scan of a known SKU adds a line from any field of the form, and opens the SKU screen elsewhere', async ({
  desk,
}) => {
  const { page } = desk;
  const body = {
    ...{
      Sku: 'CUP-0007',
      ProductName: 'Cup',
      ProductDescription: 'A cup',
      Weight: 300,
      Length: 9,
      Width: 9,
      Height: 9,
    },
    ...{ DeclareName: 'Cup', DeclareValue: 3.2, ProductFlag: 'Simple', ProductAttribute: 'GeneralCargo' },
  };
  await ask(page, 'entry.enqueue', { commandId: 'known sku', request: { endpoint: 15, body }, draft: true });
  await inLines(page);
  await page.locator('[id="field-Package.ServiceCode"]').focus();
  await scan(page, 'CUP-0007');
  await expect(cell(page, 0, 'Sku')).toHaveValue('CUP-0007');
  await expect(page.locator('[id="field-Package.ServiceCode"]')).toHaveValue('');
  await page.keyboard.press('Alt+5');
  await scan(page, 'CUP-0007');
  await expect(page).toHaveURL(/#\/skus\/CUP-0007$/);
});

test('a number scanned into a field that expects one stays there, and the focus moves on', async ({ desk }) => {
  const { page } = desk;
  await page.evaluate(() => (location.hash = '#/box-order'));
  const box = (name: string) => page.locator(`[id="field-ContainerInfos[0].${name}"]`);
  await box('CustomContainerNo').focus();
  await scan(page, 'BOX-0001');
  await expect(box('Weight')).toBeFocused();
  await expect(box('CustomContainerNo')).toHaveValue('BOX-0001');
  await page.keyboard.type('2600', { delay: 80 });
  await expect(box('CustomContainerNo')).toHaveValue('BOX-0001');
  await expect(box('Weight')).toHaveValue('2600');
});
