import { givenNumber } from '../database/given.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

/** Rows looked at in one transaction: some ms of work, so that no capture waits for long. */
const atOnce = 400;

/**
 * Takes the texts of scans that belong to no order out of handovers and print jobs, where they were made before a moment. Such a code may be
 * anything, as the address in the QR code of another shop. That something was scanned, when and by whom stays.
 */
export function eraseScans(db: Sqlite) {
  const tables = [
    {
      table: 'handover_surplus',
      // two codes of a handover are never the same
      erase: `UPDATE handover_surplus SET code = 'erased-' || seq WHERE seq > ? AND seq <= ? AND at < ? AND code NOT LIKE 'erased-%'`,
    },
    {
      table: 'print_history',
      erase: `UPDATE print_history SET said = '' WHERE seq > ? AND seq <= ? AND at < ? AND event = 'scan' AND label IS NULL AND said <> ''`,
    },
  ].map(({ table, erase }) => ({
    last: db
      .prepare<[number, number], number | null>(
        `SELECT max(seq) FROM (SELECT seq FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${givenNumber()})`,
      )
      .pluck(),
    erase: db.prepare<[number, number, number]>(erase),
  }));
  let [at, place] = [0, 0];

  return {
    /** Looks at some; answers whether there is more. */
    some: db.transaction((before: number): boolean => {
      const table = tables[at];
      const last = table?.last.get(place, atOnce) ?? null;
      if (table === undefined) {
        [at, place] = [0, 0];
        return false;
      }
      if (last === null) {
        [at, place] = [at + 1, 0];
        return true;
      }
      table.erase.run(place, last, before);
      place = last;
      return true;
    }),
  };
}
