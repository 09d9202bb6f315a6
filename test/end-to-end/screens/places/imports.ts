import type { Area } from './place.ts';
import { dialog, patient } from './ways.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const bad = ['PackageId,ServiceCode,Contact,Weight,District', 'A 1,SGP,Zoë,heavy,x', 'A2,SGP,Li,12,y'].join('\n');
const choose = (page: Page, name: string, csv: string) =>
  page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(csv) });

/** An import, from the choice of a file to its rows in the outbox. */
export const imports: Area = {
  name: 'import',
  places: [
    {
      name: 'no file yet',
      screen: 'import',
      async go(page) {
        await page.keyboard.press('Alt+3');
        await page.locator('input[type=file]').waitFor({ state: 'attached' });
      },
    },
    { name: 'a template', screen: 'import', dialog: 'TemplateDialog', go: (page) => dialog(page, 'Alt+d') },
    {
      name: 'rows with problems',
      screen: 'import',
      async go(page) {
        await choose(page, 'orders.csv', bad);
        await page.locator('li input').first().waitFor(patient);
      },
    },
    { name: 'the rest as a file', screen: 'import', dialog: 'ImportScreen', go: (page) => dialog(page, 'Alt+e') },
    {
      name: 'good rows',
      screen: 'import',
      async go(page) {
        await page.keyboard.press('Alt+Shift+Q');
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Control+Enter');
        await choose(page, 'good.csv', `PackageId,ServiceCode\n${randomUUID()},SGP`);
        await page.locator('dl .good').waitFor(patient);
      },
    },
    {
      name: 'orders that make no sense',
      screen: 'import',
      dialog: 'SenselessDialog',
      go: (page) => dialog(page, 'Control+Enter'),
    },
    {
      name: 'rows queued',
      screen: 'import',
      async go(page) {
        // The dialog was closed after its check and opens again.
        await page.keyboard.press('Control+Enter');
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Alt+a');
        await page.locator('dl .good').waitFor({ state: 'hidden', ...patient });
      },
    },
  ],
};
