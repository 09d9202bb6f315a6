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
  const add = addJobVerb(context);
  const jobs = jobVerbs(context);
  const manualConfirmations = manualPrintConfirmations(context);
  const scans = scanConfirmationVerbs(context);
  const { next, isPrinting, handOver, settle, refuse, endOpenAttempts } = handOverVerbs(context, scans.scannedBy);
  const following = followVerbs(context);
  const provisional = provisionalVerb(context);
  const runOnce = (commandId: string, name: string, act: () => void): void =>
    void once(commandId, name, () => (act(), true));

  const removeObsolete = db.transaction(following.removeObsolete);
  return {
    add: (commandId: string, wanted: JobRequest, operator: string): AddedJob =>
      once(commandId, 'print-add', () => add(wanted, operator)),
    begin: (commandId: string, job: string, operator: string): void =>
      runOnce(commandId, 'print-begin', () => jobs.begin(job, operator)),
    stop: (commandId: string, job: string, operator: string): void =>
      runOnce(commandId, 'print-stop', () => jobs.hold(job, 'stopped', operator)),
    move: (commandId: string, job: string, printer: string, operator: string): void =>
      runOnce(commandId, 'print-move', () => jobs.move(job, printer, operator)),
    answer: (commandId: string, job: string, seen: PaperReport, operator: string) =>
      once(commandId, 'print-answer', () => jobs.answer(job, seen, operator)),
    /** As `answer`, or by a scan of the last good label; then, if requested, starts the job again for the rest. */
    answerAndContinue: (commandId: string, job: string, last: LastGood, continueJob: boolean, operator: string) =>
      once(commandId, 'print-answer', () => {
        const seen = 'scanned' in last ? jobs.findScanned(job, last.scanned) : { ...last, how: 'person-said' as const };
        const answer = jobs.answer(job, seen, operator);
        if (continueJob && jobs.canBegin(job)) jobs.begin(job, operator);
        return answer;
      }),
    /** Adds a job and starts it; `scan`: its labels are scanned as they are stuck on. */
    start: (commandId: string, wanted: JobRequest, operator: string, scan = false): AddedJob =>
      once(commandId, 'print-start', () => {
        const added = add(wanted, operator);
        if (scan) scans.begin(added.job, operator);
        jobs.begin(added.job, operator);
        return added;
      }),
    /** Adds labels to the job that prints on a printer as numbers arrive, or to a new one that is started. */
    follow: (commandId: string, wanted: FollowRequest, operator: string, scan = false): AddedJob =>
      once(commandId, 'print-follow', () => {
        const added = following.follow(wanted, operator);
        if (scan) scans.begin(added.job, operator);
        return added;
      }),
    /**
     * Records the scan of a label as it is stuck on; its job resumes if no question is left. `confirmed`: as in
     * `scans.scan`.
     */
    scan: (commandId: string, job: string, code: string, operator: string, confirmed = false): LabelScanResult =>
      once(commandId, 'print-scan', () => {
        const scanned = scans.scan(job, code, confirmed, operator);
        const { job: of } = scanned;
        if (context.records.jobById(of).held_for === 'asks' && jobs.canBegin(of)) jobs.begin(of, operator);
        return scanned;
      }),
    endScans: (commandId: string, job: string, operator: string): void =>
      runOnce(commandId, 'print-scans-end', () => scans.end(job, operator)),
    /** Adds a job of labels that have no number yet, and starts it. */
    provisional: (commandId: string, wanted: ProvisionalRequest, operator: string): AddedJob =>
      once(commandId, 'print-provisional', () => {
        const added = provisional(wanted, operator);
        jobs.begin(added.job, operator);
        return added;
      }),
    pass: (commandId: string, job: string, operator: string): void =>
      runOnce(commandId, 'print-pass', () => following.pass(job, operator)),
    again: (commandId: string, job: string, operator: string): number =>
      once(commandId, 'print-again', () => jobs.retryFailed(job, operator)),
    cancel: (commandId: string, job: string, operator: string): CancelledJob =>
      once(commandId, 'print-cancel', () => jobs.cancel(job, operator)),
    /** Marks labels as printed, as a person reports of a printer outside the queue; `drawn`: as in `labels.printed`. */
    printed: (
      commandId: string,
      ids: readonly string[],
      operator: string,
      reason = '',
      drawn: readonly DrawnContent[] = [],
    ): string[] => once(commandId, 'printed', () => manualConfirmations.printed(ids, operator, reason.trim(), drawn)),
    /** Marks possibly printed labels as not printed: a person looked for the paper, and there is none. */
    notPrinted: (commandId: string, ids: readonly string[], operator: string): string[] =>
      once(commandId, 'not-printed', () => manualConfirmations.notPrinted(ids, operator)),

    following: following.following,
    // most calls find nothing: they cost one query
    sortOut: (): boolean => following.hasObsolete() && removeObsolete(),
    next,
    isPrinting,
    handOver,
    settle,
    refuse,
    /** Holds a job on behalf of the desk, for a person to check. */
    hold: db.transaction((job: string, why: HoldReason): void => jobs.hold(job, why, 'desk')),
    /** Ends a run after everything was printed: a job that is not finished is held for what a person has to decide. */
    endRun: db.transaction((job: string): void => jobs.endRun(job)),
    /** Cleans up after the run of one job that failed on the disk, as `interrupted` does. */
    abandon: db.transaction((id: string): void => {
      const job = context.records.jobById(id);
      endOpenAttempts(job);
      if (context.records.jobById(id).state === 'printing') jobs.hold(id, 'restart', 'desk');
    }),
    /**
     * Cleans up after an earlier run: labels that were handed over are unconfirmed, and nothing prints before a person
     * starts it.
     */
    interrupted: db.transaction((): void => {
      endOpenAttempts();
      for (const { id, state } of context.records.open()) if (state === 'printing') jobs.hold(id, 'restart', 'desk');
    }),
  };
}
export type PrintQueue = ReturnType<typeof openPrintQueue>;
