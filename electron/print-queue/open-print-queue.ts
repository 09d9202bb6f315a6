import type { Sqlite } from '../database/open-sqlite.ts';
import { idempotentCommands } from '../outbox/idempotent-commands.ts';
import type { HoldReason } from '../../shared/printing/job-states.ts';
import { addJobVerb, type JobAdded, type JobWanted } from './add-job.ts';
import { followVerbs, type FollowWanted } from './follow.ts';
import { handOverVerbs } from './hand-over.ts';
import { jobVerbs, type JobCancelled, type LastGood, type PaperSeen } from './job-verbs.ts';
import { queueContext, type QueueHost } from './queue-context.ts';
import { provisionalVerb, type ProvisionalWanted } from './provisional.ts';
import { saidElsewhere } from './said-elsewhere.ts';
import { scanProofVerbs, type LabelScanned } from './scan-proof.ts';

/**
 * The print queue over the desk's one writing connection: one verb per transition, one transaction per verb. Commands
 * of a person carry a command id and are executed once. Verbs that throw ProblemError have changed nothing.
 */
export function openPrintQueue(db: Sqlite, host: QueueHost) {
  const parts = queueContext(db, host);
  const { once } = idempotentCommands(db, host.now);
  const add = addJobVerb(parts);
  const jobs = jobVerbs(parts);
  const elsewhere = saidElsewhere(parts);
  const scans = scanProofVerbs(parts);
  const { next, isPrinting, handOver, settle, refuse, endOpen } = handOverVerbs(parts, scans.scannedBy);
  const following = followVerbs(parts);
  const provisional = provisionalVerb(parts);
  const done = (commandId: string, name: string, act: () => void): void =>
    void once(commandId, name, () => (act(), true));

  const sortOut = db.transaction(following.sortOut);
  return {
    add: (commandId: string, wanted: JobWanted, operator: string): JobAdded =>
      once(commandId, 'print-add', () => add(wanted, operator)),
    begin: (commandId: string, job: string, operator: string): void =>
      done(commandId, 'print-begin', () => jobs.begin(job, operator)),
    stop: (commandId: string, job: string, operator: string): void =>
      done(commandId, 'print-stop', () => jobs.hold(job, 'stopped', operator)),
    move: (commandId: string, job: string, printer: string, operator: string): void =>
      done(commandId, 'print-move', () => jobs.move(job, printer, operator)),
    answer: (commandId: string, job: string, seen: PaperSeen, operator: string) =>
      once(commandId, 'print-answer', () => jobs.answer(job, seen, operator)),
    /** As `answer`, or by a scan of the last good label; then, if requested, starts the job again for the rest. */
    answerAndGoOn: (commandId: string, job: string, last: LastGood, goOn: boolean, operator: string) =>
      once(commandId, 'print-answer', () => {
        const seen = 'scanned' in last ? jobs.scanned(job, last.scanned) : { ...last, how: 'person-said' as const };
        const answer = jobs.answer(job, seen, operator);
        if (goOn && jobs.canBegin(job)) jobs.begin(job, operator);
        return answer;
      }),
    /** Adds a job and starts it; `scan`: its labels are scanned as they are stuck on. */
    start: (commandId: string, wanted: JobWanted, operator: string, scan = false): JobAdded =>
      once(commandId, 'print-start', () => {
        const added = add(wanted, operator);
        if (scan) scans.begin(added.job, operator);
        jobs.begin(added.job, operator);
        return added;
      }),
    /** Adds labels to the job that prints on a printer as numbers arrive, or to a new one that is started. */
    follow: (commandId: string, wanted: FollowWanted, operator: string, scan = false): JobAdded =>
      once(commandId, 'print-follow', () => {
        const added = following.follow(wanted, operator);
        if (scan) scans.begin(added.job, operator);
        return added;
      }),
    /**
     * Records the scan of a label as it is stuck on; its job resumes if no question is left. `confirmed`: as in
     * `scans.scan`.
     */
    scan: (commandId: string, job: string, code: string, operator: string, confirmed = false): LabelScanned =>
      once(commandId, 'print-scan', () => {
        const scanned = scans.scan(job, code, confirmed, operator);
        const { job: of } = scanned;
        if (parts.records.jobById(of).held_for === 'asks' && jobs.canBegin(of)) jobs.begin(of, operator);
        return scanned;
      }),
    endScans: (commandId: string, job: string, operator: string): void =>
      done(commandId, 'print-scans-end', () => scans.end(job, operator)),
    /** Adds a job of labels that have no number yet, and starts it. */
    provisional: (commandId: string, wanted: ProvisionalWanted, operator: string): JobAdded =>
      once(commandId, 'print-provisional', () => {
        const added = provisional(wanted, operator);
        jobs.begin(added.job, operator);
        return added;
      }),
    pass: (commandId: string, job: string, operator: string): void =>
      done(commandId, 'print-pass', () => following.pass(job, operator)),
    again: (commandId: string, job: string, operator: string): number =>
      once(commandId, 'print-again', () => jobs.again(job, operator)),
    cancel: (commandId: string, job: string, operator: string): JobCancelled =>
      once(commandId, 'print-cancel', () => jobs.cancel(job, operator)),
    /** Marks labels as printed, as a person reports of a printer outside the queue. */
    printed: (commandId: string, ids: readonly string[], operator: string, reason = ''): string[] =>
      once(commandId, 'printed', () => elsewhere.printed(ids, operator, reason.trim())),
    /** Marks possibly printed labels as not printed: a person looked for the paper, and there is none. */
    notPrinted: (commandId: string, ids: readonly string[], operator: string): string[] =>
      once(commandId, 'not-printed', () => elsewhere.notPrinted(ids, operator)),

    following: following.following,
    // most calls find nothing: they cost one query
    sortOut: (): boolean => following.anyGone() && sortOut(),
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
      const job = parts.records.jobById(id);
      endOpen(job);
      if (parts.records.jobById(id).state === 'printing') jobs.hold(id, 'restart', 'desk');
    }),
    /**
     * Cleans up after an earlier run: labels that were handed over are unconfirmed, and nothing prints before a person
     * starts it.
     */
    interrupted: db.transaction((): void => {
      endOpen();
      for (const { id, state } of parts.records.open()) if (state === 'printing') jobs.hold(id, 'restart', 'desk');
    }),
  };
}
export type PrintQueue = ReturnType<typeof openPrintQueue>;
