import type { Desk } from '../../electron/desk/threads/desk.ts';
import type { PrintJob } from '../../shared/contract/print-procedures.ts';
import { codesOn } from '../labels/read-page.ts';
import { renderedZpl } from '../labels/read-zpl.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { startFakeZplPrinter, type FakePrinter, type FakeZplPrinter } from '../support/fake-zpl-printer.ts';
import { openPrintDesk } from '../support/print-jobs.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';

export let home: string;
export let desk: Desk;
let acts = 0;
export const command = (): string => `desk-command-${++acts}`;
export const open = async (settings: Record<string, unknown> = {}) =>
  (desk = await startDeskInThread({ folder: join(home, 'data'), machine: join(home, 'machine'), settings }));

/** Orders with numbers, in the folder that the desk then opens. */
export async function withOrders(...keys: string[]): Promise<string[]> {
  const made = openPrintDesk({ folder: join(home, 'data') });
  const ids = made.createOrders(...keys);
  made.close();
  await open();
  return ids;
}
export async function withPrinter(given: FakePrinter = {}, name = 'Zebra'): Promise<FakeZplPrinter> {
  const fake = await startFakeZplPrinter(given);
  await desk.ask('printers.add', { commandId: command(), name, address: `127.0.0.1:${fake.at.port}` });
  return fake;
}
export const start = (ids: string[], reason = '') =>
  desk.ask('print.start', { commandId: command(), ids, reason, operator: 'Mia' });
export const jobOf = async (job: string): Promise<PrintJob> => (await desk.ask('print.job', { job })).job;
export const labelsOf = async (job: string) => (await desk.ask('print.job', { job })).labels.map(({ state }) => state);
export const until = (job: string, wanted: Partial<PrintJob>) =>
  expect.poll(() => jobOf(job), { timeout: 30_000 }).toMatchObject(wanted);
/** What a scanner reads on a printed label. */
export const codesOf = async (zpl = '') => codesOn(await renderedZpl(zpl, 100, 150, 8));

/** Creates a folder for each test of a file, and closes the desk opened in it. */
export function usePrintingDesk(): void {
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'parcel-desk-prints-'))));
  afterEach(async () => {
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  });
}
