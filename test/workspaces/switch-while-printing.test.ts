import { targetNameOf } from '../../electron/desk/workspaces/workspace-desk.ts';
import { codesOn } from '../labels/read-page.ts';
import { renderedZpl } from '../labels/read-zpl.ts';
import { startFakeZplPrinter, type FakePrinter, type FakeZplPrinter } from '../support/fake-zpl-printer.ts';
import { openPrintDesk } from '../support/print-jobs.ts';
import {
  ask,
  capture,
  command,
  goTo,
  inTwoFolders,
  open,
  problemOf,
  root,
  service,
  setService,
} from './two-workspaces.ts';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

inTwoFolders();
// Each test sets up its own printer.
beforeEach(() => void vi.stubEnv('PARCEL_DESK_MACHINE', join(root, 'machine')));
afterEach(() => void vi.unstubAllEnvs());

const orders = ['A1', 'B2', 'C3', 'D4', 'E5', 'F6'];
const operator = 'Mia';
const jobOf = async (job: string) => (await ask('print.job', { job })).job;
const statesOf = async (job: string) => (await ask('print.job', { job })).labels.map(({ state }) => state);
const start = async (ids: string[]) => (await ask('print.start', { commandId: command(), ids, operator })).job;
/** Everything sent to the printer is printed. */
const isQuiet = (printer: FakeZplPrinter) => expect.poll(() => printer.isConnected() || printer.isBusy()).toBe(false);
const becomes = (job: string, wanted: object) => expect.poll(() => jobOf(job)).toMatchObject(wanted);
/** The barcode of a label, as a scanner reads it. */
const barcodeOf = async (zpl: string) => (await codesOn(await renderedZpl(zpl, 100, 150, 8))).code128[0];

/** A live desk whose orders have their numbers, and a job that prints them. */
async function printsLive(given: FakePrinter): Promise<{ job: string; printer: FakeZplPrinter }> {
  const made = openPrintDesk({
    folder: join(root, 'live'),
    target: targetNameOf({ address: service.url, account: '' }),
  });
  const ids = made.createOrders(...orders);
  made.close();
  const printer = await startFakeZplPrinter(given);
  await open({ confirmPrinter: () => Promise.resolve(true) });
  await setService();
  await goTo('live');
  await ask('printers.add', { commandId: command(), name: 'Zebra', address: `127.0.0.1:${printer.at.port}` });
  return { job: await start(ids), printer };
}

/** Prints the label of a practice parcel that has its number. */
async function printsInPractice(): Promise<string> {
  await ask('settings.set', { values: { holdSeconds: 0 } });
  await capture('P1');
  await expect.poll(async () => (await ask('entries.page', {})).rows[0]?.state).toBe('done');
  const [row] = (await ask('entries.page', {})).rows;
  return start([row?.id ?? '']);
}

describe('a desk that switches to practice while it prints', () => {
  it('sends no further label, prints practice labels, and continues after it returns, with each label printed once', async () => {
    const { job, printer } = await printsLive({ labelMs: 600 });
    await expect.poll(() => printer.paper.length).toBeGreaterThan(1);
    await goTo('practice');
    await isQuiet(printer);
    const arrived = printer.heard.labels;
    expect(arrived).toBeLessThan(orders.length);
    expect((await ask('print.jobs', {})).jobs).toEqual([]);
    expect(await problemOf(ask('print.begin', { commandId: command(), job, operator }))).not.toBeNull();

    await becomes(await printsInPractice(), { state: 'finished' });
    expect(printer.heard.labels).toBe(arrived + 1);

    await goTo('live');
    expect((await ask('print.jobs', {})).jobs).toMatchObject([{ id: job, state: 'held', prints: false }]);
    const { labels } = await jobOf(job);
    expect(labels.unconfirmed + labels.waiting + labels['on-paper']).toBe(orders.length);
    expect(labels.unconfirmed).toBeLessThan(2);
    expect(printer.heard.labels).toBe(arrived + 1);
    // The person at the printer scans the last live label.
    if (labels.unconfirmed > 0) {
      const last = { scanned: `T-${orders[arrived - 1]}` };
      await ask('print.answer', { commandId: command(), job, last, operator });
      if ((await jobOf(job)).state === 'held') await ask('print.begin', { commandId: command(), job, operator });
    } else await ask('print.begin', { commandId: command(), job, operator });
    await becomes(job, { state: 'finished', labels: { 'on-paper': orders.length } });
    await isQuiet(printer);
    const barcodes = await Promise.all(printer.zpl.map(barcodeOf));
    const [practice, ...others] = barcodes.splice(arrived, 1);
    expect([practice?.startsWith('T-'), others]).toEqual([false, []]);
    expect(barcodes).toEqual(orders.map((key) => `T-${key}`));
  });

  it('and whose printer is out of paper asks about that label after it returns, and prints none of the job automatically', async () => {
    const { job, printer } = await printsLive({ paperOutAt: [3] });
    await becomes(job, { fault: 'silent' });
    await goTo('practice');
    printer.loadPaper();
    await isQuiet(printer);
    const arrived = printer.heard.labels;
    await goTo('live');
    expect(await statesOf(job)).toEqual(['on-paper', 'on-paper', 'unconfirmed', 'waiting', 'waiting', 'waiting']);
    await becomes(job, { state: 'held', prints: false });
    expect(await problemOf(ask('print.begin', { commandId: command(), job, operator }))).toMatchObject({
      kind: 'wrong-state',
      params: { reason: 'asks' },
    });
    expect(printer.heard.labels).toBe(arrived);
    await ask('print.answer', { commandId: command(), job, last: { scanned: 'T-B2' }, operator });
    await becomes(job, { state: 'finished' });
    // Only the cut-off label is printed again.
    const barcodes = await Promise.all(printer.zpl.map(barcodeOf));
    expect(barcodes).toEqual(['A1', 'B2', 'C3', 'C3', 'D4', 'E5', 'F6'].map((key) => `T-${key}`));
    expect(printer.paper.map(({ cut }) => cut)).toEqual([false, false, true, false, false, false, false]);
  });

  it('continues to print when another service is set, which is refused', async () => {
    const { job, printer } = await printsLive({ labelMs: 100 });
    await expect.poll(() => printer.paper.length).toBeGreaterThan(0);
    expect(await problemOf(setService('other'))).toMatchObject({ kind: 'other-target' });
    await becomes(job, { state: 'finished', labels: { 'on-paper': orders.length } });
    expect(printer.paper).toHaveLength(orders.length);
    expect(printer.heard.labels).toBe(orders.length);
  });
});
