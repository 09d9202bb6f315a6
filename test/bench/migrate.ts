import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { writeGrownDatabase } from '../support/grown-oldest.ts';
import { figure, type Figure } from './figure.ts';
import { sizesUpTo } from './sample-desk.ts';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Measures the migration of a file of the oldest version, compared with copying the result, and checks that the result
 * is undamaged.
 */
export function* migrate(): Generator<Figure> {
  for (const size of sizesUpTo([1000, 1_000_000])) {
    const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
    try {
      const path = join(folder, deskFile);
      writeGrownDatabase(path, size);
      const startedAt = performance.now();
      openSqlite(path, deskMigrations.slice(0, -1)).close();
      const newestStepAt = performance.now();
      const db = openDesk(folder);
      const migratedAt = performance.now();
      const { whole, entries, uncovered } = verifyDatabase(db);
      db.close();
      if (!whole || uncovered > 0 || entries !== size)
        throw new Error(`of ${size} entries ${entries} came, whole: ${whole}`);
      const copyStartedAt = performance.now();
      copyFileSync(path, join(folder, 'copy'));
      const copyMs = performance.now() - copyStartedAt;
      const megabytes = Math.round(statSync(path).size / 1e6);
      const baseline = { name: `a copy of its ${megabytes} MB`, value: copyMs / 1000 };
      yield {
        ...figure(
          'migrate',
          `from version 1, ${size} entries`,
          (migratedAt - startedAt) / 1000,
          's',
          baseline,
          Infinity,
        ),
        goal: null,
      };
      yield {
        ...figure(
          'migrate',
          `newest step alone, ${size} entries`,
          (migratedAt - newestStepAt) / 1000,
          's',
          baseline,
          Infinity,
        ),
        goal: null,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
