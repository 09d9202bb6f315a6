import type { Sqlite } from '../database/open-sqlite.ts';
import { printRecords, type JobRecord, type LabelRecord } from './print-record.ts';

/** Where an order stands whose label was asked for before its number came, `e` with its label `l`. */
export const orderStands = {
  /** its number is final, and no paper of it is out that holds */
  came: `e.label_list IN ('ready', 'reprint')`,
  /** it waits for a person, or its job was told to wait for it no longer: those behind it go past */
  passedBy: `(l.passed = 1 OR e.state IN ('refused', 'draft') OR e.asks IS NOT NULL OR e.label_list IS 'unconfirmed')`,
} as const;

const { came, passedBy } = orderStands;
const waiting = `FROM print_label l JOIN entry e ON e.seq = l.entry
   WHERE l.job = ? AND l.state = 'waiting' AND l.settled_at IS NULL`;

/**
 * Labels of a job that follows, in the order of entry: one whose number is late holds up those behind it. Only what waits for a person, or
 * what a person let pass, is overtaken, and comes out when its number is there.
 */
export function comingLabels(db: Sqlite) {
  const first = db.prepare<[number], { seq: number; came: 0 | 1 | null }>(
    `SELECT l.seq, ${came} AS came ${waiting} AND (${came} OR NOT ${passedBy}) ORDER BY l.place LIMIT 1`,
  );
  const any = db.prepare<[number], { seq: number }>(`SELECT l.seq ${waiting} ORDER BY l.place LIMIT 1`);
  const records = printRecords(db);
  return {
    next(job: JobRecord): LabelRecord | null {
      const found = first.get(job.seq);
      return found?.came === 1 ? records.label(found.seq) : null;
    },
    /** The label whose number the job waits for now. */
    awaited(job: JobRecord): LabelRecord | null {
      const found = first.get(job.seq);
      return found && found.came !== 1 ? records.label(found.seq) : null;
    },
    /** Something of a job is still to be printed without a person. */
    more: (job: JobRecord): boolean => (job.follows === 1 ? first : any).get(job.seq) !== undefined,
  };
}
