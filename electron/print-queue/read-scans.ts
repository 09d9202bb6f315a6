import type { ScanCount, ScanConfirmation } from '../../shared/printing/scan-proof.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

/** Rows of each list at most. */
const maxRows = 1000;

/** Reads the results of scanning the labels of a job as they are stuck on. */
export function scanConfirmationReader(db: Sqlite) {
  const counted = db.prepare<[number], { scanned: number; of: number }>(
    `SELECT count(scanned_at) AS scanned, count(*) AS "of" FROM print_label WHERE job = ? AND state <> 'cancelled'`,
  );
  const mismatches = db.prepare<[number, number], { twice: number; strangers: number }>(
    `SELECT (SELECT count(DISTINCT label) FROM print_history WHERE job = ? AND event = 'scan' AND why = 'stuck-on-twice') AS twice,
       (SELECT count(*) FROM print_history WHERE job = ? AND event = 'scan'
          AND why IN ('other-batch', 'not-sent', 'order-replaced')) AS strangers`,
  );
  const label = 'e.id, e.key, l.number, l.place';
  const missing = db.prepare<[number], ScanConfirmation['missing'][number]>(
    `SELECT ${label} FROM print_label l JOIN entry e ON e.seq = l.entry
     WHERE l.job = ? AND l.state <> 'cancelled' AND l.scanned_at IS NULL ORDER BY l.place LIMIT ${maxRows}`,
  );
  const twice = db.prepare<[number], ScanConfirmation['twice'][number]>(
    `SELECT ${label}, count(*) + 1 AS scans FROM print_history h JOIN print_label l ON l.seq = h.label JOIN entry e ON e.seq = l.entry
     WHERE h.job = ? AND h.event = 'scan' AND h.why = 'stuck-on-twice' GROUP BY l.seq ORDER BY l.place LIMIT ${maxRows}`,
  );
  const strangers = db.prepare<[number], ScanConfirmation['strangers'][number]>(
    `SELECT coalesce(e.key, h.said) AS text, h.why AS "end", h.at
     FROM print_history h LEFT JOIN print_label l ON l.seq = h.label LEFT JOIN entry e ON e.seq = l.entry
     WHERE h.job = ? AND h.event = 'scan' AND h.why IN ('other-batch', 'not-sent', 'order-replaced') ORDER BY h.seq LIMIT ${maxRows}`,
  );
  return {
    count: (job: number, open: boolean): ScanCount => ({
      open,
      ...(counted.get(job) ?? { scanned: 0, of: 0 }),
      ...(mismatches.get(job, job) ?? { twice: 0, strangers: 0 }),
    }),
    proof: (job: number): ScanConfirmation => ({
      missing: missing.all(job),
      twice: twice.all(job),
      strangers: strangers.all(job),
    }),
  };
}
