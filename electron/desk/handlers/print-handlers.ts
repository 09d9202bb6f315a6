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
  queueReader: ReturnType<typeof printQueueReader>;
  runner: Pick<PrintRunner, 'run' | 'stopWaiting'>;
  readJob: (job: string) => PrintJob;
  listJobs: () => PrintJob[];
  /** checks for labels whose numbers have arrived */
  checkNumbers: () => void;
  /** the printer of a job: by name, else the one for labels of the usual size. Throws ProblemError `printer` */
  printerFor: (name: string | undefined) => ConfiguredPrinter;
}

/** Procedures of print jobs. Changes of labels are in the journal before the call is answered. */
export function printJobHandlers(
  { printQueue, outbox, journal, emit, wakeSync: wake }: DeskContext,
  printing: JobsContext,
): Pick<Handlers<'desk'>, Exclude<keyof typeof printProcedures, 'print.kept'>> {
  const { queueReader, runner, readJob } = printing;

  function publishJob(id: string): PrintJob {
    journal.note();
    emit({ kind: 'print' });
    emit({ kind: 'entries', ids: 'many' });
    printing.checkNumbers();
    return readJob(id);
  }
  /** Runs a started job on its printer; repeating the command is harmless. */
  function startIfPrinting(id: string): void {
    const { state, printer } = queueReader.job(id);
    if (state === 'printing') runner.run(id, printer);
  }

  return {
    'print.jobs': () => ({ jobs: printing.listJobs() }),
    'print.job': ({ job, state = null, after, limit, last }) => ({
      job: readJob(job),
      labels: last ? queueReader.lastLabels(job, limit, state) : queueReader.labels(job, after, limit, state),
    }),
    'print.steps': ({ job, after, limit }) => ({ steps: queueReader.steps(job, after, limit) }),
    'print.start'({ commandId, ids, printer, reason, scan, operator }) {
      // a repeated command does not look up the printer again, which may be gone
      const stored = outbox.answered<AddedJob>(commandId, 'print-start');
      const makeRequest = () => ({
        ids,
        printer: printing.printerFor(printer).name,
        reason: reason === '' ? null : reason,
      });
      const addedJob = stored ?? printQueue.start(commandId, makeRequest(), operator, scan);
      if (!stored) startIfPrinting(addedJob.job);
      return { ...addedJob, printer: publishJob(addedJob.job).printer };
    },
    'print.follow'({ commandId, ids = null, printer, scan, operator }) {
      const stored = outbox.answered<AddedJob>(commandId, 'print-follow');
      const makeRequest = () => ({ ids, printer: printing.printerFor(printer).name });
      const addedJob = stored ?? printQueue.follow(commandId, makeRequest(), operator, scan);
      // tracking numbers come from delivery
      wake();
      return { ...addedJob, printer: publishJob(addedJob.job).printer };
    },
    'print.provisional'({ commandId, ids = null, printer, reason, operator }) {
      const stored = outbox.answered<AddedJob>(commandId, 'print-provisional');
      const makeRequest = () => ({
        ids,
        printer: printing.printerFor(printer).name,
        reason: reason === '' ? null : reason,
      });
      const addedJob = stored ?? printQueue.provisional(commandId, makeRequest(), operator);
      if (!stored) startIfPrinting(addedJob.job);
      return { ...addedJob, printer: publishJob(addedJob.job).printer };
    },
    'print.way': ({ id }) => queueReader.progress(id),
    'print.pass'({ commandId, job, operator }) {
      printQueue.passAwaited(commandId, job, operator);
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
      printQueue.retryFailed(commandId, job, operator);
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
      const result = printQueue.scan(commandId, job, code, operator, confirmed);
      startIfPrinting(result.job);
      return { ...result, job: publishJob(result.job) };
    },
    'print.scans': ({ job }) => queueReader.scans(job),
    'print.endScans'({ commandId, job, operator }) {
      printQueue.endScans(commandId, job, operator);
      return publishJob(job);
    },
  };
}

/** Read procedures of the print queue, also while its owner is running. */
export const printReadHandlers = (db: Sqlite): Pick<Handlers<'reader'>, 'print.kept'> => {
  const queueReader = printQueueReader(db);
  return { 'print.kept': () => ({ jobs: queueReader.openJobs() }) };
};
