import { problem } from '../../../shared/contract/problem.ts';
import {
  type HoldReason,
  type JobState,
  type LabelState,
  type PrintReason,
  jobTransitions,
  type JobEvent,
  isSettled,
  labelTransitions,
  type LabelEvent,
} from '../../../shared/printing/print-states.ts';
import { outboxContext } from '../../outbox/outbox-context.ts';
import { type PrintedLabel, printedLabelOf, printedVerbs } from '../../outbox/printed-verbs.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';

/** A row of print_job. */
export interface JobRecord {
  readonly seq: number;
  readonly id: string;
  readonly operator: string;
  readonly created_at: number;
  /** 1: it prints its labels as their numbers arrive */
  readonly follows: 0 | 1;
  /**
   * whether its labels are scanned as they are stuck on: `open` until a person has seen the result; null: they are not
   */
  readonly scan_proof: 'open' | 'closed' | null;
  printer: string;
  state: JobState;
  held_for: HoldReason | null;
  ended_at: number | null;
}

/** A row of print_label. */
export interface LabelRecord {
  readonly seq: number;
  readonly job: number;
  place: number;
  readonly entry: number;
  readonly copy: number;
  readonly reason: string | null;
  state: LabelState;
  number: string | null;
  proof: PrintReason | null;
  fault: string | null;
  settled_at: number | null;
  /** 1: its job no longer waits for its number */
  passed: 0 | 1;
  /** what is on paper: 1 if its number may change, and the hash of the order it was drawn from (null: unknown) */
  provisional: 0 | 1;
  drawn_from: Buffer | null;
  /** when it was first scanned as it was stuck on (ms); null: not yet */
  readonly scanned_at: number | null;
}

/** What a label shows, as its row has it. */
export type DrawnCells = Pick<LabelRecord, 'number' | 'provisional' | 'drawn_from'>;
export const drawnCells = ({ number, provisional, drawnFrom }: PrintedLabel): DrawnCells => ({
  number,
  provisional: provisional ? 1 : 0,
  drawn_from: drawnFrom,
});

export const jobColumns = 'seq, id, printer, operator, created_at, follows, scan_proof, state, held_for, ended_at';
const labelColumns =
  'seq, job, place, entry, copy, reason, state, number, proof, fault, settled_at, passed, provisional, drawn_from, scanned_at';

/** Current rows of the print queue. */
export function printRecords(db: Sqlite) {
  const job = db.prepare<[number], JobRecord>(`SELECT ${jobColumns} FROM print_job WHERE seq = ?`);
  const jobById = db.prepare<[string], JobRecord>(`SELECT ${jobColumns} FROM print_job WHERE id = ?`);
  const label = db.prepare<[number], LabelRecord>(`SELECT ${labelColumns} FROM print_label WHERE seq = ?`);
  const labelsInState = db.prepare<[number, LabelState], LabelRecord>(
    `SELECT ${labelColumns} FROM print_label WHERE job = ? AND state = ? AND settled_at IS NULL ORDER BY place`,
  );
  const firstInState = db.prepare<[number, LabelState], LabelRecord>(
    `SELECT ${labelColumns} FROM print_label WHERE job = ? AND state = ? AND settled_at IS NULL ORDER BY place LIMIT 1`,
  );
  const unsettledOf = db.prepare<[number], LabelRecord>(
    `SELECT ${labelColumns} FROM print_label WHERE entry = ? AND settled_at IS NULL`,
  );
  const openJobs = db.prepare<[], JobRecord>(`SELECT ${jobColumns} FROM print_job WHERE ended_at IS NULL ORDER BY seq`);
  const requireFound = <T>(found: T | undefined): T => {
    if (found === undefined) throw problem('unknown-entry', 'There is no such print job in this data folder.');
    return found;
  };
  return {
    jobBySeq: (seq: number): JobRecord => requireFound(job.get(seq)),
    /** Throws `unknown-entry`. */
    jobById: (id: string): JobRecord => requireFound(jobById.get(id)),
    labelBySeq: (seq: number): LabelRecord => requireFound(label.get(seq)),
    /** Unsettled labels of a job in a state, by place. */
    labelsInState: (printJob: JobRecord, state: LabelState): LabelRecord[] => labelsInState.all(printJob.seq, state),
    firstInState: (printJob: JobRecord, state: LabelState): LabelRecord | null =>
      firstInState.get(printJob.seq, state) ?? null,
    /** The unsettled label of an entry; there is at most one. */
    unsettledOf: (entry: number): LabelRecord | null => unsettledOf.get(entry) ?? null,
    /** Jobs that have not ended, oldest first. */
    openJobs: (): JobRecord[] => openJobs.all(),
  };
}

/** SQL conditions on an order (entry `e`, label `l`) whose label was requested before its number arrived. */
export const orderConditions = {
  /** its number is final, and no valid label of it is printed */
  hasNumber: `e.label_list IN ('ready', 'reprint')`,
  /** later labels overtake it: a person has to decide about it, or its job was told not to wait for it */
  isOvertaken: `(l.passed = 1 OR e.state IN ('refused', 'draft') OR e.asks IS NOT NULL OR e.label_list IS 'unconfirmed')`,
} as const;

const { hasNumber, isOvertaken } = orderConditions;
const waitingLabels = `FROM print_label l JOIN entry e ON e.seq = l.entry
   WHERE l.job = ? AND l.state = 'waiting' AND l.settled_at IS NULL`;

/**
 * Reads the labels of a job that prints as numbers arrive, in the order of entry: a label without a number holds up the
 * later ones. Only a label that a person has to decide about, or lets others overtake, is overtaken; it is printed when
 * its number arrives.
 */
export function awaitedLabels(db: Sqlite) {
  const firstAwaited = db.prepare<[number], { seq: number; came: 0 | 1 | null }>(
    `SELECT l.seq, ${hasNumber} AS came ${waitingLabels} AND (${hasNumber} OR NOT ${isOvertaken}) ORDER BY l.place LIMIT 1`,
  );
  const firstWaiting = db.prepare<[number], { seq: number }>(`SELECT l.seq ${waitingLabels} ORDER BY l.place LIMIT 1`);
  const records = printRecords(db);
  return {
    next(job: JobRecord): LabelRecord | null {
      const row = firstAwaited.get(job.seq);
      return row?.came === 1 ? records.labelBySeq(row.seq) : null;
    },
    /** The label whose number the job waits for. */
    awaitedLabel(job: JobRecord): LabelRecord | null {
      const row = firstAwaited.get(job.seq);
      return row && row.came !== 1 ? records.labelBySeq(row.seq) : null;
    },
    /** Whether a job still has labels to print without a person. */
    hasMore: (job: JobRecord): boolean => (job.follows === 1 ? firstAwaited : firstWaiting).get(job.seq) !== undefined,
  };
}

/** What the print queue needs from its host: a clock (ms) and ids for jobs. */
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

/** Rows, transitions and history, shared by the verbs of the queue. Everything runs inside the caller's transaction. */
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
    cause: Cause,
  ): void {
    insertStep.run(label.job, label.seq, host.now(), cause.who, event, from, label.state, cause.why, cause.said ?? '');
  }
  function recordJobStep(
    job: JobRecord,
    event: JobEvent | 'add' | 'move' | 'scan' | 'scans-begin' | 'scans-end',
    from: string | null,
    cause: Cause,
  ): void {
    insertStep.run(job.seq, null, host.now(), cause.who, event, from, job.state, cause.why, cause.said ?? '');
  }

  /** Throws ProblemError `wrong-state` if the table has no such transition. */
  function applyJobEvent(job: JobRecord, event: JobEvent, cause: Cause, heldFor: HoldReason | null = null): void {
    const from = job.state;
    const to = jobTransitions[from][event];
    if (to === null) throw wrongState(`This print job is ${from} now`, from, event);
    job.state = to;
    job.held_for = to === 'held' ? heldFor : null;
    if (to === 'finished' || to === 'cancelled') job.ended_at = host.now();
    saveJob.run({ ...job, from });
    recordJobStep(job, event, from, cause);
  }

  /**
   * Applies a transition to a label, with the new cells of its row. A label on paper is also recorded on its entry; a
   * label that waits in a cancelled job is cancelled; a job whose labels are all settled is finished. Throws
   * `wrong-state`.
   */
  function applyLabelEvent(
    label: LabelRecord,
    event: LabelEvent,
    cause: Cause,
    cells: Partial<Pick<LabelRecord, 'place' | 'number' | 'fault' | 'provisional' | 'drawn_from'>> = {},
  ): void {
    const from = label.state;
    const to = labelTransitions[from][event];
    if (to === null) throw wrongState(`This label is ${from} now`, from, event);
    Object.assign(label, { fault: null }, cells, { state: to });
    if (isSettled(to)) label.settled_at = host.now();
    if (to === 'on-paper') {
      const entry = outbox.records.bySeq(label.entry);
      label.proof = cause.why;
      // what was sent for a restored label is unknown: the order's current number is the best guess
      label.number ??= entry?.tracking_number ?? '';
      // the replay of the journal has already recorded it on the entry
      if (entry && cause.why !== 'said-in-journal') {
        const { drawn_from: drawnFrom, provisional } = label;
        const printedLabel = printedLabelOf(entry, label.number);
        printedLabels.onPaper(
          entry,
          drawnFrom === null ? printedLabel : { ...printedLabel, drawnFrom, provisional: provisional === 1 },
          cause.who,
        );
      }
    }
    saveLabel.run({ ...label, from });
    recordLabelStep(label, event, from, cause);
    const job = records.jobBySeq(label.job);
    if (to === 'waiting' && job.state === 'cancelled')
      applyLabelEvent(label, 'cancel', { who: cause.who, why: 'cancelled' });
    else if (isSettled(to) && job.ended_at === null && hasOpenLabels.get(job.seq)?.open === 0)
      applyJobEvent(job, 'finish', { who: cause.who, why: 'all-settled' });
  }

  return {
    db,
    host,
    records,
    outbox,
    printedLabels: printedLabels,
    applyJobEvent: applyJobEvent,
    applyLabelEvent: applyLabelEvent,
    recordJobStep: recordJobStep,
    recordLabelStep: recordLabelStep,
    saveJob,
  };
}
export type QueueContext = ReturnType<typeof queueContext>;

const wrongState = (sentence: string, state: string, event: string) =>
  problem('wrong-state', `${sentence}, so "${event}" is no longer possible. Look at it again.`, { state, event });
