import { defaultSettings } from '../../../shared/settings/settings.ts';
import { ask } from '../../end-to-end/ask.ts';
import { spawnDesk } from '../../support/desk-process.ts';
import { serveFakeZplPrinter } from '../../support/serve-fake-zpl.ts';
import type { Flow } from './flow.ts';
import { enqueue, mug, reaches, recipient } from './known.ts';
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
const name = 'Bench';
let printer: Awaited<ReturnType<typeof serveFakeZplPrinter>> | undefined;

/** Sets up a printer that prints labels at once. */
async function withPrinter(): Promise<void> {
  printer = await serveFakeZplPrinter();
  const { code } = await spawnDesk(['printers', 'add', name, `127.0.0.1:${String(printer.at.port)}`]).ended;
  if (code !== 0) throw new Error('the printer cannot be set up');
}

async function withoutPrinter(page: Page): Promise<void> {
  while ((await ask(page, 'print.jobs', {})).jobs.length > 0) await page.waitForTimeout(50);
  await ask(page, 'printers.remove', { commandId: randomUUID(), name });
  await printer?.stop();
}

/** Flows that start with the scan of a parcel whose order the desk has, at a desk with a label printer. */
export const scanFlows: readonly Flow[] = [
  {
    name: 'a parcel of the order list, from its scan to its label under way, the hold at its default',
    goal: { keystrokes: 1, scans: 1, seconds: 4 },
    endpoint: 2,
    ownKey: [],
    async prepare(page) {
      await withPrinter();
      const { holdSeconds } = defaultSettings;
      await ask(page, 'settings.set', { values: { holdSeconds } });
      await ask(page, 'entry.enqueue', {
        commandId: randomUUID(),
        request: { endpoint: 2, body: parcel('LISTED-1') },
        draft: true,
      });
      return {};
    },
    elsewhere: true,
    async work(hand) {
      await hand.scan('LISTED-1');
      await hand.page.locator('.panel [aria-keyshortcuts="F8"].strong').waitFor();
      hand.think();
      await hand.press('F8');
      await hand.page.locator('.way [aria-current=step]', { hasText: 'On paper' }).waitFor();
      await withoutPrinter(hand.page);
    },
    arrives: parcel('LISTED-1'),
  },
  {
    name: 'a label printed once more',
    goal: { keystrokes: 2, scans: 1, seconds: 5 },
    endpoint: 2,
    ownKey: [],
    async prepare(page) {
      await withPrinter();
      const { id } = await enqueue(page, { endpoint: 2, body: parcel('TORN-1') });
      await reaches(page, id, 'done');
      await ask(page, 'print.start', { commandId: randomUUID(), ids: [id] });
      while ((await ask(page, 'labels.counts', {})).printed === 0) await page.waitForTimeout(100);
      return {};
    },
    elsewhere: true,
    async work(hand) {
      const came = printer?.paper.length ?? 0;
      await hand.scan('TORN-1');
      await hand.page.locator('.panel [aria-keyshortcuts="F8"]').waitFor();
      hand.think();
      await hand.press('F8');
      await hand.page.locator('dialog[open] input:focus').waitFor();
      hand.think();
      await hand.press('Enter');
      while (printer?.paper.length === came) await hand.page.waitForTimeout(50);
      await withoutPrinter(hand.page);
    },
    arrives: parcel('TORN-1'),
  },
];
