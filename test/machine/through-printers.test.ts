import { makePage } from '../../electron/labels/formats/make-page.ts';
import { runJob } from '../../electron/printing/print-runner.ts';
import { openConfiguredPrinter } from '../../electron/printing/printers/open-configured-printer.ts';
import { pageFormOf, printerSetup } from '../../electron/printing/printers/printer-setup.ts';
import { knownPrinters } from '../../electron/storage/register/known-printers.ts';
import type { ConfiguredPrinter } from '../../shared/printing/configured-printer.ts';
import { codesOn, type Picture } from '../labels/read-page.ts';
import { pagesOfRaster } from '../labels/read-raster.ts';
import { renderedZpl } from '../labels/read-zpl.ts';
import { SAMPLE_LABELS } from '../labels/sample-labels.ts';
import { startCups, type Cups } from '../support/cups.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { after, freeLease } from '../support/raw-labels.ts';
import { kept, printersOfOthers } from './printers-of-others.ts';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

// `LABELS=500 npm run test:machine -- through-printers` sends 500 labels through each printer, at 1 to 2 s per label.
const count = Number(process.env['LABELS'] ?? 20);
const patient = { timeout: Math.max(240_000, count * 20_000) };

const others = printersOfOthers();
const keys = Array.from({ length: count }, (_, at) => `P${String(at + 1).padStart(3, '0')}`);
const codes = keys.map((key) => ({ code128: [`T-${key}`], qr: [key] }));
const setup = printerSetup({
  known: knownPrinters(join(others.folder, 'machine')),
  after,
  now: Date.now,
  random: Math.random,
  makePage: makePage,
  system: null,
  isPrinting: () => false,
});
let cups: Cups;
const desks: PrintDesk[] = [];

beforeAll(async () => {
  cups = await startCups();
}, 120_000);
afterAll(async () => {
  await cups.stop();
  for (const desk of desks) desk.close();
  others.stop();
});

const setUp = async (name: string, address: string): Promise<ConfiguredPrinter> => {
  const wanted = { name, address, size: '4x6' as const, reprints: false, certificate: null };
  const read = await setup.readSetup(wanted);
  setup.add(read);
  return read;
};

/** Prints at the same time as the other tests and returns when all have printed: decoding would stall their desks. */
let atWork = 0;
const allPrinted = Promise.withResolvers<void>();
async function besideOthers<T>(print: () => Promise<T>): Promise<T> {
  atWork += 1;
  try {
    return await print();
  } finally {
    atWork -= 1;
    if (atWork === 0) allPrinted.resolve();
    await allPrinted.promise;
  }
}

/** Prints all labels as one job of a separate desk, until the job asks a question or ends. */
async function prints(printer: ConfiguredPrinter) {
  const desk = openPrintDesk();
  desks.push(desk);
  desk.db.pragma('synchronous = OFF');
  const job = desk.beginJob(desk.createOrders(...keys));
  const opened = await openConfiguredPrinter(printer, {
    after,
    user: 'Mia',
    system: null,
    lease: freeLease,
    onFault: () => undefined,
  });
  await runJob(job, opened, {
    name: 'Zebra',
    queue: desk.queue,
    async draw({ entry, place }) {
      const paper = desk.printedLabel(entry);
      const sample = SAMPLE_LABELS[place % SAMPLE_LABELS.length]!;
      const label = { ...sample, PackageId: keys[place - 1]!, TrackingNumber: paper.number };
      return { ...paper, ...(await makePage({ label }, pageFormOf(printer))) };
    },
    onStep: () => undefined,
  });
  await opened.close();
  return { desk, job, ...desk.read.job(job) };
}

/** The codes a scanner reads on each page, in printed order. */
async function read(pages: readonly Picture[]) {
  const found = [];
  for (const page of pages) found.push(await codesOn(page));
  return found;
}

describe.concurrent('all labels are printed in order, with codes that decode,', () => {
  it('by a CUPS queue whose filters render them for an IPP Everywhere printer', patient, async () => {
    const standard = await others.labelPrinter('Standard');
    cups.addQueue('Queue', standard.uri, 'everywhere');
    const address = `ipp://${cups.server}/printers/Queue`;
    const { desk, job, state, heldFor, labels } = await besideOthers(async () => {
      // The queue reports its label sizes once it has queried the printer.
      const knowsSizes = async () => (await setup.probe(address)).sizes.includes('4x6');
      await vi.waitUntil(knowsSizes, { timeout: 60_000, interval: 500 });
      return prints(await setUp('CUPS', address));
    });
    expect([state, heldFor, labels.unconfirmed]).toEqual(['held', 'asks', count]);

    const pages = kept(standard.tray, '.urf').flatMap((file) => pagesOfRaster(file));
    expect(await read(pages)).toEqual(codes);
    desk.queue.answer(desk.command(), job, { upTo: count, how: 'person-said' }, 'Mia');
    expect(desk.read.job(job)).toMatchObject({ state: 'finished', labels: { 'on-paper': count } });
  });

  it('by an IPP Everywhere printer for which the desk renders them', patient, async () => {
    const standard = await others.labelPrinter('Alone');
    const { state, labels } = await besideOthers(async () => {
      const printer = await setUp('Alone', standard.uri);
      // as the set-up test with the paper taken out finds it
      return prints({ ...printer, completedIsPaper: true });
    });
    expect([state, labels['on-paper']]).toEqual(['finished', count]);
    const pages = kept(standard.tray, '.pwg').flatMap((file) => pagesOfRaster(file));
    expect(await read(pages)).toEqual(codes);
  });

  it(
    'by lprint, which writes ZPL to a socket printer and whose "completed" is never proof of paper',
    patient,
    async () => {
      const driver = await others.lprint('Thermal');
      const { state, heldFor, labels } = await besideOthers(async () => {
        const done = await prints(await setUp('lprint', driver.uri));
        await vi.waitUntil(() => driver.labels.length === count, { timeout: 30_000 });
        return done;
      });
      expect([state, heldFor, labels.unconfirmed]).toEqual(['held', 'asks', count]);
      const pages: Picture[] = [];
      for (const zpl of driver.labels) pages.push(await renderedZpl(zpl, 101.6, 152.4, 8));
      expect(await read(pages)).toEqual(codes);
      // Tested without paper, it reports completed all the same.
      expect((await setup.printTestLabel('lprint', true)).printer).toMatchObject({ completedIsPaper: false });
    },
  );
});
