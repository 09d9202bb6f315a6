import type { PrintJob } from '../../../shared/contract/print-procedures.ts';
import { callsOf } from '../../support/calls-of.ts';
import { waitingJob, fakePrinter, stoppedJob } from '../../support/fake-printing.ts';
import { violations } from '../../support/violations.ts';
import { show, openForAll } from './printing-desk.ts';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';

openForAll();

/** Gives every order an own label of 300 pages. */
const bringTooMuch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: { handlers: Record<string, unknown> } };
    const params = { reason: 'pages', count: 300, most: 10 };
    const problems = [{ kind: 'own-label', field: 'ImportLabel', message: '', params, stops: true }];
    fake.handlers['labels.preview'] = fake.handlers['labels.draft'] = () => ({
      ok: true,
      value: { svg: '<svg xmlns="http://www.w3.org/2000/svg"/>', widthMm: 100, heightMm: 150, problems },
    });
  });

describe('printing', () => {
  it('asks which label is the last good one, and one key answers', async () => {
    const page = await show('#/labels', [stoppedJob]);
    await page.getByText('Which is the last good label?').waitFor();
    await page.getByText('Last sent: PARCEL-7, LX000000007CN').waitFor();
    await page.keyboard.press('Alt+J');
    await expect.poll(() => callsOf(page, 'print.answer')).toMatchObject([{ job: 'j1', last: { upTo: 7 } }]);
    await page.getByText('Which is the last good label?').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('accepts by keys alone that no label came out', async () => {
    const page = await show('#/labels', [stoppedJob]);
    await page.getByText('Which is the last good label?').waitFor();
    await page.keyboard.press('Alt+A');
    await page.getByRole('option', { name: 'None of these came out' }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => callsOf(page, 'print.answer')).toMatchObject([{ last: { upTo: 0 } }]);
    await page.context().close();
  });

  it('warns that a silent printer may print later, and names the label that it may still print', async () => {
    const silent: PrintJob = { ...stoppedJob, mayPrintLater: ['Desk 1'] };
    const page = await show('#/labels', [silent]);
    const warning = page.getByText('Switch it off and on before you answer that none came out', { exact: false });
    await warning.waitFor();
    await page.keyboard.press('Alt+A');
    await page.getByRole('dialog').filter({ has: warning }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
    const other = await show('#/labels', [{ ...waitingJob, leftInPrinter: ['PARCEL-7'] }]);
    await other.getByText('Desk 1 may still print an earlier label of PARCEL-7', { exact: false }).waitFor();
    await other.context().close();
  });

  it('names refused labels, and shows the reason beside the list instead of a preview', async () => {
    const refused: PrintJob = {
      ...{ ...stoppedJob, heldFor: 'failed' },
      labels: { ...stoppedJob.labels, waiting: 0, unconfirmed: 0, failed: 4 },
    };
    const page = await show('#/labels', [refused]);
    await page.getByText('4 labels failed: PARCEL-7 and 3 more.').waitFor();
    await page.getByText('its preview shows why', { exact: false }).waitFor();
    await bringTooMuch(page);
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('heading', { name: 'This cannot be printed' }).waitFor();
    await page
      .getByText('Own label: It has 300 pages; at most 10 can be printed. Use only those of this parcel')
      .waitFor();
    expect(await page.getByRole('img', { name: /^Label of/ }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('shows in an entry why its own label cannot be printed, instead of a preview', async () => {
    const page = await show('#/labels', []);
    await bringTooMuch(page);
    await page.evaluate(() => (location.hash = '#/outbox/e1'));
    await page
      .getByText('Own label: It has 300 pages; at most 10 can be printed. Use only those of this parcel')
      .waitFor();
    expect(await page.getByRole('img', { name: 'Label so far' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('by F8 uses the printer that is set up', async () => {
    const page = await show('#/labels', []);
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: /Other printer or system dialog/ }).waitFor();
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /^Print 1 label/ }).waitFor();
    await page.keyboard.press('F8');
    await expect.poll(() => callsOf(page, 'print.start')).toMatchObject([{ reason: '' }]);
    await page.context().close();
  });

  it('shows the progress of a job whose labels await numbers, and a key skips the parcel it waits for', async () => {
    const page = await show('#/labels', [waitingJob]);
    await page.getByText('Queued 1 → Created 2 → Printed 2').waitFor();
    await page.getByText('Waiting for the number of PARCEL-3; later labels print after it.').waitFor();
    await page.getByText(/^One was skipped: its order needs attention/).waitFor();
    await page.keyboard.press('Alt+W');
    await expect.poll(() => callsOf(page, 'print.pass')).toMatchObject([{ job: 'j3' }]);
    await page.keyboard.press('Alt+Q');
    await expect.poll(() => callsOf(page, 'print.stop')).toMatchObject([{ job: 'j3' }]);
    await page.keyboard.press('Alt+F8');
    await expect.poll(() => callsOf(page, 'print.follow')).toHaveLength(1);
    await page.context().close();
  });

  it('shows the progress of an entry, and F8 prints its label when its number arrives, or immediately if it is known', async () => {
    const id = 'e1';
    const page = await show(`#/outbox/${id}`, []);
    await page.getByRole('button', { name: /^Print when its number arrives/ }).waitFor();
    expect(await page.locator('.way [aria-current=step]').textContent()).toMatch(/Entered/);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('F8');
    await expect.poll(() => callsOf(page, 'print.follow')).toMatchObject([{ ids: [id] }]);
    await page.evaluate(() => {
      const { fake } = globalThis as unknown as {
        fake: { handlers: Record<string, unknown>; emit: (e: unknown) => void };
      };
      fake.handlers['print.way'] = () => ({
        ok: true,
        value: {
          comes: false,
          list: 'ready',
          number: 'LX000000009CN',
          stale: null,
          provisionalOut: false,
          label: null,
        },
      });
      fake.emit({ kind: 'entries', ids: 'many' });
    });
    await page.getByText('LX000000009CN').first().waitFor();
    await page.keyboard.press('F8');
    await expect.poll(() => callsOf(page, 'print.start')).toMatchObject([{ ids: [id] }]);
    await page.context().close();
  });

  it('lists labels to print again with the reason, and one key reprints one without a question', async () => {
    const page = await show('#/labels', []);
    await page.getByRole('tab', { name: /^Print again/ }).click();
    await page.getByText('printed with LX000000001CN').first().waitFor();
    await page.getByRole('button', { name: /Other printer or system dialog/ }).waitFor();
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /^Print 1 label/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    if (process.env['PRINT_PICTURES']) await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/reprint.png` });
    await page.keyboard.press('F8');
    await expect.poll(() => callsOf(page, 'print.start')).toMatchObject([{ reason: '' }]);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('reports on other screens, too, that the printer is out of paper', async () => {
    const out: PrintJob = { ...stoppedJob, state: 'printing', heldFor: null, prints: true, fault: 'paper-out' };
    const page = await show('#/outbox', [out]);
    await page.getByText('Out of paper. Load paper; printing continues automatically.').waitFor();
    await page.context().close();
  });
});

describe('printers in the settings', () => {
  it('are probed, described and added by keys alone', async () => {
    const page = await show('#/settings/printers', []);
    await page.evaluate((printer) => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      handlers['printers.probe'] = ({ address }: { address: string }) => ({
        ok: true,
        value: {
          ...{ way: 'raw', address, model: 'ZD421-203dpi', dpi: 203, widthMm: 104, packing: 'z64', counts: true },
          ...{ passesOn: false, media: [], sizes: ['100x150'], fault: null },
        },
      });
      handlers['printers.add'] = () => ({ ok: true, value: printer });
    }, fakePrinter);
    await page.getByLabel('Name', { exact: true }).first().waitFor();
    await page.getByRole('textbox', { name: 'Address' }).last().fill('192.0.2.7');
    await page.keyboard.press('Alt+F');
    await page.getByText('This printer answers: ZD421-203dpi.').waitFor();
    await page.getByText(/203 dpi, prints 104 mm wide, accepts compressed graphics \(Z64\)/).waitFor();
    await page.locator('input[maxlength="60"]').last().fill('Desk 2');
    await page.keyboard.press('Enter');
    await expect.poll(() => callsOf(page, 'printers.add')).toMatchObject([{ name: 'Desk 2', address: '192.0.2.7' }]);
    await page.context().close();
  });
});
