import { ask } from '../../ask.ts';
import { expect } from '../../desk-test.ts';
import { labelOrder } from '../../label-order.ts';
import type { Area, Place } from './place.ts';
import { at, dialog, patient } from './ways.ts';
import { randomUUID } from 'node:crypto';

const shelf = (name: string): Place => ({
  name,
  screen: 'memory',
  async go(page) {
    await at(page, `#/memory/${name}`);
    await page.locator('#memory-find').waitFor();
    await page.getByRole('listbox').getByRole('option').first().waitFor(patient);
  },
});

/** What the desk has learned from a completed order, and forgetting it. */
export const memory: Area = {
  name: 'memory',
  async fill(page) {
    const kept = { commandId: randomUUID(), operator: 'Mia', name: 'Mugs to Sweden', request: labelOrder('KEPT-1') };
    await ask(page, 'templates.save', kept);
    await expect
      .poll(async () => (await ask(page, 'addresses.find', { text: 'göteborg' })).addresses.length, patient)
      .toBe(1);
  },
  places: [
    ...['goods', 'lists', 'templates', 'addresses'].map(shelf),
    {
      name: 'rename',
      screen: 'memory',
      dialog: 'NameDialog',
      async go(page) {
        await shelf('templates').go(page);
        await dialog(page, 'Alt+b');
      },
    },
    { name: 'forget', screen: 'memory', dialog: 'ForgetAction', go: (page) => dialog(page, 'Alt+Shift+Backspace') },
  ],
};
