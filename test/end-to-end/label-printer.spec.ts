import { codesOn } from '../labels/read-page.ts';
import { renderedZpl } from '../labels/read-zpl.ts';
import { serveFakeZplPrinter } from '../support/serve-fake-zpl.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { labelOrder, typeLabelOrder } from './label-order.ts';
import { machineOfItsOwn, setUp, takeAway } from './own-printer.ts';

const patient = { timeout: 60_000 };
const keys = ['BATCH-1', 'BATCH-2', 'BATCH-3', 'BATCH-4'];

machineOfItsOwn();

test('a saved order is printed by one key as soon as its number arrives', async ({ desk, host }) => {
  const { page } = desk;
  const printer = await serveFakeZplPrinter();
  try {
    await setUp(desk, host, `127.0.0.1:${printer.at.port}`);
    await ask(page, 'settings.set', { values: { holdSeconds: 6, readFirstSeconds: 1 } });
    await page.reload();
    await page.locator('h1').first().waitFor();
    await typeLabelOrder(page, 'ONEKEY-1');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: /^Print when its number arrives/ })).toBeVisible(patient);
    await page.keyboard.press('F8');
    await expect(page.getByText('Prints as soon as its number arrives.')).toBeVisible(patient);
    expect(printer.paper).toEqual([]);
    await expect(page.locator('.way [aria-current=step]')).toHaveText(/^Printed/, patient);
    expect(printer.paper).toHaveLength(1);
    expect((await codesOn(await renderedZpl(printer.zpl[0] ?? '', 100, 150, 8))).qr).toEqual(['ONEKEY-1']);
    expect(await ask(page, 'labels.counts', {})).toMatchObject({ ready: 0, printed: 1 });
  } finally {
    await takeAway(page);
    await printer.stop();
  }
});

test('a batch is printed by keyboard although the paper runs out: the desk asks what was printed, and prints no label twice', async ({
  desk,
  host,
}) => {
  test.skip(
    host !== 'browser-host',
    'that a host’s desk prints is shown by one label; a batch is of the screens and the desk',
  );
  const { page } = desk;
  const printer = await serveFakeZplPrinter({ paperOutAt: [2], silentWhenOut: false });
  try {
    await setUp(desk, host, `127.0.0.1:${printer.at.port}`);
    await ask(page, 'settings.set', { values: { holdSeconds: 0, readFirstSeconds: 1 } });
    for (const key of keys)
      await ask(page, 'entry.enqueue', { commandId: `command ${key}`, request: labelOrder(key), operator: '' });
    await expect.poll(async () => (await ask(page, 'labels.counts', {})).ready, patient).toBe(keys.length);

    // The page reads the list of printers again.
    await page.reload();
    await page.locator('h1').first().waitFor();
    await page.keyboard.press('Alt+4');
    const list = page.getByRole('grid');
    await expect(list).toHaveAttribute('aria-rowcount', String(keys.length + 1), patient);
    await list.press('Control+a');
    await expect(page.getByRole('button', { name: /^Print 4 labels/ })).toBeEnabled();
    await expect(page.getByRole('button', { name: /Other printer or system dialog/ })).toBeEnabled(patient);
    await page.keyboard.press('F8');

    await expect(page.getByText('Out of paper.', { exact: false })).toBeVisible(patient);
    await expect(page.getByText('Desk 1: 1 of 4 printed')).toBeVisible(patient);
    await page.keyboard.press('Alt+1');
    await expect(page.getByText('Printing on Desk 1 has stopped.')).toBeVisible(patient);
    await page.keyboard.press('Alt+4');
    await page.keyboard.press('Alt+q');
    await expect(page.getByText('Which is the last good label?')).toBeVisible(patient);
    await expect(page.getByText(/^Last sent: BATCH-2, /)).toBeVisible();
    // The cut label does not count as good, so none of the labels in question came out.
    printer.loadPaper();
    await page.keyboard.press('Alt+a');
    await expect(page.getByRole('option', { name: 'None of these came out' })).toBeVisible(patient);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await expect.poll(() => ask(page, 'labels.counts', {}), patient).toMatchObject({ ready: 0, printed: 4 });
    const whole = printer.zpl.filter((_, at) => printer.paper[at]?.cut === false);
    const read: string[] = [];
    for (const zpl of whole) read.push(...(await codesOn(await renderedZpl(zpl, 100, 150, 8))).qr);
    expect(read).toEqual(keys);

    // A reprint needs a reason, which is asked for.
    await page.keyboard.press('Alt+4');
    await page.getByRole('tab', { name: /^Printed/ }).click();
    await expect(list).toHaveAttribute('aria-rowcount', String(keys.length + 1), patient);
    await list.press('Home');
    await expect(page.getByRole('button', { name: /^Print 1 label/ })).toBeEnabled();
    await page.keyboard.press('F8');
    await page.getByRole('dialog').getByRole('textbox').fill('torn');
    await page.keyboard.press('Enter');
    await expect.poll(() => printer.zpl.length, patient).toBe(6);
    await expect.poll(async () => (await ask(page, 'print.jobs', {})).jobs, patient).toEqual([]);
  } finally {
    await takeAway(page);
    await printer.stop();
  }
});
