import { backUpDataFolder } from '../../electron/copies/backup/scheduled-backup.ts';
import { checkFolder } from '../../electron/copies/verify/full-check.ts';
import { verifyClosed } from '../../electron/copies/verify/verify-folder.ts';
import { screenStateStore } from '../../electron/outbox/screen-state.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const mega = 1024 * 1024;
/** Upper bound of the write-ahead log beside any of the desk's own readers (bytes). */
const mostLog = 64 * mega;

let folder: string;
/** Saves some MB, and records the size of the log. */
let save: () => void;
let largest: number;
let saved: number;

beforeEach(() => {
  folder = temporaryFolder();
  const db = openDesk(folder);
  onTestFinished(() => void db.close());
  db.pragma('synchronous = OFF');
  const { remember } = screenStateStore(db, Date.now);
  const text = 'x'.repeat(0.9 * mega);
  const rememberAll = (mark: number): void => {
    for (let n = 0; n < 6; n += 1) remember(`choices-${n}`, `${mark}${text}`);
  };
  rememberAll(0);
  largest = 0;
  saved = 0;
  save = () => {
    // A desk that never stops saving would let no copy end.
    if (saved >= 100 * mega) return;
    rememberAll(saved);
    saved += 5.4 * mega;
    largest = Math.max(largest, statSync(join(folder, `${deskFile}-wal`)).size);
  };
});

const readers: Record<string, () => Promise<unknown>> = {
  'the full check': () => checkFolder(folder, save),
  verify: () => verifyClosed(folder, save),
  'a backup': () => backUpDataFolder(folder, temporaryFolder(), Date.now(), save),
};

describe('the write-ahead log of a desk that continues to save', () => {
  it.each(Object.entries(readers))(
    'stays below its bound while %s reads the database to its end',
    async (_name, read) => {
      const answer = await read();
      expect(answer).not.toHaveProperty('structure.0');
      expect(saved).toBeGreaterThanOrEqual(20 * mega);
      expect(largest).toBeLessThan(mostLog);
      // Nothing remains beside the database.
      expect(readdirSync(folder).filter((name) => /^(?:verifying|backing-up)-/.test(name))).toEqual([]);
    },
    120_000,
  );
});
