import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Printer } from '../../electron/printers/printer.ts';
import { printRunner } from '../../electron/printing/print-runner.ts';
import type { PrintEnd } from '../../shared/printing/print-end.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { after } from '../support/raw-labels.ts';

let desk: PrintDesk;
beforeEach(() => (desk = openPrintDesk()));
afterEach(() => desk.close());

it('a job that a person answers while its printer is still let go prints on, once that is over', async () => {
  const job = desk.begun(desk.orders('A', 'B'));
  const ends: PrintEnd[] = [{ end: 'lost', why: 'printer-silent' }];
  const sent: string[] = [];
  const letGo = [Promise.withResolvers<void>()];
  const printer: Printer = {
    way: 'raw',
    reprints: false,
    ready: () => Promise.resolve(null),
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
          const paper = desk.paperOf(entry);
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
  desk.queue.answerAndGoOn(desk.command(), job, { upTo: 0 }, true, 'Mia');
  runner.run(job, 'Zebra');
  first?.resolve();
  await expect.poll(() => desk.read.job(job).state).toBe('finished');
  expect(sent).toEqual(['T-A', 'T-A', 'T-B']);
  await runner.close();
});
