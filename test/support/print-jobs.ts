import type { Sqlite } from '../../electron/database/open-sqlite.ts';
import { entryRecordStore } from '../../electron/outbox/entry-record.ts';
import { paperOf, type OnPaper } from '../../electron/outbox/printed.ts';
import { printQueueReader } from '../../electron/print-queue/read-queue.ts';
import type { PrintEnd } from '../../shared/printing/print-end.ts';
import type { LabelState } from '../../shared/printing/label-states.ts';
import { labelCapture, openTestOutbox } from './open-test-outbox.ts';

/** What a label of an entry would say now. */
export function paperIn(db: Sqlite, entry: number): OnPaper {
  const record = entryRecordStore(db).bySeq(entry);
  if (!record) throw new Error('there is no such entry');
  return paperOf(record, record.tracking_number ?? '');
}

/** A desk of which orders get their numbers as the service gives them, with a print queue and the acts of a person there. */
export function openPrintDesk({ target = 'practice', ...options }: { folder?: string; target?: string } = {}) {
  const desk = openTestOutbox(options);
  const { outbox, queue } = desk;
  const read = printQueueReader(desk.db);
  let commands = 0;
  const command = (): string => `command-${++commands}`;

  /** The service says of the one entry that waits what became of it. */
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
    /** Label orders that have their numbers, `T-` and the key. */
    orders(...keys: string[]): string[] {
      return keys.map((key) => {
        const { id } = outbox.enqueue(command(), labelCapture(key), 'Mia', false);
        settleAs(`T-${key}`);
        return id;
      });
    },
    add: (ids: string[], reason: string | null = null, printer = 'Zebra') =>
      queue.add(command(), { ids, printer, reason }, 'Mia'),
    /** A job that a person has begun. */
    begun(ids: string[]): string {
      const { job } = printDesk.add(ids);
      queue.begin(command(), job, 'Mia');
      return job;
    },
    /** Hands the next label of a job to its printer; answers the number of the try. */
    handOver(job: string, way = 'raw'): number {
      const next = queue.next(job);
      if (!next) throw new Error('no label waits');
      const { printer } = read.job(job);
      return queue.handOver(next.seq, { printer, way, reprints: false, ...printDesk.paperOf(next.entry) });
    },
    /** The same, and what became of it. */
    print: (job: string, end: PrintEnd = { end: 'proved', why: 'printer-counted' }) =>
      queue.settle(printDesk.handOver(job), end),
    settleAs,
    paperOf: (entry: number): OnPaper => paperIn(desk.db, entry),
    numberOf: (entry: number): string =>
      desk.db.prepare<[number], string>('SELECT tracking_number FROM entry WHERE seq = ?').pluck().get(entry) ?? '',
    statesOf: (job: string): LabelState[] => read.labels(job, 0, 10_000).map(({ state }) => state),
    /** What happened, as WHO EVENT WHY at its place; of the job itself without one. */
    stepsOf: (job: string): string[] =>
      read.steps(job, 0, 10_000).map(({ who, place, event, why }) => `${place ?? 'job'} ${who} ${event} ${why}`),
  };
  return printDesk;
}
export type PrintDesk = ReturnType<typeof openPrintDesk>;
