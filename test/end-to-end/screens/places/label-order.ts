import { typeSteps } from '../../type-order.ts';
import { capture, made, troubled } from './filling.ts';
import type { Area, Place } from './place.ts';
import { at, dialog, entryOf, inForm, openEntry, patient } from './ways.ts';
import type { Page } from '@playwright/test';

const place = (name: string, go: Place['go'], dialog?: string): Place => ({
  name,
  screen: 'label-order',
  go,
  ...(dialog !== undefined && { dialog }),
});

async function anew(page: Page): Promise<void> {
  await at(page, '#/outbox');
  await page.locator('main form').waitFor({ state: 'detached' });
  await page.keyboard.press('F2');
  await inForm(page);
}

/** The form of an existing entry, opened by a key on its panel. */
const task = (name: string, key: string, press: string): Place =>
  place(`${name} ${key}`, async (page) => {
    await openEntry(page, key);
    await page.keyboard.press(press);
    await page.waitForURL(/#\/label-order\/\w+\//);
    await inForm(page);
  });

/** Enters a known recipient with known goods, as if the same parcel were typed twice. */
async function knownAgain(page: Page): Promise<void> {
  await dialog(page, 'Alt+Shift+K');
  await page.locator('dialog [role=option]').first().waitFor(patient);
  await page.keyboard.insertText('Zoë');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'field-Package.Skus[0].Sku');
  await typeSteps(page, ['MUG-BLUE', '2']);
}

/** The most used form, with its panels and dialogs. */
export const labelOrderForm: Area = {
  name: 'the label order',
  fill: (page) => made(page, 'GOOD-1'),
  places: [
    place(
      'an order that makes no sense',
      async (page) => {
        await anew(page);
        await page.locator('[id="field-Package.PackageId"]').fill('BARE-1');
        await page.locator('[id="field-Package.ServiceCode"]').fill('SGP');
        await dialog(page, 'Control+Enter');
      },
      'SenseDialog',
    ),
    place('clear the form', (page) => anew(page).then(() => dialog(page, 'Alt+Shift+Backspace')), 'ClearDialog'),
    place('go to a field', (page) => dialog(page, 'Control+g'), 'GoToFieldDialog'),
    place('copy a line', (page) => dialog(page, 'Alt+Shift+C'), 'CopyLinesDialog'),
    place('no template yet', (page) => dialog(page, 'Alt+t'), 'TemplatesDialog'),
    place('save a template', (page) => dialog(page, 'Alt+Shift+T'), 'NameDialog'),
    place(
      'templates',
      async (page) => {
        await dialog(page, 'Alt+Shift+T');
        await page.keyboard.insertText('Mugs to Sweden');
        await page.keyboard.press('Control+Enter');
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
        await dialog(page, 'Alt+t');
        await page.locator('dialog [role=option]').first().waitFor();
      },
      'TemplatesDialog',
    ),
    place('paste an address', (page) => dialog(page, 'Alt+Shift+V'), 'PasteDialog'),
    place('a pasted address', async (page) => {
      await page.locator('[id="field-Package.ShipToAddress.City"]').fill('Bonn');
      await dialog(page, 'Alt+Shift+V');
      await page.keyboard.insertText('Jane Doe\nHeidestraße 17\n51147 Köln\nc/o Somebody');
      await page.keyboard.press('Control+Enter');
      await page.locator('.panel pre').waitFor();
    }),
    place(
      'the address book',
      async (page) => {
        await dialog(page, 'Alt+Shift+K');
        await page.locator('dialog [role=option]').first().waitFor(patient);
      },
      'BookDialog',
    ),
    place('goods the desk knows', async (page) => {
      await page.keyboard.press('Alt+Shift+U');
      await page.locator('[id="field-Package.Skus[0].Sku"]').focus();
      await page.keyboard.type('MUG');
      await page.getByRole('listbox').getByRole('option').first().waitFor(patient);
    }),
    place('an order similar to another', async (page) => {
      await knownAgain(page);
      await page.locator('main form').getByText('GOOD-1').first().waitFor(patient);
    }),
    place('save a similar order', (page) => dialog(page, 'Control+Enter'), 'SimilarDialog'),
    place('a saved order', async (page) => {
      await dialog(page, 'Control+Enter');
      await page.keyboard.press('Alt+a');
      await page.locator('.saved').waitFor();
    }),
    place('same as last', async (page) => {
      await page.keyboard.press('Alt+r');
      await page
        .locator('.foot')
        .getByText(/copied from the last parcel/)
        .first()
        .waitFor();
    }),
  ],
};

/** The forms that correct, replace or change an existing order. */
export const ordersAgain: Area = {
  name: 'existing orders',
  async fill(page) {
    await troubled(page);
    await capture(page, 'HELD-1');
  },
  places: [
    task('correct', 'BAD-1', 'Alt+m'),
    task('replace', 'GOOD-1', 'Alt+r'),
    task('change', 'HELD-1', 'Alt+c'),
    place('no such order', async (page) => {
      await at(page, `#/label-order/mend/${(await entryOf(page, 'BAD-1')).id}x`);
      await page.locator('main .problem').first().waitFor();
    }),
  ],
};
