import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: PrintDesk;
beforeEach(() => (desk = openPrintDesk()));
afterEach(() => desk.close());

/** A job whose first label was sent to the Zebra without proof that it was printed. */
function stopped(why: 'printer-silent' | 'printer-stopped' | 'no-proof'): string {
  const job = desk.beginJob(desk.createOrders('A', 'B'));
  desk.printNext(job, { end: 'lost', why: why });
  desk.queue.stop(desk.command(), job, 'Mia');
  return job;
}
const noneCame = (job: string, printer: string) => {
  desk.queue.answerAndContinue(desk.command(), job, { upTo: 0 }, false, 'Mia');
  if (printer !== desk.read.job(job).printer) desk.queue.move(desk.command(), job, printer, 'Mia');
  desk.queue.begin(desk.command(), job, 'Mia');
};
const leftIn = (job: string) => desk.read.job(job).leftInPrinter;

describe('a label that its printer may still print later', () => {
  it.each(['printer-silent', 'printer-stopped'] as const)('is named in the question about it: %s', (why) => {
    const job = stopped(why);
    expect(desk.read.job(job)).toMatchObject({ mayPrintLater: ['Zebra'], leftInPrinter: [] });
    noneCame(job, 'Zebra');
    expect(desk.read.job(job)).toMatchObject({ mayPrintLater: [], leftInPrinter: ['A'] });
  });

  it('is not reported for a printer that holds nothing, nor if a person has seen it', () => {
    expect(desk.read.job(stopped('no-proof')).mayPrintLater).toEqual([]);
    const job = desk.beginJob(desk.createOrders('C', 'D'));
    desk.printNext(job, { end: 'lost', why: 'printer-silent' });
    desk.queue.stop(desk.command(), job, 'Mia');
    desk.queue.answerAndContinue(desk.command(), job, { upTo: 1 }, true, 'Mia');
    expect([desk.statesOf(job), leftIn(job)]).toEqual([['on-paper', 'waiting'], []]);
  });

  it('is reported on each job of its printer after its order was printed elsewhere, until that printer prints a later label', () => {
    const job = stopped('printer-silent');
    noneCame(job, 'Other');
    desk.printNext(job);
    expect(leftIn(job)).toEqual([]);
    const [c = '', d = '', e = ''] = desk.createOrders('C', 'D', 'E');
    const next = desk.beginJob([c, d]);
    expect(leftIn(next)).toEqual(['A']);
    desk.printNext(next);
    expect(leftIn(next)).toEqual([]);
    expect(leftIn(desk.beginJob([e]))).toEqual([]);
  });
});
