import { scan } from '../../../support/scanner.ts';
import { ask } from '../../ask.ts';
import { expect } from '../../desk-test.ts';
import { labelOrder } from '../../label-order.ts';
import type { Area } from './place.ts';
import { at, entryOf, inForm, patient } from './ways.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const listen = (page: Page) =>
  page.evaluate(() => {
    const chosen = { key: 'parcel-desk scanner', newValue: JSON.stringify({ listens: true }) };
    localStorage.setItem(chosen.key, chosen.newValue);
    window.dispatchEvent(new StorageEvent('storage', chosen));
  });

/** Questions that scans raise, one of them about the completed order. */
export const scans: Area = {
  name: 'scans',
  async fill(page) {
    const { id } = await entryOf(page, 'GOOD-1');
    await ask(page, 'entry.replace', { commandId: randomUUID(), id, request: labelOrder('NEW-1'), operator: 'Mia' });
    await listen(page);
  },
  places: [
    {
      name: 'the same goods again',
      screen: 'label-order',
      dialog: 'ScanDialog',
      async go(page) {
        await at(page, '#/label-order');
        await inForm(page);
        await scan(page, 'MUG-BLUE');
        await expect(page.locator('[id="field-Package.Skus[0].Sku"]')).toHaveValue('MUG-BLUE');
        await scan(page, 'MUG-BLUE');
        await page.locator('dialog[open]').waitFor(patient);
      },
    },
    {
      name: 'a label that was replaced',
      screen: 'label-order',
      dialog: 'ScanDialog',
      async go(page) {
        await scan(page, 'GOOD-1');
        await page.locator('dialog[open]').waitFor(patient);
      },
    },
  ],
};
