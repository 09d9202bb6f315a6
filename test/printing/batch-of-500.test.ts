import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { startFakeZplPrinter, type FakeZplPrinter } from '../support/fake-zpl-printer.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('print-process.ts', import.meta.url));
const count = 500;

/** The desk prints until it stops, or is killed when the printer has printed this many labels. */
async function prints(desk: PrintDesk, job: string, printer: FakeZplPrinter, killAt = Infinity): Promise<void> {
  const child = spawn(process.execPath, [program, desk.folder, job, String(printer.at.port)], { stdio: 'inherit' });
  printer.watch(() => void (printer.paper.length >= killAt && child.kill('SIGKILL')));
  await once(child, 'close');
  printer.watch(() => undefined);
}

/** A person refills paper, waits until the printer is idle, and scans the last complete label. */
async function scansLast(desk: PrintDesk, job: string, printer: FakeZplPrinter): Promise<void> {
  printer.loadPaper();
  await expect.poll(() => printer.isBusy()).toBe(false);
  const scanned = printer.paper.findLast(({ cut }) => !cut)?.label;
  const upTo = desk.read.labels(job, 0, count).find(({ number }) => number === scanned)?.place ?? 0;
  desk.queue.answer(desk.command(), job, { upTo, how: 'scanned' }, 'Mia');
}

it('a batch of 500 with paper out at 7, a cut connection at 200 and a killed desk at 350 is completed with one scan and one key press each', async () => {
  const desk = openPrintDesk();
  onTestFinished(() => desk.close());
  desk.db.pragma('synchronous = OFF');
  const keys = Array.from({ length: count }, (_, at) => `P${String(at + 1).padStart(3, '0')}`);
  const job = desk.beginJob(desk.createOrders(...keys));
  const printer = await startFakeZplPrinter({ paperOutAt: [7], closesAfterLabel: { 200: 'loses' } });
  let asked = 0;
  for (const [stop, killAt] of [['at 7'], ['at 200'], ['at 350', 351]] as const) {
    await prints(desk, job, printer, killAt);
    // The label under way when the desk was killed is unconfirmed at the next start.
    desk.queue.recoverAfterRestart();
    const { state, labels } = desk.read.job(job);
    expect([state, labels.unconfirmed], stop).toEqual(['held', 1]);
    await scansLast(desk, job, printer);
    asked += 1;
    desk.queue.begin(desk.command(), job, 'Mia');
  }
  await prints(desk, job, printer);

  expect(desk.read.job(job)).toMatchObject({ state: 'finished', labels: { 'on-paper': count } });
  const numbers = keys.map((key) => `T-${key}`);
  expect(printer.paper.filter(({ cut }) => !cut).map(({ label: says }) => says)).toEqual(numbers);
  // Only the label lost on its way was sent again.
  expect([asked, printer.heard.labels]).toEqual([3, count + 1]);
  expect(printer.heard.maxConnections).toBe(1);
  const answers = desk.read
    .steps(job, 0, 10_000)
    .filter(({ who, place }) => who === 'Mia' && place !== null && place > 0);
  const said = answers.filter(({ event }) => event !== 'add').map(({ place, event }) => `${place} ${event}`);
  expect(said).toEqual(['7 seen', '200 no-paper', '350 seen']);
  expect(verifyDatabase(desk.db)).toMatchObject({ whole: true, damages: [] });
}, 280_000);
