import { ask } from '../../ask.ts';
import { expect } from '../../desk-test.ts';
import { made } from './filling.ts';
import type { Area, Place } from './place.ts';
import { at, dialog, patient } from './ways.ts';

const shelf = (name: string): Place => ({
  name,
  screen: 'memory',
  async go(page) {
    await at(page, `#/memory/${name}`);
    await page.locator('#memory-find').waitFor();
    if (name !== 'templates') await page.getByRole('listbox').getByRole('option').first().waitFor(patient);
  },
});

/** What the desk has learned, and forgetting it. */
export const memory: Area = {
  name: 'memory',
  async fill(page) {
    await made(page, 'GOOD-1');
    await expect
      .poll(async () => (await ask(page, 'addresses.find', { text: 'göteborg' })).addresses.length, patient)
      .toBe(1);
  },
  places: [
    ...['goods', 'lists', 'templates', 'addresses'].map(shelf),
    { name: 'forget', screen: 'memory', dialog: 'ForgetAct', go: (page) => dialog(page, 'Alt+Shift+Backspace') },
  ],
};
