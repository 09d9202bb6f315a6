import type { HoldReason, JobState } from '../../shared/printing/job-states.ts';
import type { LabelState } from '../../shared/printing/label-states.ts';
import type { PrintReason } from '../../shared/printing/print-whys.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

/** A row of print_job. */
export interface JobRecord {
  readonly seq: number;
  readonly id: string;
  readonly operator: string;
  readonly created_at: number;
  /** prints its labels as their numbers arrive */
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
  /** its job no longer waits for its number */
  passed: 0 | 1;
  /** what is on the paper: a number that may change, and the hash of the order it was drawn from; null: unknown */
  provisional: 0 | 1;
  drawn_from: Buffer | null;
  /** when it was first scanned as it was stuck on (ms); null: not yet */
  readonly scanned_at: number | null;
}

export const jobColumns = 'seq, id, printer, operator, created_at, follows, scan_proof, state, held_for, ended_at';
const labelColumns =
  'seq, job, place, entry, copy, reason, state, number, proof, fault, settled_at, passed, provisional, drawn_from, scanned_at';

/** Current rows of the print queue. */
export function printRecords(db: Sqlite) {
  const job = db.prepare<[number], JobRecord>(`SELECT ${jobColumns} FROM print_job WHERE seq = ?`);
  const jobById = db.prepare<[string], JobRecord>(`SELECT ${jobColumns} FROM print_job WHERE id = ?`);
  const label = db.prepare<[number], LabelRecord>(`SELECT ${labelColumns} FROM print_label WHERE seq = ?`);
  const inState = db.prepare<[number, LabelState], LabelRecord>(
    `SELECT ${labelColumns} FROM print_label WHERE job = ? AND state = ? AND settled_at IS NULL ORDER BY place`,
  );
  const firstIn = db.prepare<[number, LabelState], LabelRecord>(
    `SELECT ${labelColumns} FROM print_label WHERE job = ? AND state = ? AND settled_at IS NULL ORDER BY place LIMIT 1`,
  );
  const unsettledOf = db.prepare<[number], LabelRecord>(
    `SELECT ${labelColumns} FROM print_label WHERE entry = ? AND settled_at IS NULL`,
  );
  const open = db.prepare<[], JobRecord>(`SELECT ${jobColumns} FROM print_job WHERE ended_at IS NULL ORDER BY seq`);
  const requireFound = <T>(found: T | undefined): T => {
    if (found === undefined) throw problem('unknown-entry', 'There is no such print job in this data folder.');
    return found;
  };
  return {
    job: (seq: number): JobRecord => requireFound(job.get(seq)),
    /** Throws `unknown-entry`. */
    jobById: (id: string): JobRecord => requireFound(jobById.get(id)),
    label: (seq: number): LabelRecord => requireFound(label.get(seq)),
    /** Unsettled labels of a job in a state, by place. */
    inState: (of: JobRecord, state: LabelState): LabelRecord[] => inState.all(of.seq, state),
    firstIn: (of: JobRecord, state: LabelState): LabelRecord | null => firstIn.get(of.seq, state) ?? null,
    /** The unsettled label of an entry; there is at most one. */
    underWay: (entry: number): LabelRecord | null => unsettledOf.get(entry) ?? null,
    /** Jobs that have not ended, oldest first. */
    open: (): JobRecord[] => open.all(),
  };
}
