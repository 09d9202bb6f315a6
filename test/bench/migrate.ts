import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { growOldest } from '../support/grown-oldest.ts';
import { figure, type Figure } from './figure.ts';
import { sizesUpTo } from './sample-desk.ts';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The time to migrate a file of the oldest version, compared with copying the result, and a check that the result is
 * undamaged.
 */
export function* migrate(): Generator<Figure> {
  for (const size of sizesUpTo([1000, 1_000_000])) {
    const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
    try {
      const path = join(folder, deskFile);
      growOldest(path, size);
      const began = performance.now();
      openSqlite(path, deskMigrations.slice(0, -1)).close();
      const before = performance.now();
      const db = openDesk(folder);
      const ended = performance.now();
      const { whole, entries, uncovered } = verifyDatabase(db);
      db.close();
      if (!whole || uncovered > 0 || entries !== size)
        throw new Error(`of ${size} entries ${entries} came, whole: ${whole}`);
      const copying = performance.now();
      copyFileSync(path, join(folder, 'copy'));
      const copied = performance.now() - copying;
      const megabytes = Math.round(statSync(path).size / 1e6);
      const beside = { name: `a copy of its ${megabytes} MB`, value: copied / 1000 };
      yield {
        ...figure('migrate', `from version 1, ${size} entries`, (ended - began) / 1000, 's', beside, Infinity),
        goal: null,
      };
      yield {
        ...figure('migrate', `newest step alone, ${size} entries`, (ended - before) / 1000, 's', beside, Infinity),
        goal: null,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
