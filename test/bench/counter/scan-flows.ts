import { defaultSettings } from '../../../shared/settings/settings.ts';
import { ask } from '../../end-to-end/ask.ts';
import { spawnDesk } from '../../support/desk-process.ts';
import { serveFakeZplPrinter } from '../../support/serve-fake-zpl.ts';
import type { Flow } from './flow.ts';
import { enqueue, mug, waitForState, recipient } from './known.ts';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';

const parcel = (PackageId: string) => ({
  Package: {
    PackageId,
    ServiceCode: 'SGP',
    ShipToAddress: recipient,
    Weight: 300,
    Skus: [{ ...mug, Quantity: 1 }],
  },
});
const printerName = 'Bench';
let printer: Awaited<ReturnType<typeof serveFakeZplPrinter>> | undefined;

/** Starts a printer that prints labels at once, and adds it to the desk. */
async function startPrinter(): Promise<void> {
  printer = await serveFakeZplPrinter();
  const { code } = await spawnDesk(['printers', 'add', printerName, `127.0.0.1:${String(printer.at.port)}`]).result;
  if (code !== 0) throw new Error('the printer cannot be set up');
}

async function stopPrinter(page: Page): Promise<void> {
  while ((await ask(page, 'print.jobs', {})).jobs.length > 0) await page.waitForTimeout(50);
  await ask(page, 'printers.remove', { commandId: randomUUID(), name: printerName });
  await printer?.stop();
}

/** Flows that start with the scan of a parcel whose order the desk has, at a desk with a label printer. */
export const scanFlows: readonly Flow[] = [
  {
    name: 'a parcel of the order list, from its scan to its label under way, the hold at its default',
    goal: { keystrokes: 1, scans: 1, seconds: 4 },
    endpoint: 2,
    assignedKeyPath: [],
    async prepare(page) {
      await startPrinter();
      const { holdSeconds } = defaultSettings;
      await ask(page, 'settings.set', { values: { holdSeconds } });
      await ask(page, 'entry.enqueue', {
        commandId: randomUUID(),
        request: { endpoint: 2, body: parcel('LISTED-1') },
        draft: true,
      });
      return {};
    },
    savesOutsideForm: true,
    async enterOrder(hand) {
      await hand.scan('LISTED-1');
      await hand.page.locator('.panel [aria-keyshortcuts="F8"].strong').waitFor();
      hand.countMentalStep();
      await hand.press('F8');
      await hand.page.locator('.way [aria-current=step]', { hasText: 'On paper' }).waitFor();
      await stopPrinter(hand.page);
    },
    expectedBody: parcel('LISTED-1'),
  },
  {
    name: 'a label printed once more',
    goal: { keystrokes: 2, scans: 1, seconds: 5 },
    endpoint: 2,
    assignedKeyPath: [],
    async prepare(page) {
      await startPrinter();
      const { id } = await enqueue(page, { endpoint: 2, body: parcel('TORN-1') });
      await waitForState(page, id, 'done');
      await ask(page, 'print.start', { commandId: randomUUID(), ids: [id] });
      while ((await ask(page, 'labels.counts', {})).printed === 0) await page.waitForTimeout(100);
      return {};
    },
    savesOutsideForm: true,
    async enterOrder(hand) {
      const printedBefore = printer?.paper.length ?? 0;
      await hand.scan('TORN-1');
      await hand.page.locator('.panel [aria-keyshortcuts="F8"]').waitFor();
      hand.countMentalStep();
      await hand.press('F8');
      await hand.page.locator('dialog[open] input:focus').waitFor();
      hand.countMentalStep();
      await hand.press('Enter');
      while (printer?.paper.length === printedBefore) await hand.page.waitForTimeout(50);
      await stopPrinter(hand.page);
    },
    expectedBody: parcel('TORN-1'),
  },
];
