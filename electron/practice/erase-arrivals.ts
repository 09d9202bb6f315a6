import { openSqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { practiceMigrations } from './migrations/index.ts';
import { practiceFile } from './practice-database.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Arrivals checked in one transaction: a few ms of work and one sync. */
const batchSize = 100;
/** Fields with a party of an order; only its country is kept, on which route and price depend. */
const partyFields = ['ShipToAddress', 'Sender', 'ShipperInfo', 'ExportsInfo', 'ImportsInfo'];
/** Other fields that may identify a person, which are removed: a label shows the address, free text may be anything. */
const personalFields = ['ImportLabel', 'ImportLabel2', 'Remark', 'Custom', 'VatCode', 'VatNo', 'IOSS'];
const emptyBody = '{}';

interface ArrivalRow {
  seq: number;
  body: string;
  effect: 0 | 1;
}

/**
 * Removes personal data from creates that arrived before a time (ms): arrivals that made an object keep goods, sizes
 * and countries, others nothing. May run while the service does; between batches it awaits `yieldToEventLoop`, which
 * returns whether to continue. Returns the number of changed arrivals. Throws like `openSqlite`.
 */
export async function eraseArrivals(
  folder: string,
  beforeMs: number,
  yieldToEventLoop: () => Promise<boolean>,
): Promise<number> {
  if (!existsSync(join(folder, practiceFile))) return 0;
  const db = openSqlite(join(folder, practiceFile), practiceMigrations);
  try {
    db.pragma('secure_delete = ON');
    // a writing service has priority: what it blocks is left to the next run
    db.pragma('busy_timeout = 50');
    const arrivalsBefore = db.prepare<[number, number, number], ArrivalRow>(
      `SELECT seq, body, effect FROM arrival WHERE seq > ? AND arrived_at < ? ORDER BY seq LIMIT ${opaqueIntParam()}`,
    );
    const updateBody = db.prepare<[string, number]>('UPDATE arrival SET body = ? WHERE seq = ?');
    const erase = db.transaction((rows: readonly ArrivalRow[]): number => {
      let changedCount = 0;
      for (const { seq, body, effect } of rows) {
        const cleaned = effect === 1 ? stripPersonalData(body) : emptyBody;
        if (cleaned !== body) changedCount += updateBody.run(cleaned, seq).changes;
      }
      return changedCount;
    });
    let erasedCount = 0;
    let rows = arrivalsBefore.all(0, beforeMs, batchSize);
    while (rows.length > 0) {
      erasedCount += erase.immediate(rows);
      if (!(await yieldToEventLoop())) return erasedCount;
      rows = arrivalsBefore.all(rows.at(-1)?.seq ?? 0, beforeMs, batchSize);
    }
    // empties the WAL, in which the overwritten data would remain
    db.pragma('wal_checkpoint(TRUNCATE)');
    return erasedCount;
  } finally {
    db.close();
  }
}

function stripPersonalData(body: string): string {
  return JSON.stringify(JSON.parse(body), function (this: unknown, name: string, value: unknown) {
    if (personalFields.includes(name)) return undefined;
    if (!partyFields.includes(name) || typeof value !== 'object' || value === null) return value;
    return 'Country' in value ? { Country: value.Country } : {};
  });
}
