import { dependencyTracker } from '../../electron/outbox/dependencies.ts';
import { entryRecordStore } from '../../electron/outbox/entry-record.ts';
import { printedLabelOf, type PrintedLabel } from '../../electron/outbox/printed-verbs.ts';
import { printQueueReader } from '../../electron/printing/queue/read-queue.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import type { PrintResult, LabelState } from '../../shared/printing/print-states.ts';
import { labelCapture, openTestOutbox } from './open-test-outbox.ts';

/** What the label of an entry would show now. */
export function paperIn(db: Sqlite, entry: number): PrintedLabel {
  const record = entryRecordStore(db, dependencyTracker(db)).bySeq(entry);
  if (!record) throw new Error('there is no such entry');
  return printedLabelOf(record, record.tracking_number ?? '');
}

/** A desk whose orders have tracking numbers, with a print queue and the actions of a user. */
export function openPrintDesk({ target = 'practice', ...options }: { folder?: string; target?: string } = {}) {
  const desk = openTestOutbox(options);
  const { outbox, queue } = desk;
  const read = printQueueReader(desk.db);
  let commands = 0;
  const command = (): string => `command-${++commands}`;

  /** Settles the only waiting entry with a tracking number. */
  function settleAs(number: string): void {
    const [claimed] = outbox.sync.claim(1, desk.now(), target, []);
    if (!claimed) throw new Error('nothing waits');
    const outcome = {
      TrackingNumber: number,
      IsFinalTrackingNumber: true,
      ShippingProvider: null,
      SvcId: null,
      record: {},
    };
    const change = { events: ['accepted', 'made'] as const, why: { said: 'made' }, wait: null, outcome };
    outbox.sync.settle(claimed, null, 'accepted', { ...change, events: [...change.events] }, desk.now());
  }
  const printDesk = {
    ...desk,
    command,
    read,
    /** Creates label orders that have their tracking numbers, `T-` plus the key. */
    orders(...keys: string[]): string[] {
      return keys.map((key) => {
        const { id } = outbox.enqueue(command(), labelCapture(key), 'Mia', false);
        settleAs(`T-${key}`);
        return id;
      });
    },
    add: (ids: string[], reason: string | null = null, printer = 'Zebra') =>
      queue.add(command(), { ids, printer, reason }, 'Mia'),
    /** Adds and starts a job. */
    begun(ids: string[]): string {
      const { job } = printDesk.add(ids);
      queue.begin(command(), job, 'Mia');
      return job;
    },
    /** Hands the next label of a job to its printer and returns the number of the attempt. */
    handOver(job: string, way = 'raw'): number {
      const next = queue.next(job);
      if (!next) throw new Error('no label waits');
      const { printer } = read.job(job);
      return queue.handOver(next.seq, { printer, way, reprints: false, ...printDesk.paperOf(next.entry) });
    },
    /** Hands over the next label and settles it. */
    print: (job: string, end: PrintResult = { end: 'proved', why: 'printer-counted' }) =>
      queue.settle(printDesk.handOver(job), end),
    settleAs,
    paperOf: (entry: number): PrintedLabel => paperIn(desk.db, entry),
    numberOf: (entry: number): string =>
      desk.db.prepare<[number], string>('SELECT tracking_number FROM entry WHERE seq = ?').pluck().get(entry) ?? '',
    statesOf: (job: string): LabelState[] => read.labels(job, 0, 10_000).map(({ state }) => state),
    /** The history as `PLACE WHO EVENT WHY`; steps of the job itself have `job` as place. */
    stepsOf: (job: string): string[] =>
      read.steps(job, 0, 10_000).map(({ who, place, event, why }) => `${place ?? 'job'} ${who} ${event} ${why}`),
  };
  return printDesk;
}
export type PrintDesk = ReturnType<typeof openPrintDesk>;
