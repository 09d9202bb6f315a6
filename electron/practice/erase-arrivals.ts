import { openSqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { practiceMigrations } from './migrations/index.ts';
import { practiceFile } from './practice-database.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Arrivals checked in one transaction: a few ms of work and one sync. */
const batchSize = 100;
/** Parties of an order; only their country is kept, since route and price derive from it. */
const parties = ['ShipToAddress', 'Sender', 'ShipperInfo', 'ExportsInfo', 'ImportsInfo'];
/** Other fields that may identify a person: a label shows the address, and free text may contain anything. */
const words = ['ImportLabel', 'ImportLabel2', 'Remark', 'Custom', 'VatCode', 'VatNo', 'IOSS'];
const nothing = '{}';

interface Arrived {
  seq: number;
  body: string;
  effect: 0 | 1;
}

/**
 * Removes personal data from creates that arrived before a time (ms): existing objects keep their goods, sizes and
 * country, refused ones nothing. Runs beside a running service; between batches it awaits `yieldToEventLoop`, which
 * returns whether to continue. Returns the number of changed arrivals. Throws like `openSqlite`.
 */
export async function eraseArrivals(
  folder: string,
  before: number,
  yieldToEventLoop: () => Promise<boolean>,
): Promise<number> {
  if (!existsSync(join(folder, practiceFile))) return 0;
  const db = openSqlite(join(folder, practiceFile), practiceMigrations);
  try {
    db.pragma('secure_delete = ON');
    // A writing service has priority: whatever it blocks is left to the next run.
    db.pragma('busy_timeout = 50');
    const old = db.prepare<[number, number, number], Arrived>(
      `SELECT seq, body, effect FROM arrival WHERE seq > ? AND arrived_at < ? ORDER BY seq LIMIT ${opaqueIntParam()}`,
    );
    const change = db.prepare<[string, number]>('UPDATE arrival SET body = ? WHERE seq = ?');
    const erase = db.transaction((rows: readonly Arrived[]): number => {
      let changed = 0;
      for (const { seq, body, effect } of rows) {
        const left = effect === 1 ? stripPersonalData(body) : nothing;
        if (left !== body) changed += change.run(left, seq).changes;
      }
      return changed;
    });
    let erased = 0;
    let rows = old.all(0, before, batchSize);
    while (rows.length > 0) {
      erased += erase.immediate(rows);
      if (!(await yieldToEventLoop())) return erased;
      rows = old.all(rows.at(-1)?.seq ?? 0, before, batchSize);
    }
    // The overwritten data would otherwise remain in the WAL.
    db.pragma('wal_checkpoint(TRUNCATE)');
    return erased;
  } finally {
    db.close();
  }
}

function stripPersonalData(body: string): string {
  return JSON.stringify(JSON.parse(body), function (this: unknown, name: string, value: unknown) {
    if (words.includes(name)) return undefined;
    if (!parties.includes(name) || typeof value !== 'object' || value === null) return value;
    return 'Country' in value ? { Country: value.Country } : {};
  });
}
