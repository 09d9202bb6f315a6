import type {
  AwaitedLabels,
  JobLabel,
  StoredJob,
  PrintStep,
  PrintProgress,
} from '../../../shared/contract/print-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { labelStates, type LabelState } from '../../../shared/printing/print-states.ts';
import type { ScanCount, ScanConfirmation } from '../../../shared/printing/scan-confirmation.ts';
import { hasLabelCondition } from '../../outbox/entry-filter.ts';
import { staleReasonSql } from '../../outbox/read-labels.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../../storage/database/queries.ts';
import { awaitedLabels, orderConditions, jobColumns, type JobRecord } from './queue-context.ts';

/** Maximum number of attempts examined, newest first, and of keys listed. */
const [maxAttempts, maxKeys] = [1000, 20];

/**
 * Finds labels that a printer may still print once it has paper or is closed again: it received them whole, and then
 * fell silent or stopped, the connection was cut, or the desk ended. The desk cannot take them back; switching the
 * printer off and on does.
 */
export function lateLabels(db: Sqlite) {
  const lastTry = '(SELECT max(id) FROM print_attempt WHERE label = l.seq)';
  const wasLost = `EXISTS (SELECT 1 FROM print_history h WHERE h.label = l.seq AND h.event = 'lost'
     AND h.why IN ('printer-silent', 'printer-stopped', 'connection-cut', 'desk-ended'))`;
  const printersOfUnconfirmed = db
    .prepare<[number], string>(
      `SELECT DISTINCT a.printer FROM print_label l JOIN print_attempt a ON a.id = ${lastTry}
       WHERE l.job = ? AND l.state = 'unconfirmed' AND l.settled_at IS NULL AND ${wasLost} ORDER BY a.printer`,
    )
    .pluck();
  // a printer prints in order: once a later label was printed, no earlier one is left in it
  const unprintedKeys = db
    .prepare<[{ printer: string }], string>(
      `WITH tried AS MATERIALIZED (
         SELECT a.id, a.verdict, l.seq, l.entry, l.state, a.id = ${lastTry} AS isLast
         FROM print_attempt a JOIN print_label l ON l.seq = a.label
         WHERE a.id > (SELECT max(id) FROM print_attempt) - ${maxAttempts} AND a.printer = @printer)
       SELECT DISTINCT e.key FROM tried l JOIN entry e ON e.seq = l.entry
       WHERE l.id > coalesce((SELECT max(id) FROM tried WHERE isLast AND state = 'on-paper'), 0) AND l.verdict = 'lost'
         AND NOT (l.isLast AND l.state = 'unconfirmed') AND ${wasLost}
       ORDER BY l.id DESC LIMIT ${maxKeys}`,
    )
    .pluck();
  return {
    /** Printers that may still print unconfirmed labels of a job. */
    printersOfUnconfirmed: (job: number): string[] => printersOfUnconfirmed.all(job),
    /** Keys of orders whose label a printer may still print, although a person reported that it did not come out. */
    unprintedKeysIn: (printer: string): string[] => unprintedKeys.all({ printer }),
  };
}

/** Maximum number of rows in each list. */
const maxRows = 1000;

/** Reads the results of scanning the labels of a job as they are stuck on. */
export function scanConfirmationReader(db: Sqlite) {
  const scanCounts = db.prepare<[number], { scanned: number; of: number }>(
    `SELECT count(scanned_at) AS scanned, count(*) AS "of" FROM print_label WHERE job = ? AND state <> 'cancelled'`,
  );
  const mismatches = db.prepare<[number, number], { twice: number; strangers: number }>(
    `SELECT (SELECT count(DISTINCT label) FROM print_history WHERE job = ? AND event = 'scan' AND why = 'stuck-on-twice') AS twice,
       (SELECT count(*) FROM print_history WHERE job = ? AND event = 'scan'
          AND why IN ('other-batch', 'not-sent', 'order-replaced')) AS strangers`,
  );
  const labelColumns = 'e.id, e.key, l.number, l.place';
  const missing = db.prepare<[number], ScanConfirmation['missing'][number]>(
    `SELECT ${labelColumns} FROM print_label l JOIN entry e ON e.seq = l.entry
     WHERE l.job = ? AND l.state <> 'cancelled' AND l.scanned_at IS NULL ORDER BY l.place LIMIT ${maxRows}`,
  );
  const twice = db.prepare<[number], ScanConfirmation['twice'][number]>(
    `SELECT ${labelColumns}, count(*) + 1 AS scans FROM print_history h JOIN print_label l ON l.seq = h.label JOIN entry e ON e.seq = l.entry
     WHERE h.job = ? AND h.event = 'scan' AND h.why = 'stuck-on-twice' GROUP BY l.seq ORDER BY l.place LIMIT ${maxRows}`,
  );
  const strangers = db.prepare<[number], ScanConfirmation['strangers'][number]>(
    `SELECT coalesce(e.key, h.said) AS text, h.why AS "end", h.at
     FROM print_history h LEFT JOIN print_label l ON l.seq = h.label LEFT JOIN entry e ON e.seq = l.entry
     WHERE h.job = ? AND h.event = 'scan' AND h.why IN ('other-batch', 'not-sent', 'order-replaced') ORDER BY h.seq LIMIT ${maxRows}`,
  );
  return {
    count: (job: number, isOpen: boolean): ScanCount => ({
      open: isOpen,
      ...(scanCounts.get(job) ?? { scanned: 0, of: 0 }),
      ...(mismatches.get(job, job) ?? { twice: 0, strangers: 0 }),
    }),
    confirmation: (job: number): ScanConfirmation => ({
      missing: missing.all(job),
      twice: twice.all(job),
      strangers: strangers.all(job),
    }),
  };
}

const { hasNumber, isOvertaken } = orderConditions;

/** All reads of the print queue; cannot write. */
export function printQueueReader(db: Sqlite) {
  const openJobs = db.prepare<[], JobRecord>(
    `SELECT ${jobColumns} FROM print_job WHERE ended_at IS NULL
     UNION SELECT ${jobColumns} FROM print_job WHERE scan_proof = 'open'
     UNION SELECT ${jobColumns} FROM print_job WHERE seq IN (SELECT job FROM print_label WHERE settled_at IS NULL) ORDER BY seq`,
  );
  const operatorOf = db.prepare<[number], string>('SELECT operator FROM print_job WHERE seq = ?').pluck();
  const byId = db.prepare<[string], JobRecord>(`SELECT ${jobColumns} FROM print_job WHERE id = ?`);
  const countByState = db.prepare<[number], { state: LabelState; n: number }>(
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
    `SELECT count(*) FILTER (WHERE ${hasNumber}) AS created, count(*) FILTER (WHERE (${hasNumber}) IS NOT TRUE AND ${isOvertaken}) AS asking,
       count(*) FILTER (WHERE (${hasNumber}) IS NOT TRUE AND NOT ${isOvertaken}) AS queued
     FROM print_label l JOIN entry e ON e.seq = l.entry WHERE l.job = ? AND l.state = 'waiting' AND l.settled_at IS NULL`,
  );
  const pendingLabels = awaitedLabels(db);
  const orderOf = db.prepare<[number], { id: string; key: string }>('SELECT id, key FROM entry WHERE seq = ?');
  function awaitedIn(job: JobRecord): AwaitedLabels | null {
    if (job.follows === 0) return null;
    const awaitedLabel = pendingLabels.awaitedLabel(job);
    const { queued = 0, created = 0, asking = 0 } = countAwaited.get(job.seq) ?? {};
    return { queued, created, asking, waitsFor: awaitedLabel ? (orderOf.get(awaitedLabel.entry) ?? null) : null };
  }

  const scans = scanConfirmationReader(db);
  const latePrints = lateLabels(db);

  function toStoredJob(job: JobRecord): StoredJob {
    const { seq, id, printer, operator, created_at, state, held_for } = job;
    const countOfState = new Map(countByState.all(seq).map((row) => [row.state, row.n]));
    const labelCounts = Object.fromEntries(labelStates.map((one) => [one, countOfState.get(one) ?? 0]));
    return {
      ...{ id, printer, operator, createdAt: created_at, state, heldFor: held_for },
      labels: labelCounts as Record<LabelState, number>,
      coming: awaitedIn(job),
      scans: job.scan_proof === null ? null : scans.count(job.seq, job.scan_proof === 'open'),
      mayPrintLater: latePrints.printersOfUnconfirmed(seq),
      leftInPrinter: job.ended_at === null ? latePrints.unprintedKeysIn(printer) : [],
    };
  }
  function requireJob(id: string): JobRecord {
    const job = byId.get(id);
    if (job === undefined) throw problem('unknown-entry', 'There is no such print job in this data folder.', { id });
    return job;
  }

  const progressQuery = db.prepare<
    [string],
    Omit<PrintProgress, 'comes' | 'provisionalOut'> & { comes: 0 | 1; provisionalOut: 0 | 1 }
  >(
    `SELECT e.label_list AS list, iif(e.label_list IS NULL, NULL, e.tracking_number) AS number, l.state AS label, ${staleReasonSql} AS stale, e.printed_number IS '' AS provisionalOut,
       ${hasLabelCondition('e.')} AND e.label_list IS NULL AND e.replaced_by IS NULL AND e.state NOT IN ('draft', 'withdrawn', 'done') AS comes
     FROM entry e LEFT JOIN print_label l ON l.entry = e.seq AND l.settled_at IS NULL WHERE e.id = ?`,
  );

  return {
    progress(id: string): PrintProgress {
      const row = progressQuery.get(id);
      if (!row) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
      return { ...row, comes: row.comes === 1, provisionalOut: row.provisionalOut === 1 };
    },
    /** Jobs that have not ended, whose labels are being scanned, or that have unsettled labels. */
    openJobs: (): StoredJob[] => openJobs.all().map(toStoredJob),
    /** The operator who requested the job with this row number. */
    requesterOf: (seq: number): { operator: string } => ({ operator: operatorOf.get(seq) ?? '' }),
    /** Throws `unknown-entry`, as do the reads below. */
    job: (id: string): StoredJob => toStoredJob(requireJob(id)),
    /** Labels of a job after a place, in order. */
    labels: (id: string, afterPlace: number, limit: number, state: LabelState | null = null): JobLabel[] =>
      labels.all(requireJob(id).seq, afterPlace, state, limit),
    /** The last labels of a job, in order. */
    lastLabels: (id: string, limit: number, state: LabelState | null = null): JobLabel[] =>
      lastLabels.all(requireJob(id).seq, 0, state, limit).toReversed(),
    /** The result of scanning the labels of a job. */
    scans: (id: string) => scans.confirmation(requireJob(id).seq),
    /** History of a job and its labels after a step, in order. */
    steps: (id: string, afterSeq: number, limit: number) => steps.all(requireJob(id).seq, afterSeq, limit),
  };
}
