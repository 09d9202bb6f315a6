import { opaqueIntParam } from '../database/given.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

/** Rows scanned per transaction: some ms of work, so that no capture waits long. */
const scansPerBatch = 400;

/**
 * Erases the text of scans that belong to no order from handovers and print jobs, if made before a moment. Such a code
 * may be anything, such as an address in the QR code of another shop. The scan itself, its time and its operator stay.
 */
export function createScanEraser(db: Sqlite) {
  const tables = [
    {
      table: 'handover_surplus',
      // codes are unique within a handover
      erase: `UPDATE handover_surplus SET code = 'erased-' || seq WHERE seq > ? AND seq <= ? AND at < ? AND code NOT LIKE 'erased-%'`,
    },
    {
      table: 'print_history',
      erase: `UPDATE print_history SET said = '' WHERE seq > ? AND seq <= ? AND at < ? AND event = 'scan' AND label IS NULL AND said <> ''`,
    },
  ].map(({ table, erase }) => ({
    last: db
      .prepare<[number, number], number | null>(
        `SELECT max(seq) FROM (SELECT seq FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${opaqueIntParam()})`,
      )
      .pluck(),
    erase: db.prepare<[number, number, number]>(erase),
  }));
  let [at, lastScanned] = [0, 0];

  return {
    /** Scans a batch; returns whether there is more. */
    processBatch: db.transaction((before: number): boolean => {
      const table = tables[at];
      const last = table?.last.get(lastScanned, scansPerBatch) ?? null;
      if (table === undefined) {
        [at, lastScanned] = [0, 0];
        return false;
      }
      if (last === null) {
        [at, lastScanned] = [at + 1, 0];
        return true;
      }
      table.erase.run(lastScanned, last, before);
      lastScanned = last;
      return true;
    }),
  };
}
