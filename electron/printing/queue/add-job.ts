import { problem, ProblemError, type Problem } from '../../../shared/contract/problem.ts';
import type { LabelList, StaleReason } from '../../../shared/labels/label-lists.ts';
import type { HoldReason, LabelState } from '../../../shared/printing/print-states.ts';
import { staleReasonSql } from '../../outbox/read-labels.ts';
import type { Cause, DrawnCells, JobRecord, LabelRecord, QueueContext } from './queue-context.ts';

export interface JobRequest {
  /** entries, in the order in which their labels are printed */
  ids: readonly string[];
  /** the printer's name */
  printer: string;
  /** why printed labels are reprinted; null: they are not */
  reason: string | null;
}
export interface AddedJob {
  job: string;
  labels: number;
  /** entries whose label is not in the job, with the reason */
  problems: { id: string; problem: Problem }[];
}

interface Entry {
  seq: number;
  key: string;
  list: LabelList | null;
  tracking_number: string | null;
  copies: number;
  stale: StaleReason | null;
}

/** Cells of a label that is not on paper. */
export const notOnPaper = { number: null, proof: null, settled_at: null } as const;

/** Inserts jobs and their labels. Runs inside the caller's transaction. */
export function jobWriter(context: QueueContext) {
  const { db, host, records } = context;
  const insertJob = db.prepare<[Omit<JobRecord, 'seq' | 'scan_proof'>]>(
    `INSERT INTO print_job (id, printer, operator, created_at, follows, state, held_for, ended_at)
     VALUES (@id, @printer, @operator, @created_at, @follows, @state, @held_for, @ended_at)`,
  );
  const insertLabel = db.prepare<[Omit<LabelRecord, 'seq' | 'passed' | 'scanned_at'>]>(
    `INSERT INTO print_label (job, place, entry, copy, reason, state, number, proof, fault, settled_at, provisional, drawn_from)
     VALUES (@job, @place, @entry, @copy, @reason, @state, @number, @proof, @fault, @settled_at, @provisional, @drawn_from)`,
  );
  return {
    addJob(printer: string, operator: string, heldFor: HoldReason | null, cause: Cause, follows: 0 | 1 = 0): JobRecord {
      const now = host.now();
      const state = heldFor === null ? 'finished' : 'held';
      const endedAt = heldFor === null ? now : null;
      const row = { id: host.newId(), printer, operator, created_at: now, follows, state, held_for: heldFor } as const;
      const { lastInsertRowid } = insertJob.run({ ...row, ended_at: endedAt });
      const job = records.jobBySeq(Number(lastInsertRowid));
      context.recordJobStep(job, 'add', null, cause);
      return job;
    },
    addLabel(
      position: Pick<LabelRecord, 'job' | 'place' | 'entry' | 'copy' | 'reason'>,
      state: LabelState,
      paper: Pick<LabelRecord, 'number' | 'proof' | 'settled_at'> & Partial<DrawnCells>,
      cause: Cause,
    ): void {
      const row = { ...position, state, fault: null, provisional: 0, drawn_from: null, ...paper } as const;
      const { lastInsertRowid } = insertLabel.run(row);
      context.recordLabelStep(records.labelBySeq(Number(lastInsertRowid)), 'add', null, cause);
    },
  };
}

/** Adds a job for the labels of these orders; nothing is printed before a person starts it. */
export function addJobVerb(context: QueueContext) {
  const { db, records, applyLabelEvent } = context;
  const write = jobWriter(context);
  const entryOf = db.prepare<[string], Entry>(
    `SELECT seq, key, label_list AS list, tracking_number, copies, ${staleReasonSql} AS stale FROM entry WHERE id = ?`,
  );

  /** Whether the label is in another job. A label that only waits there for its number is taken out of it first. */
  function isInOtherJob(entry: number, operator: string): boolean {
    const openLabel = records.unsettledOf(entry);
    if (openLabel?.state !== 'waiting' || records.jobBySeq(openLabel.job).follows === 0) return openLabel !== null;
    applyLabelEvent(openLabel, 'cancel', { who: operator, why: 'asked-elsewhere' });
    return false;
  }

  /** The entry, if its label may be printed now. Throws ProblemError with the reason if not. */
  function requirePrintable(id: string, reason: string | null, operator: string): Entry {
    const entry = entryOf.get(id);
    if (entry === undefined || entry.list === null || entry.tracking_number === null)
      throw problem('label', 'This entry has no number yet, or no label.', { id });
    if (entry.list === 'unconfirmed')
      throw problem('wrong-state', `The label of ${entry.key} may be on paper already. Say first whether it is.`, {
        reason: 'maybe-printed',
        id,
      });
    if (entry.list === 'printed' && reason === null)
      throw problem('wrong-state', `The label of ${entry.key} is on paper. Give a reason to print it once more.`, {
        reason: 'on-paper',
        id,
      });
    if (isInOtherJob(entry.seq, operator))
      throw problem('wrong-state', `The label of ${entry.key} is in a print job already.`, {
        reason: 'in-job',
        id,
      });
    return entry;
  }

  /** Throws the problem of the first label if none can be printed. */
  return function add({ ids, printer, reason: givenReason }: JobRequest, operator: string): AddedJob {
    const reason = givenReason === null || givenReason.trim() === '' ? null : givenReason.trim();
    const job = write.addJob(printer, operator, 'not-begun', { who: operator, why: 'wanted' });
    const problems: AddedJob['problems'] = [];
    let place = 0;
    for (const id of ids) {
      try {
        const { seq, list, copies, stale } = requirePrintable(id, reason, operator);
        const copyCells = list === 'printed' ? { copy: copies + 1, reason } : { copy: 1, reason: null };
        const cause: Cause =
          copyCells.reason === null
            ? { who: operator, why: stale ?? 'wanted' }
            : { who: operator, why: 'reprint', said: copyCells.reason };
        write.addLabel({ job: job.seq, place: place + 1, entry: seq, ...copyCells }, 'waiting', notOnPaper, cause);
        place += 1;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        problems.push({ id, problem: error.problem });
      }
    }
    const [firstProblem] = problems;
    if (place === 0)
      throw firstProblem ? new ProblemError(firstProblem.problem) : problem('label', 'No label was chosen.');
    return { job: job.id, labels: place, problems };
  };
}
