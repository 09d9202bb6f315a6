import { runJob, type DrawnLabel } from '../../electron/printing/print-runner.ts';
import type { Printer } from '../../electron/printing/printers/printer.ts';
import type { PrintResult } from '../../shared/printing/print-states.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: PrintDesk;
beforeEach(() => (desk = openPrintDesk()));
afterEach(() => desk.close());

const proved: PrintResult = { end: 'proved', why: 'printer-counted' };

/**
 * A printer that does what is given for each label, counted from 1, and otherwise proves it. `sent` lists the labels it
 * received.
 */
function printerThat(
  does: Record<number, () => PrintResult> = {},
  ready: Printer['waitUntilReady'] = () => Promise.resolve(null),
) {
  const sent: string[] = [];
  const printer: Printer = {
    ...{ way: 'test', reprints: null, waitUntilReady: ready, close: () => Promise.resolve() },
    print(page) {
      sent.push(Buffer.from(page).toString());
      return Promise.resolve(does[sent.length]?.() ?? proved);
    },
  };
  return { printer, sent };
}
const drawn = (entry: number): Promise<DrawnLabel> => {
  const paper = desk.printedLabel(entry);
  return Promise.resolve({ ...paper, page: Buffer.from(paper.number) });
};
const run = (job: string, printer: Printer, draw = drawn) =>
  runJob(job, printer, { name: 'Zebra', queue: desk.queue, draw: ({ entry }) => draw(entry), onStep: () => undefined });

describe('a job on its printer', () => {
  it('is printed in order to its end', async () => {
    const job = desk.beginJob(desk.createOrders('A', 'B', 'C'));
    const { printer, sent } = printerThat();
    await run(job, printer);
    expect([sent, desk.read.job(job).state]).toEqual([['T-A', 'T-B', 'T-C'], 'finished']);
  });

  it('is held at a label with unknown outcome, and nothing more is sent', async () => {
    const job = desk.beginJob(desk.createOrders('A', 'B', 'C'));
    const { printer, sent } = printerThat({ 2: () => ({ end: 'lost', why: 'printer-silent' }) });
    await run(job, printer);
    expect(sent).toEqual(['T-A', 'T-B']);
    expect(desk.statesOf(job)).toEqual(['on-paper', 'unconfirmed', 'waiting']);
    expect(desk.read.job(job)).toMatchObject({ state: 'held', heldFor: 'asks' });
  });

  it('on a printer that never gives proof is asked about once, at its end', async () => {
    const job = desk.beginJob(desk.createOrders('A', 'B', 'C'));
    const noProof = (): PrintResult => ({ end: 'lost', why: 'no-proof' });
    const { printer, sent } = printerThat({ 1: noProof, 2: noProof, 3: noProof });
    await run(job, printer);
    expect(sent).toHaveLength(3);
    expect(desk.read.job(job)).toMatchObject({ state: 'held', heldFor: 'asks', labels: { unconfirmed: 3 } });
    desk.queue.answer(desk.command(), job, { upTo: 3, how: 'person-said' }, 'Mia');
    expect(desk.read.job(job).state).toBe('finished');
  });

  it('sends nothing to a printer that is not ready, and leaves no label unconfirmed', async () => {
    const job = desk.beginJob(desk.createOrders('A'));
    const { printer, sent } = printerThat({}, () => Promise.resolve('paper-out'));
    await run(job, printer);
    expect([sent, desk.statesOf(job)]).toEqual([[], ['waiting']]);
    expect(desk.read.job(job)).toMatchObject({ state: 'held', heldFor: 'printer-trouble' });
  });

  it('skips a label that cannot be drawn, which waits for a person at the end', async () => {
    const job = desk.beginJob(desk.createOrders('A', 'B', 'C'));
    const { printer, sent } = printerThat();
    await run(job, printer, (entry) =>
      desk.trackingNumberOf(entry) === 'T-B' ? Promise.resolve({ fault: 'no glyph' }) : drawn(entry),
    );
    expect([sent, desk.statesOf(job)]).toEqual([
      ['T-A', 'T-C'],
      ['on-paper', 'failed', 'on-paper'],
    ]);
    expect(desk.read.job(job)).toMatchObject({ state: 'held', heldFor: 'failed' });
  });

  it('ends after the current label if a person stops or cancels it', async () => {
    for (const act of ['stop', 'cancel'] as const) {
      const job = desk.beginJob(desk.createOrders(`${act}1`, `${act}2`));
      const { printer, sent } = printerThat({ 1: () => (desk.queue[act](desk.command(), job, 'Ana'), proved) });
      await run(job, printer);
      expect(sent).toHaveLength(1);
      expect(desk.statesOf(job)).toEqual(['on-paper', act === 'stop' ? 'waiting' : 'cancelled']);
      expect(desk.read.job(job)).toMatchObject(act === 'stop' ? { heldFor: 'stopped' } : { state: 'cancelled' });
    }
  });

  it('records nothing more about a label that was stopped or cancelled while it was drawn, whatever the result', async () => {
    const [one = '', two = ''] = desk.createOrders('one', 'two');
    const cases = [
      { act: 'cancel', ids: [one], becomes: ['cancelled'] },
      { act: 'stop', ids: [two], becomes: ['waiting'] },
    ] as const;
    for (const { act, ids, becomes } of cases) {
      const job = desk.beginJob([...ids]);
      const { printer, sent } = printerThat();
      await run(
        job,
        printer,
        () => (desk.queue[act](desk.command(), job, 'Ana'), Promise.resolve({ fault: 'no glyph' })),
      );
      expect([sent, desk.statesOf(job)]).toEqual([[], becomes]);
    }
  });

  it('never sends a label whose order was replaced while it was drawn', async () => {
    const [a = '', b = ''] = desk.createOrders('A', 'B');
    const job = desk.beginJob([a, b]);
    const { printer, sent } = printerThat();
    let replaced = false;
    await run(job, printer, (entry) => {
      const label = drawn(entry);
      if (!replaced) desk.outbox.replace(desk.command(), a, labelCapture('A2'), 'Mia');
      replaced = true;
      return label;
    });
    expect([sent, desk.statesOf(job)]).toEqual([['T-B'], ['failed', 'on-paper']]);
  });

  it('leaves a label handed over if its result cannot be written to disk; it is unconfirmed at the next start', async () => {
    const job = desk.beginJob(desk.createOrders('A', 'B'));
    const { printer, sent } = printerThat({
      1() {
        desk.db.exec(
          `CREATE TEMP TRIGGER full BEFORE UPDATE ON main.print_attempt BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
        );
        return proved;
      },
    });
    await expect(run(job, printer)).rejects.toThrow('disk full');
    expect([sent, desk.statesOf(job)]).toEqual([['T-A'], ['handed-over', 'waiting']]);
    desk.db.exec('DROP TRIGGER full');
    desk.queue.recoverAfterRestart();
    expect(desk.statesOf(job)).toEqual(['unconfirmed', 'waiting']);
  });
});
