import type { DrawnContent } from '../../../shared/contract/label-procedures.ts';
import type { HoldReason } from '../../../shared/printing/print-states.ts';
import { idempotentCommands } from '../../outbox/commands.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { addJobVerb, type AddedJob, type JobRequest } from './add-job.ts';
import { followVerbs, type FollowRequest } from './follow-verbs.ts';
import { handOverVerbs, provisionalVerb, type ProvisionalRequest } from './hand-over-verbs.ts';
import { jobVerbs, type CancelledJob, type LastGood, type PaperReport, manualPrintConfirmations } from './job-verbs.ts';
import { queueContext, type QueueHost } from './queue-context.ts';
import { scanConfirmationVerbs, type LabelScanResult } from './scan-confirmation.ts';

/**
 * The print queue over the desk's one writing connection: one verb per transition, one transaction per verb. Commands
 * of a person carry a command id and are executed once. Verbs that throw ProblemError have changed nothing.
 */
export function openPrintQueue(db: Sqlite, host: QueueHost) {
  const context = queueContext(db, host);
  const { once } = idempotentCommands(db, host.now);
  const addJob = addJobVerb(context);
  const jobs = jobVerbs(context);
  const manualConfirmations = manualPrintConfirmations(context);
  const scans = scanConfirmationVerbs(context);
  const { next, isPrinting, handOver, settle, refuse, endOpenAttempts } = handOverVerbs(context, scans.scannedBy);
  const following = followVerbs(context);
  const addProvisionalJob = provisionalVerb(context);
  const runOnce = (commandId: string, name: string, action: () => void): void =>
    void once(commandId, name, () => (action(), true));

  const removeObsoleteLabels = db.transaction(following.removeObsolete);
  return {
    add: (commandId: string, request: JobRequest, operator: string): AddedJob =>
      once(commandId, 'print-add', () => addJob(request, operator)),
    begin: (commandId: string, job: string, operator: string): void =>
      runOnce(commandId, 'print-begin', () => jobs.begin(job, operator)),
    stop: (commandId: string, job: string, operator: string): void =>
      runOnce(commandId, 'print-stop', () => jobs.hold(job, 'stopped', operator)),
    move: (commandId: string, job: string, printer: string, operator: string): void =>
      runOnce(commandId, 'print-move', () => jobs.move(job, printer, operator)),
    answer: (commandId: string, job: string, report: PaperReport, operator: string) =>
      once(commandId, 'print-answer', () => jobs.answer(job, report, operator)),
    /** Answers by the place or by a scan of the last good label; if requested, starts the job again for the others. */
    answerAndContinue: (commandId: string, job: string, lastGood: LastGood, continueJob: boolean, operator: string) =>
      once(commandId, 'print-answer', () => {
        const report =
          'scanned' in lastGood
            ? jobs.findScannedPlace(job, lastGood.scanned)
            : { ...lastGood, how: 'person-said' as const };
        const answer = jobs.answer(job, report, operator);
        if (continueJob && jobs.canBegin(job)) jobs.begin(job, operator);
        return answer;
      }),
    /** Adds a job and starts it; `scan`: its labels are scanned as they are stuck on. */
    start: (commandId: string, request: JobRequest, operator: string, scan = false): AddedJob =>
      once(commandId, 'print-start', () => {
        const addedJob = addJob(request, operator);
        if (scan) scans.begin(addedJob.job, operator);
        jobs.begin(addedJob.job, operator);
        return addedJob;
      }),
    /** Adds labels to the job that prints on a printer as numbers arrive, or to a new one that is started. */
    follow: (commandId: string, request: FollowRequest, operator: string, scan = false): AddedJob =>
      once(commandId, 'print-follow', () => {
        const addedJob = following.follow(request, operator);
        if (scan) scans.begin(addedJob.job, operator);
        return addedJob;
      }),
    /**
     * Records the scan of a label as it is stuck on; its job resumes if no question is left. `isConfirmed`: a person
     * confirms that it is this print, although earlier paper has the same code.
     */
    scan: (commandId: string, job: string, code: string, operator: string, isConfirmed = false): LabelScanResult =>
      once(commandId, 'print-scan', () => {
        const scanResult = scans.scan(job, code, isConfirmed, operator);
        const { job: jobId } = scanResult;
        if (context.records.jobById(jobId).held_for === 'asks' && jobs.canBegin(jobId)) jobs.begin(jobId, operator);
        return scanResult;
      }),
    endScans: (commandId: string, job: string, operator: string): void =>
      runOnce(commandId, 'print-scans-end', () => scans.end(job, operator)),
    /** Adds a job of labels that have no number yet, and starts it. */
    provisional: (commandId: string, request: ProvisionalRequest, operator: string): AddedJob =>
      once(commandId, 'print-provisional', () => {
        const addedJob = addProvisionalJob(request, operator);
        jobs.begin(addedJob.job, operator);
        return addedJob;
      }),
    passAwaited: (commandId: string, job: string, operator: string): void =>
      runOnce(commandId, 'print-pass', () => following.passAwaited(job, operator)),
    retryFailed: (commandId: string, job: string, operator: string): number =>
      once(commandId, 'print-again', () => jobs.retryFailed(job, operator)),
    cancel: (commandId: string, job: string, operator: string): CancelledJob =>
      once(commandId, 'print-cancel', () => jobs.cancel(job, operator)),
    /** Marks labels as printed, as a person reports of a printer outside the queue; `drawn`: as in `labels.printed`. */
    markPrinted: (
      commandId: string,
      ids: readonly string[],
      operator: string,
      reason = '',
      drawn: readonly DrawnContent[] = [],
    ): string[] =>
      once(commandId, 'printed', () => manualConfirmations.markPrinted(ids, operator, reason.trim(), drawn)),
    /** Marks possibly printed labels as not printed: a person looked for the paper, and there is none. */
    markNotPrinted: (commandId: string, ids: readonly string[], operator: string): string[] =>
      once(commandId, 'not-printed', () => manualConfirmations.markNotPrinted(ids, operator)),

    listFollowing: following.listFollowing,
    // most calls find nothing and cost one query, without a transaction
    removeObsolete: (): boolean => following.hasObsolete() && removeObsoleteLabels(),
    next,
    isPrinting,
    handOver,
    settle,
    refuse,
    /** Holds a job on behalf of the desk, for a person to check. */
    hold: db.transaction((job: string, reason: HoldReason): void => jobs.hold(job, reason, 'desk')),
    /** Ends a run that has nothing left to print; the job is held if a person must decide something. */
    endRun: db.transaction((job: string): void => jobs.endRun(job)),
    /** Cleans up after a run that failed on the disk: its open label becomes unconfirmed, and its job is held. */
    endFailedRun: db.transaction((id: string): void => {
      const job = context.records.jobById(id);
      endOpenAttempts(job);
      if (context.records.jobById(id).state === 'printing') jobs.hold(id, 'restart', 'desk');
    }),
    /**
     * Cleans up after the program ended while printing: labels that were handed over become unconfirmed, and jobs are
     * held until a person starts them again.
     */
    recoverAfterRestart: db.transaction((): void => {
      endOpenAttempts();
      for (const { id, state } of context.records.openJobs())
        if (state === 'printing') jobs.hold(id, 'restart', 'desk');
    }),
  };
}
export type PrintQueue = ReturnType<typeof openPrintQueue>;
