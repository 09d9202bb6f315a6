import { ask } from '../../ask.ts';
import { made } from './filling.ts';
import type { Area } from './place.ts';
import { at, dialog, entryOf, patient } from './ways.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const parcels = ['GO-1', 'GO-2', 'GO-3'];

async function typed(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: /Scan or type a parcel|扫描或输入包裹/ }).fill(code);
  await page.keyboard.press('Enter');
}

/** Parcels with printed labels, on their way to a carrier. */
export const handover: Area = {
  name: 'handover',
  async fill(page) {
    await made(page, ...parcels);
    const ids = await Promise.all(parcels.map(async (key) => (await entryOf(page, key)).id));
    await ask(page, 'labels.printed', { commandId: randomUUID(), ids, operator: 'Mia' });
  },
  places: [
    {
      name: 'parcels ready to go',
      screen: 'handover',
      async go(page) {
        await at(page, '#/handover');
        await page.locator('.new h2').waitFor(patient);
      },
    },
    {
      name: 'one parcel scanned, and one that is not ours',
      screen: 'handover',
      async go(page) {
        await page.keyboard.press('Alt+i');
        await typed(page, 'GO-1');
        await page.getByRole('tab').and(page.locator('[aria-selected=true]')).filter({ hasText: '2' }).waitFor(patient);
        await typed(page, 'NOBODY-1');
        await page.getByRole('grid').getByText('NOBODY-1').waitFor(patient);
      },
    },
    {
      name: 'discard a handover',
      screen: 'handover',
      dialog: 'HandoverOpen',
      go: (page) => dialog(page, 'Alt+Shift+q'),
    },
    {
      name: 'close with parcels missing',
      screen: 'handover',
      dialog: 'HandoverOpen',
      go: (page) => dialog(page, 'Alt+s'),
    },
    {
      name: 'handed over',
      screen: 'handover',
      async go(page) {
        await page.keyboard.press('Alt+s');
        await page.keyboard.press('Control+Enter');
        await page.locator('.sum').waitFor(patient);
      },
    },
  ],
};
