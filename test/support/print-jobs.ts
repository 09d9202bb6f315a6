import { dependencyTracker } from '../../electron/outbox/dependencies.ts';
import { entryRecordStore } from '../../electron/outbox/entry-record.ts';
import { printedLabelOf, type PrintedLabel } from '../../electron/outbox/printed-verbs.ts';
import { printQueueReader } from '../../electron/printing/queue/read-queue.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import type { PrintResult, LabelState } from '../../shared/printing/print-states.ts';
import { labelCapture, openTestOutbox } from './open-test-outbox.ts';

/** What the label of an entry would show now. */
export function printedLabelFor(db: Sqlite, entry: number): PrintedLabel {
  const record = entryRecordStore(db, dependencyTracker(db)).bySeq(entry);
  if (!record) throw new Error('there is no such entry');
  return printedLabelOf(record, record.tracking_number ?? '');
}

/** A desk with a print queue, orders that have tracking numbers, and the actions of a user. */
export function openPrintDesk({ target = 'practice', ...options }: { folder?: string; target?: string } = {}) {
  const desk = openTestOutbox(options);
  const { outbox, queue } = desk;
  const read = printQueueReader(desk.db);
  let commands = 0;
  const command = (): string => `command-${++commands}`;

  /** Settles the only waiting entry with a tracking number. */
  function settleAs(trackingNumber: string): void {
    const [claimedEntry] = outbox.sync.claim(1, desk.now(), target, []);
    if (!claimedEntry) throw new Error('nothing waits');
    const outcome = {
      TrackingNumber: trackingNumber,
      IsFinalTrackingNumber: true,
      ShippingProvider: null,
      SvcId: null,
      record: {},
    };
    const change = { events: ['accepted', 'made'] as const, why: { said: 'made' }, wait: null, outcome };
    outbox.sync.settle(claimedEntry, null, 'accepted', { ...change, events: [...change.events] }, desk.now());
  }
  const printDesk = {
    ...desk,
    command,
    read,
    /** Creates label orders that have their tracking numbers, `T-` plus the key. */
    createOrders(...keys: string[]): string[] {
      return keys.map((key) => {
        const { id } = outbox.enqueue(command(), labelCapture(key), 'Mia', false);
        settleAs(`T-${key}`);
        return id;
      });
    },
    addJob: (ids: string[], reason: string | null = null, printer = 'Zebra') =>
      queue.add(command(), { ids, printer, reason }, 'Mia'),
    /** Adds and starts a job. */
    beginJob(ids: string[]): string {
      const { job } = printDesk.addJob(ids);
      queue.begin(command(), job, 'Mia');
      return job;
    },
    /** Hands the next label of a job to its printer and returns the number of the attempt. */
    handOver(job: string, printMethod = 'raw'): number {
      const nextLabel = queue.next(job);
      if (!nextLabel) throw new Error('no label waits');
      const { printer } = read.job(job);
      return queue.handOver(nextLabel.seq, {
        printer,
        way: printMethod,
        reprints: false,
        ...printDesk.printedLabel(nextLabel.entry),
      });
    },
    /** Hands over the next label and settles it. */
    printNext: (job: string, result: PrintResult = { end: 'proved', why: 'printer-counted' }) =>
      queue.settle(printDesk.handOver(job), result),
    settleAs,
    printedLabel: (entry: number): PrintedLabel => printedLabelFor(desk.db, entry),
    trackingNumberOf: (entry: number): string =>
      desk.db.prepare<[number], string>('SELECT tracking_number FROM entry WHERE seq = ?').pluck().get(entry) ?? '',
    statesOf: (job: string): LabelState[] => read.labels(job, 0, 10_000).map(({ state }) => state),
    /** The history as `PLACE WHO EVENT WHY`; steps of the job itself have `job` as place. */
    stepsOf: (job: string): string[] =>
      read.steps(job, 0, 10_000).map(({ who, place, event, why }) => `${place ?? 'job'} ${who} ${event} ${why}`),
  };
  return printDesk;
}
export type PrintDesk = ReturnType<typeof openPrintDesk>;
