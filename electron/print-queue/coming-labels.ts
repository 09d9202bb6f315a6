import type { Sqlite } from '../database/open-sqlite.ts';
import { printRecords, type JobRecord, type LabelRecord } from './print-record.ts';

/** SQL conditions on an order (entry `e`, label `l`) whose label was requested before its number arrived. */
export const orderConditions = {
  /** its number is final, and no valid label of it is printed */
  came: `e.label_list IN ('ready', 'reprint')`,
  /** a person has to decide about it, or its job was told not to wait for it: later labels overtake it */
  passedBy: `(l.passed = 1 OR e.state IN ('refused', 'draft') OR e.asks IS NOT NULL OR e.label_list IS 'unconfirmed')`,
} as const;

const { came, passedBy } = orderConditions;
const waitingLabels = `FROM print_label l JOIN entry e ON e.seq = l.entry
   WHERE l.job = ? AND l.state = 'waiting' AND l.settled_at IS NULL`;

/**
 * Labels of a job that prints as numbers arrive, in the order of entry: one whose number is late holds up the later
 * ones. Only a label that a person has to decide about or has let others overtake is overtaken, and is printed when its
 * number arrives.
 */
export function awaitedLabels(db: Sqlite) {
  const first = db.prepare<[number], { seq: number; came: 0 | 1 | null }>(
    `SELECT l.seq, ${came} AS came ${waitingLabels} AND (${came} OR NOT ${passedBy}) ORDER BY l.place LIMIT 1`,
  );
  const any = db.prepare<[number], { seq: number }>(`SELECT l.seq ${waitingLabels} ORDER BY l.place LIMIT 1`);
  const records = printRecords(db);
  return {
    next(job: JobRecord): LabelRecord | null {
      const found = first.get(job.seq);
      return found?.came === 1 ? records.label(found.seq) : null;
    },
    /** The label whose number the job waits for. */
    awaited(job: JobRecord): LabelRecord | null {
      const found = first.get(job.seq);
      return found && found.came !== 1 ? records.label(found.seq) : null;
    },
    /** Whether a job still has labels to print without a person. */
    hasMore: (job: JobRecord): boolean => (job.follows === 1 ? first : any).get(job.seq) !== undefined,
  };
}
