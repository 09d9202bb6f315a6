import { printRunner } from '../../electron/printing/print-runner.ts';
import type { Printer } from '../../electron/printing/printers/printer.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { PrintResult } from '../../shared/printing/print-states.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { after } from '../support/raw-labels.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

let desk: PrintDesk;
beforeEach(() => (desk = openPrintDesk()));
afterEach(() => desk.close());

it('a job whose question is answered while its printer is still being closed continues once that is done', async () => {
  const job = desk.beginJob(desk.createOrders('A', 'B'));
  const ends: PrintResult[] = [{ end: 'lost', why: 'printer-silent' }];
  const sent: string[] = [];
  const letGo = [Promise.withResolvers<void>()];
  const printer: Printer = {
    way: 'raw',
    reprints: false,
    waitUntilReady: () => Promise.resolve(null),
    print(page) {
      sent.push(Buffer.from(page).toString());
      return Promise.resolve(ends.shift() ?? { end: 'proved', why: 'printer-counted' });
    },
    close: () => letGo.shift()?.promise ?? Promise.resolve(),
  };
  const [first] = letGo;
  const runner = printRunner({
    queue: desk.queue,
    open: () =>
      Promise.resolve({
        printer,
        draw({ entry }) {
          const paper = desk.printedLabel(entry);
          return Promise.resolve({ ...paper, page: Buffer.from(paper.number) });
        },
      }),
    after,
    onStep: () => undefined,
    onFault(error) {
      throw error;
    },
  });
  runner.run(job, 'Zebra');
  await expect.poll(() => desk.read.job(job).state).toBe('held');
  desk.queue.answerAndContinue(desk.command(), job, { upTo: 0 }, true, 'Mia');
  runner.run(job, 'Zebra');
  first?.resolve();
  await expect.poll(() => desk.read.job(job).state).toBe('finished');
  expect(sent).toEqual(['T-A', 'T-A', 'T-B']);
  await runner.close();
});

it('a job moved while a label is drawn for its printer prints on the other, and no fault of the first holds it', async () => {
  for (const first of ['draws', 'does-not-open', 'has-no-paper'] as const) {
    const job = desk.beginJob(desk.createOrders(`A-${first}`, `B-${first}`));
    const [under, moved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sent: string[] = [];
    const printerCalled = (name: string): Printer => ({
      way: 'raw',
      reprints: false,
      waitUntilReady: () => Promise.resolve(name === 'Zebra' && first === 'has-no-paper' ? 'paper-out' : null),
      print(page) {
        sent.push(`${name} ${Buffer.from(page).toString()}`);
        return Promise.resolve({ end: 'proved', why: 'printer-counted' });
      },
      close: () => Promise.resolve(),
    });
    const runner = printRunner({
      queue: desk.queue,
      async open(name) {
        if (name === 'Zebra' && first === 'does-not-open') {
          under.resolve();
          await moved.promise;
          throw problem('printer', 'It does not answer.');
        }
        return {
          printer: printerCalled(name),
          async draw({ entry }) {
            under.resolve();
            await moved.promise;
            const paper = desk.printedLabel(entry);
            return { ...paper, page: Buffer.from(paper.number) };
          },
        };
      },
      after,
      onStep: () => undefined,
      onFault(error) {
        throw error;
      },
    });
    runner.run(job, 'Zebra');
    await under.promise;
    desk.queue.stop(desk.command(), job, 'Mia');
    runner.stopWaiting(job);
    desk.queue.move(desk.command(), job, 'Other', 'Mia');
    desk.queue.begin(desk.command(), job, 'Mia');
    runner.run(job, 'Other');
    moved.resolve();
    await expect.poll(() => desk.read.job(job).state).toBe('finished');
    expect(sent).toEqual([`Other T-A-${first}`, `Other T-B-${first}`]);
    const printers = desk.db
      .prepare<[string], string>(
        `SELECT DISTINCT a.printer FROM print_attempt a JOIN print_label l ON l.seq = a.label JOIN print_job j ON j.seq = l.job WHERE j.id = ?`,
      )
      .pluck();
    expect([printers.all(job), runner.statusOf(job).problem]).toEqual([['Other'], null]);
    await runner.close();
  }
});
