import { made, madeBare } from './filling.ts';
import type { Area } from './place.ts';
import { patient } from './ways.ts';

/** Labels to print, of the completed order and two more, and the question whether they were printed. */
export const labels: Area = {
  name: 'labels',
  async fill(page) {
    await made(page, 'GOOD-2');
    await madeBare(page, 'BARE-1');
  },
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
      name: 'a label that will not print completely',
      screen: 'labels',
      dialog: 'WarnedLabelsDialog',
      async go(page) {
        const faint = {
          kind: 'own-label',
          field: 'ImportLabel',
          message: '',
          params: { reason: 'faint' },
          stops: false,
        };
        await page.route('**/rpc/labels.brought', (route) => {
          const { ids } = route.request().postDataJSON() as { ids: string[] };
          const found = ids.map((id) => ({ id, problems: [faint] }));
          return route.fulfill({ json: { ok: true, value: { found, left: 0 } } });
        });
        await page.keyboard.press('Alt+d');
        await page.locator('dialog[open]').waitFor(patient);
        await page.unrouteAll({ behavior: 'wait' });
      },
    },
    {
      name: 'a label without an address',
      screen: 'labels',
      dialog: 'MissingAddressDialog',
      async go(page) {
        await page.getByRole('grid').press('Control+a');
        await page.keyboard.press('Alt+d');
        await page.locator('dialog[open]').waitFor(patient);
      },
    },
    {
      name: 'whether they were printed',
      screen: 'labels',
      dialog: 'PrintDialogs',
      async go(page) {
        await page.keyboard.press('Alt+d');
        await page.locator('dialog[open]').waitFor(patient);
        await page.keyboard.press('Control+Enter');
        await page.getByRole('dialog', { name: /^Did/ }).waitFor(patient);
      },
    },
  ],
};
