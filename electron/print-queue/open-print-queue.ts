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
 * The print queue over the desk's one writing connection: a verb for each arrow, one transaction for each verb. Acts of a person carry a
 * command id and are done once. Verbs throw ProblemError and then have changed nothing.
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
    /** The same by what was scanned from the label, and with what waits going on from there. */
    answerAndGoOn: (commandId: string, job: string, last: LastGood, goOn: boolean, operator: string) =>
      once(commandId, 'print-answer', () => {
        const seen = 'scanned' in last ? jobs.scanned(job, last.scanned) : { ...last, how: 'person-said' as const };
        const answer = jobs.answer(job, seen, operator);
        if (goOn && jobs.canBegin(job)) jobs.begin(job, operator);
        return answer;
      }),
    /** Adds a job and begins it; `scan`: its labels are scanned as they are stuck on. */
    start: (commandId: string, wanted: JobWanted, operator: string, scan = false): JobAdded =>
      once(commandId, 'print-start', () => {
        const added = add(wanted, operator);
        if (scan) scans.begin(added.job, operator);
        jobs.begin(added.job, operator);
        return added;
      }),
    /** Adds labels to the job that follows on a printer, or to a new one that is begun: each is printed when its number has come. */
    follow: (commandId: string, wanted: FollowWanted, operator: string, scan = false): JobAdded =>
      once(commandId, 'print-follow', () => {
        const added = following.follow(wanted, operator);
        if (scan) scans.begin(added.job, operator);
        return added;
      }),
    /** A label was scanned as it was stuck on; where nothing is asked any more, its job goes on. `confirmed`: as `scans.scan`. */
    scan: (commandId: string, job: string, code: string, operator: string, confirmed = false): LabelScanned =>
      once(commandId, 'print-scan', () => {
        const scanned = scans.scan(job, code, confirmed, operator);
        const { job: of } = scanned;
        if (parts.records.jobById(of).held_for === 'asks' && jobs.canBegin(of)) jobs.begin(of, operator);
        return scanned;
      }),
    endScans: (commandId: string, job: string, operator: string): void =>
      done(commandId, 'print-scans-end', () => scans.end(job, operator)),
    /** Adds a job of labels that have no number yet, and begins it. */
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
    /** A person says that labels came out of a printer the queue knows nothing of. */
    printed: (commandId: string, ids: readonly string[], operator: string, reason = ''): string[] =>
      once(commandId, 'printed', () => elsewhere.printed(ids, operator, reason.trim())),
    /** A person looked for the paper of labels that may have come out, and there is none. */
    notPrinted: (commandId: string, ids: readonly string[], operator: string): string[] =>
      once(commandId, 'not-printed', () => elsewhere.notPrinted(ids, operator)),

    following: following.following,
    // most looks find nothing: they cost one question
    sortOut: (): boolean => following.anyGone() && sortOut(),
    next,
    isPrinting,
    handOver,
    settle,
    refuse,
    /** The desk itself stops a job, for a person to look. */
    hold: db.transaction((job: string, why: HoldReason): void => jobs.hold(job, why, 'desk')),
    /** The desk has printed what there was: a job that is not over is held for what a person has to say. */
    endRun: db.transaction((job: string): void => jobs.endRun(job)),
    /** What a run of one job left open, whose disk failed: as `interrupted`. */
    abandon: db.transaction((id: string): void => {
      const job = parts.records.jobById(id);
      endOpen(job);
      if (parts.records.jobById(id).state === 'printing') jobs.hold(id, 'restart', 'desk');
    }),
    /** What a run that ended left open: what was handed over is unconfirmed, and nothing prints before a person says so. */
    interrupted: db.transaction((): void => {
      endOpen();
      for (const { id, state } of parts.records.open()) if (state === 'printing') jobs.hold(id, 'restart', 'desk');
    }),
  };
}
export type PrintQueue = ReturnType<typeof openPrintQueue>;
