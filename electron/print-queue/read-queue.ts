import type {
  AwaitedLabels,
  JobLabel,
  StoredJob,
  PrintStep,
  PrintProgress,
} from '../../shared/contract/print-procedures.ts';
import { labelStates, type LabelState } from '../../shared/printing/label-states.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { hasLabelCondition } from '../outbox/runs.ts';
import { stalePaper } from '../outbox/stale-paper.ts';
import { awaitedLabels, orderConditions } from './coming-labels.ts';
import { lateLabels } from './later-paper.ts';
import { jobColumns, type JobRecord } from './print-record.ts';
import { scanConfirmationReader } from './read-scans.ts';
import { opaqueIntParam } from '../database/given.ts';

const { came, passedBy } = orderConditions;

/** All reads of the print queue; cannot write. */
export function printQueueReader(db: Sqlite) {
  const open = db.prepare<[], JobRecord>(
    `SELECT ${jobColumns} FROM print_job WHERE ended_at IS NULL
     UNION SELECT ${jobColumns} FROM print_job WHERE scan_proof = 'open'
     UNION SELECT ${jobColumns} FROM print_job WHERE seq IN (SELECT job FROM print_label WHERE settled_at IS NULL) ORDER BY seq`,
  );
  const operatorOf = db.prepare<[number], string>('SELECT operator FROM print_job WHERE seq = ?').pluck();
  const byId = db.prepare<[string], JobRecord>(`SELECT ${jobColumns} FROM print_job WHERE id = ?`);
  const count = db.prepare<[number], { state: LabelState; n: number }>(
    'SELECT state, count(*) AS n FROM print_label WHERE job = ? GROUP BY state',
  );
  const labelsBy = (order: 'ASC' | 'DESC') =>
    db.prepare<[number, number, string | null, number], JobLabel>(
      `SELECT l.seq, l.place, e.id, e.key, l.copy, l.reason, l.state, l.number, l.proof, l.fault
       FROM print_label l JOIN entry e ON e.seq = l.entry
       WHERE l.job = ? AND l.place > ? AND l.state = coalesce(?, l.state) ORDER BY l.place ${order} LIMIT ${opaqueIntParam()}`,
    );
  const [labels, lastLabels] = [labelsBy('ASC'), labelsBy('DESC')];
  const steps = db.prepare<[number, number, number], PrintStep & { seq: number }>(
    `SELECT h.seq, h.at, h.who, l.place, h.event, h.from_state AS "from", h.to_state AS "to", h.why, h.said
     FROM print_history h LEFT JOIN print_label l ON l.seq = h.label WHERE h.job = ? AND h.seq > ? ORDER BY h.seq LIMIT ${opaqueIntParam()}`,
  );

  const countAwaited = db.prepare<[number], Omit<AwaitedLabels, 'waitsFor'>>(
    `SELECT count(*) FILTER (WHERE ${came}) AS created, count(*) FILTER (WHERE (${came}) IS NOT TRUE AND ${passedBy}) AS asking,
       count(*) FILTER (WHERE (${came}) IS NOT TRUE AND NOT ${passedBy}) AS queued
     FROM print_label l JOIN entry e ON e.seq = l.entry WHERE l.job = ? AND l.state = 'waiting' AND l.settled_at IS NULL`,
  );
  const pendingLabels = awaitedLabels(db);
  const orderOf = db.prepare<[number], { id: string; key: string }>('SELECT id, key FROM entry WHERE seq = ?');
  function awaitedIn(job: JobRecord): AwaitedLabels | null {
    if (job.follows === 0) return null;
    const late = pendingLabels.awaited(job);
    const { queued = 0, created = 0, asking = 0 } = countAwaited.get(job.seq) ?? {};
    return { queued, created, asking, waitsFor: late ? (orderOf.get(late.entry) ?? null) : null };
  }

  const scans = scanConfirmationReader(db);
  const later = lateLabels(db);

  function toStoredJob(job: JobRecord): StoredJob {
    const { seq, id, printer, operator, created_at, state, held_for } = job;
    const counted = new Map(count.all(seq).map((row) => [row.state, row.n]));
    const labelCounts = Object.fromEntries(labelStates.map((one) => [one, counted.get(one) ?? 0]));
    return {
      ...{ id, printer, operator, createdAt: created_at, state, heldFor: held_for },
      labels: labelCounts as Record<LabelState, number>,
      coming: awaitedIn(job),
      scans: job.scan_proof === null ? null : scans.count(job.seq, job.scan_proof === 'open'),
      mayPrintLater: later.printersOfUnconfirmed(seq),
      leftInPrinter: job.ended_at === null ? later.keysLeftIn(printer) : [],
    };
  }
  function jobOf(id: string): JobRecord {
    const found = byId.get(id);
    if (found === undefined) throw problem('unknown-entry', 'There is no such print job in this data folder.', { id });
    return found;
  }

  const progressQuery = db.prepare<
    [string],
    Omit<PrintProgress, 'comes' | 'provisionalOut'> & { comes: 0 | 1; provisionalOut: 0 | 1 }
  >(
    `SELECT e.label_list AS list, iif(e.label_list IS NULL, NULL, e.tracking_number) AS number, l.state AS label, ${stalePaper} AS stale, e.printed_number IS '' AS provisionalOut,
       ${hasLabelCondition('e.')} AND e.label_list IS NULL AND e.replaced_by IS NULL AND e.state NOT IN ('draft', 'withdrawn', 'done') AS comes
     FROM entry e LEFT JOIN print_label l ON l.entry = e.seq AND l.settled_at IS NULL WHERE e.id = ?`,
  );

  return {
    progress(id: string): PrintProgress {
      const found = progressQuery.get(id);
      if (!found) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
      return { ...found, comes: found.comes === 1, provisionalOut: found.provisionalOut === 1 };
    },
    /** Jobs that have not ended, whose labels are being scanned, or that have unsettled labels. */
    open: (): StoredJob[] => open.all().map(toStoredJob),
    /** The operator who requested the job with this row number. */
    jobOf: (seq: number): { operator: string } => ({ operator: operatorOf.get(seq) ?? '' }),
    /** Throws `unknown-entry`, as the others do. */
    job: (id: string): StoredJob => toStoredJob(jobOf(id)),
    /** Labels of a job after a place, in order. */
    labels: (id: string, after: number, limit: number, state: LabelState | null = null): JobLabel[] =>
      labels.all(jobOf(id).seq, after, state, limit),
    /** The last labels of a job, in order. */
    lastLabels: (id: string, limit: number, state: LabelState | null = null): JobLabel[] =>
      lastLabels.all(jobOf(id).seq, 0, state, limit).toReversed(),
    /** The result of scanning the labels of a job. */
    scans: (id: string) => scans.proof(jobOf(id).seq),
    /** History of a job and its labels after a step, in order. */
    steps: (id: string, after: number, limit: number) => steps.all(jobOf(id).seq, after, limit),
  };
}
