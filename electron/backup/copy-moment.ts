import { mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { problem } from '../../shared/contract/problem.ts';
import { deskFile } from '../database/desk-file.ts';
import { openDeskReader } from '../database/open-desk.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { clearLeftovers } from './clear-leftovers.ts';
import { copyStepMs, type ExtendDeadline } from './deadline.ts';

/**
 * While a reader looks at one moment of the database, what is written since stays in the log. One that finds more there than this (bytes) lets
 * go of its moment: with what is written until it does, the log stays below 64 MB.
 */
const mostLog = 40 * 1024 * 1024;

const pagesAtOnce = 100;

/** How often a copy is begun before it is given up, and the longest wait before it is begun again (ms). */
const mostTries = 12;
const longestWaitMs = 30_000;

class LogGrew extends Error {}

/**
 * Copies one moment of a database to a file, however much is saved meanwhile. Where so much is saved that the log would grow beyond its bound,
 * the copy is begun again when that was moved into the database. Throws ProblemError `bad-file` where it never ends before that.
 */
export async function copyMoment(db: Sqlite, to: string, working: ExtendDeadline): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await copyPages(db, to, working);
    } catch (error) {
      rmSync(to, { force: true });
      if (!(error instanceof LogGrew)) throw error;
      if (tries === mostTries)
        throw problem(
          'bad-file',
          `So much was being saved that no copy of ${db.name} could be made. Do it again when less is saved; nothing was changed.`,
        );
      const waitMs = Math.min(longestWaitMs, 250 * 2 ** tries);
      working(waitMs + copyStepMs);
      await pause(waitMs);
    }
  }
}

async function copyPages(db: Sqlite, to: string, working: ExtendDeadline): Promise<void> {
  const before = logBytes(db.name);
  // without a moment of its own, each write of another connection would begin the copy again
  db.exec('BEGIN DEFERRED; SELECT 1 FROM fact LIMIT 1');
  try {
    await db.backup(to, {
      progress() {
        working(copyStepMs);
        const now = logBytes(db.name);
        // one that was left as large before is written over from its beginning
        if (now > mostLog && now > before) throw new LogGrew();
        return pagesAtOnce;
      },
    });
  } finally {
    db.exec('COMMIT');
  }
}

const logBytes = (path: string): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Lets `read` read a data folder's database whole. Where a desk may be at work there, it reads a copy that lies beside the database for the time
 * being, so that the desk's log does not grow meanwhile; a copy has every page as it is on the disk, damaged ones too. Throws ProblemError
 * `disk` (full) where there is no room for the copy.
 */
export async function readCopied<T>(data: string, working: ExtendDeadline, read: (db: Sqlite) => T): Promise<T> {
  const db = openDeskReader(data);
  try {
    // nobody works where there is no log
    if (logBytes(join(data, deskFile)) === 0) return read(db);
    clearLeftovers(data, Date.now());
    refuseWithoutRoom(data);
    const scratch = mkdtempSync(join(data, 'verifying-'));
    try {
      await copyMoment(db, join(scratch, deskFile), working);
      const copy = openDeskReader(scratch);
      try {
        return read(copy);
      } finally {
        copy.close();
      }
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  } finally {
    db.close();
  }
}

/** As much must stay free as the copy takes. */
function refuseWithoutRoom(data: string): void {
  const size = statSync(join(data, deskFile)).size + logBytes(join(data, deskFile));
  const { bavail, bsize } = statfsSync(data);
  const free = bavail * bsize;
  if (free >= 2 * size) return;
  const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);
  throw problem(
    'disk',
    `There is no room in ${data} for the copy that is read while a desk works: ${megabytes(2 * size)} MB must be free, and ${megabytes(free)} MB are. Make room, or close the desk first; nothing was changed.`,
    { reason: 'full', folder: data },
  );
}
