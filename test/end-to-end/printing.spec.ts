import { actionNames, codeOfAction } from '../../renderer/keys/key-table.ts';
import { A4_DOTS, codesOn, picturesOf } from '../labels/read-page.ts';
import type { PrintDialogSetup } from '../support/electron-double/printing.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { labelOrder } from './label-order.ts';
import { pagesOfPdf } from './pages-of-pdf.ts';
import type { ConsoleMessage, Page } from '@playwright/test';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

test.use({ goesOn: true });

const keys = ['PRINT-1', 'PRINT-2', 'PRINT-3'];
const patient = { timeout: 60_000 };

/** Creates three printable labels and selects them all on the labels screen. */
async function chooseLabels(page: Page): Promise<void> {
  await ask(page, 'settings.set', { values: { holdSeconds: 0, readFirstSeconds: 1 } });
  for (const key of keys) {
    await ask(page, 'entry.enqueue', { commandId: `command ${key}`, request: labelOrder(key), operator: '' });
  }
  await expect.poll(async () => (await ask(page, 'labels.counts', {})).ready, patient).toBe(keys.length);
  await page.keyboard.press('Alt+4');
  const list = page.getByRole('grid');
  await expect(list).toHaveAttribute('aria-rowcount', String(keys.length + 1));
  await list.press('Control+a');
  await expect(page.getByRole('button', { name: /^Print 3 labels/ })).toBeEnabled();
}

/** Files printed so far, in order. */
const printedIn = (home: string) => (existsSync(join(home, 'printed')) ? readdirSync(join(home, 'printed')) : []);

test.describe('printing in Electron', () => {
  test.skip(({ host }) => host === 'browser-host', 'a browser prints by itself');
  test.beforeEach(({ home }) => rmSync(join(home, 'print-dialog.json'), { force: true }));

  const ends: [string, PrintDialogSetup, RegExp][] = [
    ['the person cancels', { reason: 'Print job canceled', printers: [{ name: 'Label' }] }, /^Printing was cancelled/],
    ['the printer fails', { reason: 'Print job failed', printers: [{ name: 'Label' }] }, /Print job failed/],
    [
      'there is no printer',
      { reason: 'Invalid printer settings', printers: [] },
      /^No printer is installed on this computer/,
    ],
  ];
  for (const [when, dialog, sentence] of ends)
    test(`marks nothing as printed when ${when}, and the screen shows why`, async ({ desk, home }) => {
      const { page } = desk;
      await chooseLabels(page);
      writeFileSync(join(home, 'print-dialog.json'), JSON.stringify(dialog));
      await page.keyboard.press('F8');
      await expect(page.getByText(sentence)).toBeVisible(patient);
      await expect(page.getByRole('dialog')).toBeHidden();
      expect(printedIn(home)).toEqual([]);
      expect(await ask(page, 'labels.counts', {})).toMatchObject({ ready: 3, printed: 0 });
      await expect(page.getByRole('button', { name: /^Print 3 labels/ })).toBeEnabled();
    });

  test('prints sheets in the same way, and a scanner reads every command on them', async ({ desk, home }) => {
    const { page } = desk;
    const said: string[] = [];
    const hear = (message: ConsoleMessage) => void said.push(message.text());
    page.on('console', hear);
    await page.keyboard.press('Alt+Shift+0');
    await expect(page.getByText('The sheet was sent to the printer.')).toBeVisible(patient);
    expect(printedIn(home)).toEqual(['1.pdf']);
    const read: string[] = [];
    for await (const picture of picturesOf(readFileSync(join(home, 'printed/1.pdf')), A4_DOTS))
      read.push(...(await codesOn(picture, 255)).code128);
    expect(read.toSorted()).toEqual(actionNames.map(codeOfAction).toSorted());

    writeFileSync(join(home, 'print-dialog.json'), JSON.stringify({ reason: 'Print job canceled', printers: [] }));
    await page.keyboard.press('Alt+Shift+H');
    await expect(page.getByText('Printing was cancelled.')).toBeVisible(patient);
    writeFileSync(join(home, 'print-dialog.json'), JSON.stringify({ reason: 'Print job failed', printers: [] }));
    await page.keyboard.press('Alt+Shift+H');
    await expect(page.getByText('No printer is installed on this computer. Nothing was printed.').first()).toBeVisible(
      patient,
    );
    expect(printedIn(home)).toEqual(['1.pdf']);
    await expect(page.locator('.on-paper')).toHaveCount(0);
    page.off('console', hear);
    expect(said).toEqual([]);
  });

  test('gives no page access to documents on their way to a printer', async ({ desk }) => {
    const answer = await desk.page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.src = location.href.replace('desk', 'paper');
      document.body.append(frame);
      return fetch(location.origin.replace('desk', 'paper') + '/1').then(
        () => 'reached',
        () => 'refused',
      );
    });
    expect(answer).toBe('refused');
    await expect(ask(desk.page, 'labels.paper', { ids: ['a'] })).rejects.toThrow('unknown-command');
  });

  test('sends each selected label to the printer on its own sheet, and asks whether all were printed', async ({
    desk,
    home,
  }) => {
    const { page } = desk;
    await page.keyboard.press('Alt+O');
    await page.getByRole('dialog').getByRole('textbox').fill('Mia');
    await page.keyboard.press('Enter');
    await chooseLabels(page);
    expect(await ask(page, 'desk.state', {})).toMatchObject({ printers: true });
    const before = printedIn(home);
    await page.keyboard.press('F8');
    await expect(page.getByText('3 labels sent to the printer.')).toBeVisible(patient);
    const [printed = '', ...others] = printedIn(home).filter((one) => !before.includes(one));
    expect(others).toEqual([]);
    const paper = readFileSync(join(home, 'printed', printed));
    expect(await pagesOfPdf(paper)).toBe(keys.length);
    const packages: string[] = [];
    for await (const picture of picturesOf(paper)) packages.push(...(await codesOn(picture)).qr);
    expect(packages.toSorted()).toEqual(keys);

    await expect(page.getByRole('dialog')).toContainText('Did all 3 labels print properly?');
    expect(await ask(page, 'labels.counts', {})).toMatchObject({ ready: 3, printed: 0 });
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => ask(page, 'labels.counts', {})).toMatchObject({ ready: 0, printed: 3 });
    const { rows } = await ask(page, 'entries.page', {});
    expect(rows).toHaveLength(keys.length);
    for (const { id } of rows)
      expect((await ask(page, 'entries.get', { id })).history.at(-1)).toMatchObject({
        who: 'Mia',
        why: { code: 'printed' },
      });
    // The hidden window is gone, so the app ends with the visible one.
    await desk.close();
  });
});
