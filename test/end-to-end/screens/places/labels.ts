import { made } from './filling.ts';
import type { Area } from './place.ts';
import { patient } from './ways.ts';

/** Labels to print, of the order that was made and one more, and what came of printing. */
export const labels: Area = {
  name: 'labels',
  fill: (page) => made(page, 'GOOD-2'),
  places: [
    {
      name: 'a label',
      screen: 'labels',
      async go(page) {
        await page.keyboard.press('Alt+4');
        await page.getByRole('grid').getByText('GOOD-1').waitFor(patient);
        await page.keyboard.press('ArrowDown');
        await page.locator('.preview img').waitFor(patient);
      },
    },
    {
      name: 'did they come out',
      screen: 'labels',
      dialog: 'LabelsScreen',
      async go(page) {
        await page.getByRole('grid').press('Control+a');
        await page.keyboard.press('Alt+d');
        await page.locator('dialog[open]').waitFor(patient);
      },
    },
  ],
};
