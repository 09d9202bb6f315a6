import type { printProcedures, PrintJob } from '../../../shared/contract/print-procedures.ts';
import type { ConfiguredPrinter } from '../../../shared/printing/configured-printer.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { PrintRunner } from '../../printing/print-runner.ts';
import type { AddedJob } from '../../printing/queue/add-job.ts';
import { printQueueReader } from '../../printing/queue/read-queue.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import type { DeskContext } from '../desk-context.ts';

/** The print queue and its running jobs. */
export interface JobsContext {
  read: ReturnType<typeof printQueueReader>;
  runner: Pick<PrintRunner, 'run' | 'stopWaiting'>;
  readJob: (job: string) => PrintJob;
  jobs: () => PrintJob[];
  /** checks for labels whose numbers have arrived */
  checkNumbers: () => void;
  /** the printer of a job: by name, else the one for labels of the usual size. Throws ProblemError `printer` */
  printerFor: (name: string | undefined) => ConfiguredPrinter;
}

/** Procedures of print jobs. Changes of labels are in the journal before the call is answered. */
export function printJobHandlers(
  { printQueue, outbox, journal, emit, wake }: DeskContext,
  printing: JobsContext,
): Pick<Handlers<'desk'>, Exclude<keyof typeof printProcedures, 'print.kept'>> {
  const { read, runner, readJob } = printing;

  function publishJob(id: string): PrintJob {
    journal.note();
    emit({ kind: 'print' });
    emit({ kind: 'entries', ids: 'many' });
    printing.checkNumbers();
    return readJob(id);
  }
  /** Runs a started job on its printer; repeating the command is harmless. */
  function startIfPrinting(id: string): void {
    const { state, printer } = read.job(id);
    if (state === 'printing') runner.run(id, printer);
  }

  return {
    'print.jobs': () => ({ jobs: printing.jobs() }),
    'print.job': ({ job, state = null, after, limit, last }) => ({
      job: readJob(job),
      labels: last ? read.lastLabels(job, limit, state) : read.labels(job, after, limit, state),
    }),
    'print.steps': ({ job, after, limit }) => ({ steps: read.steps(job, after, limit) }),
    'print.start'({ commandId, ids, printer, reason, scan, operator }) {
      // a repeated command does not look up the printer again, which may be gone
      const before = outbox.answered<AddedJob>(commandId, 'print-start');
      const wanted = () => ({ ids, printer: printing.printerFor(printer).name, reason: reason === '' ? null : reason });
      const added = before ?? printQueue.start(commandId, wanted(), operator, scan);
      if (!before) startIfPrinting(added.job);
      return { ...added, printer: publishJob(added.job).printer };
    },
    'print.follow'({ commandId, ids = null, printer, scan, operator }) {
      const before = outbox.answered<AddedJob>(commandId, 'print-follow');
      const wanted = () => ({ ids, printer: printing.printerFor(printer).name });
      const added = before ?? printQueue.follow(commandId, wanted(), operator, scan);
      // tracking numbers come from delivery
      wake();
      return { ...added, printer: publishJob(added.job).printer };
    },
    'print.provisional'({ commandId, ids = null, printer, reason, operator }) {
      const before = outbox.answered<AddedJob>(commandId, 'print-provisional');
      const wanted = () => ({ ids, printer: printing.printerFor(printer).name, reason: reason === '' ? null : reason });
      const added = before ?? printQueue.provisional(commandId, wanted(), operator);
      if (!before) startIfPrinting(added.job);
      return { ...added, printer: publishJob(added.job).printer };
    },
    'print.way': ({ id }) => read.progress(id),
    'print.pass'({ commandId, job, operator }) {
      printQueue.pass(commandId, job, operator);
      return publishJob(job);
    },
    'print.begin'({ commandId, job, operator }) {
      printQueue.begin(commandId, job, operator);
      startIfPrinting(job);
      return publishJob(job);
    },
    'print.stop'({ commandId, job, operator }) {
      printQueue.stop(commandId, job, operator);
      runner.stopWaiting(job);
      return publishJob(job);
    },
    'print.move'({ commandId, job, printer, operator }) {
      printQueue.move(commandId, job, printing.printerFor(printer).name, operator);
      return publishJob(job);
    },
    'print.again'({ commandId, job, operator }) {
      printQueue.again(commandId, job, operator);
      return publishJob(job);
    },
    'print.cancel'({ commandId, job, operator }) {
      const { cancelled, out, unconfirmed } = printQueue.cancel(commandId, job, operator);
      runner.stopWaiting(job);
      return { job: publishJob(job), cancelled, out, unconfirmed };
    },
    'print.answer'({ commandId, job, last, goOn, operator }) {
      const answer = printQueue.answerAndContinue(commandId, job, last, goOn, operator);
      startIfPrinting(job);
      return { ...answer, job: publishJob(job) };
    },
    'print.scan'({ commandId, job, code, confirmed, operator }) {
      const scanned = printQueue.scan(commandId, job, code, operator, confirmed);
      startIfPrinting(scanned.job);
      return { ...scanned, job: publishJob(scanned.job) };
    },
    'print.scans': ({ job }) => read.scans(job),
    'print.endScans'({ commandId, job, operator }) {
      printQueue.endScans(commandId, job, operator);
      return publishJob(job);
    },
  };
}

/** Read procedures of the print queue, also while its owner is running. */
export const printReadHandlers = (db: Sqlite): Pick<Handlers<'reader'>, 'print.kept'> => {
  const queue = printQueueReader(db);
  return { 'print.kept': () => ({ jobs: queue.open() }) };
};
