import { problem } from '../../shared/contract/problem.ts';
import { jobTransitions, type HoldReason, type JobEvent } from '../../shared/printing/job-states.ts';
import { isSettled, labelTransitions, type LabelEvent, type LabelState } from '../../shared/printing/label-states.ts';
import type { PrintReason } from '../../shared/printing/print-whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { outboxContext } from '../outbox/outbox-context.ts';
import { printedLabelOf, printedVerbs } from '../outbox/printed.ts';
import { printRecords, type JobRecord, type LabelRecord } from './print-record.ts';

/** What the print queue needs of its host: a clock (ms) and ids for jobs. */
export interface QueueHost {
  now: () => number;
  newId: () => string;
}

/** Who caused a transition, and why; `said`: in the person's own words. */
export interface Cause {
  who: string;
  why: PrintReason;
  said?: string;
}

/** What the verbs of the queue share: rows, transitions and history. All of it runs inside the caller's transaction. */
export function queueContext(db: Sqlite, host: QueueHost) {
  const records = printRecords(db);
  const outbox = outboxContext(db, { ...host, holdMs: () => 0 });
  const printedLabels = printedVerbs(outbox);
  const saveLabel = db.prepare<[LabelRecord & { from: LabelState }]>(
    `UPDATE print_label SET place = @place, state = @state, number = @number, proof = @proof, fault = @fault, settled_at = @settled_at,
       passed = @passed, provisional = @provisional, drawn_from = @drawn_from
     WHERE seq = @seq AND state = @from`,
  );
  const saveJob = db.prepare<[JobRecord & { from: string }]>(
    `UPDATE print_job SET state = @state, printer = @printer, held_for = @held_for, ended_at = @ended_at
     WHERE seq = @seq AND state = @from`,
  );
  const insertStep = db.prepare<
    [number, number | null, number, string, string, string | null, string, PrintReason, string]
  >(
    `INSERT INTO print_history (job, label, at, who, event, from_state, to_state, why, said) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const hasOpenLabels = db.prepare<[number], { open: 0 | 1 }>(
    'SELECT EXISTS (SELECT 1 FROM print_label WHERE job = ? AND settled_at IS NULL) AS open',
  );

  function recordLabelStep(
    label: LabelRecord,
    event: LabelEvent | 'add' | 'pass' | 'scan',
    from: LabelState | null,
    by: Cause,
  ): void {
    insertStep.run(label.job, label.seq, host.now(), by.who, event, from, label.state, by.why, by.said ?? '');
  }
  function recordJobStep(
    job: JobRecord,
    event: JobEvent | 'add' | 'move' | 'scan' | 'scans-begin' | 'scans-end',
    from: string | null,
    by: Cause,
  ): void {
    insertStep.run(job.seq, null, host.now(), by.who, event, from, job.state, by.why, by.said ?? '');
  }

  /** Throws ProblemError `wrong-state` if the table has no such transition. */
  function applyJobEvent(job: JobRecord, event: JobEvent, by: Cause, heldFor: HoldReason | null = null): void {
    const from = job.state;
    const to = jobTransitions[from][event];
    if (to === null) throw wrongState(`This print job is ${from} now`, from, event);
    job.state = to;
    job.held_for = to === 'held' ? heldFor : null;
    if (to === 'finished' || to === 'cancelled') job.ended_at = host.now();
    saveJob.run({ ...job, from });
    recordJobStep(job, event, from, by);
  }

  /**
   * Applies a transition to a label, with the new cells of its row. A label on paper is also recorded on its entry; a
   * label that waits in a cancelled job is cancelled; a job whose labels are all settled is finished. Throws
   * `wrong-state`.
   */
  function applyLabelEvent(
    label: LabelRecord,
    event: LabelEvent,
    by: Cause,
    cells: Partial<Pick<LabelRecord, 'place' | 'number' | 'fault' | 'provisional' | 'drawn_from'>> = {},
  ): void {
    const from = label.state;
    const to = labelTransitions[from][event];
    if (to === null) throw wrongState(`This label is ${from} now`, from, event);
    Object.assign(label, { fault: null }, cells, { state: to });
    if (isSettled(to)) label.settled_at = host.now();
    if (to === 'on-paper') {
      const entry = outbox.records.bySeq(label.entry);
      label.proof = by.why;
      // it is unknown what was sent for a restored label: the current number of the order is the best there is
      label.number ??= entry?.tracking_number ?? '';
      // the replay of the journal has already recorded it on the entry
      if (entry && by.why !== 'said-in-journal') {
        const { drawn_from: drawnFrom, provisional } = label;
        const now = printedLabelOf(entry, label.number);
        printedLabels.onPaper(
          entry,
          drawnFrom === null ? now : { ...now, drawnFrom, provisional: provisional === 1 },
          by.who,
        );
      }
    }
    saveLabel.run({ ...label, from });
    recordLabelStep(label, event, from, by);
    const job = records.job(label.job);
    if (to === 'waiting' && job.state === 'cancelled')
      applyLabelEvent(label, 'cancel', { who: by.who, why: 'cancelled' });
    else if (isSettled(to) && job.ended_at === null && hasOpenLabels.get(job.seq)?.open === 0)
      applyJobEvent(job, 'finish', { who: by.who, why: 'all-settled' });
  }

  return {
    db,
    host,
    records,
    outbox,
    paper: printedLabels,
    takeJob: applyJobEvent,
    takeLabel: applyLabelEvent,
    noteJob: recordJobStep,
    noteLabel: recordLabelStep,
    saveJob,
  };
}
export type QueueContext = ReturnType<typeof queueContext>;

const wrongState = (what: string, state: string, event: string) =>
  problem('wrong-state', `${what}, so "${event}" is no longer possible. Look at it again.`, { state, event });
