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
 * While a reader holds a snapshot of the database, new writes stay in the log. A copy that finds more there than this
 * (bytes) releases its snapshot: with what is written until it does, the log stays below 64 MB.
 */
const maxLogBytes = 40 * 1024 * 1024;

const pagesPerStep = 100;

/** Attempts before a copy is given up, and the longest wait between two (ms). */
const maxAttempts = 12;
const maxWaitMs = 30_000;

class LogTooLarge extends Error {}

/**
 * Copies a snapshot of a database to a file, however much is written meanwhile. If the log would exceed its limit, the
 * copy restarts after a wait, in which the log can be checkpointed. Throws ProblemError `bad-file` if every attempt
 * ends that way.
 */
export async function copySnapshot(db: Sqlite, to: string, extendDeadline: ExtendDeadline): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await copyPages(db, to, extendDeadline);
    } catch (error) {
      rmSync(to, { force: true });
      if (!(error instanceof LogTooLarge)) throw error;
      if (tries === maxAttempts)
        throw problem(
          'bad-file',
          `So much was being saved that no copy of ${db.name} could be made. Do it again when less is saved; nothing was changed.`,
        );
      const waitMs = Math.min(maxWaitMs, 250 * 2 ** tries);
      extendDeadline(waitMs + copyStepMs);
      await pause(waitMs);
    }
  }
}

async function copyPages(db: Sqlite, to: string, extendDeadline: ExtendDeadline): Promise<void> {
  const before = logBytes(db.name);
  // without a snapshot of its own, each write of another connection would restart the copy
  db.exec('BEGIN DEFERRED; SELECT 1 FROM fact LIMIT 1');
  try {
    await db.backup(to, {
      progress() {
        extendDeadline(copyStepMs);
        const now = logBytes(db.name);
        // a log that was left as large before is overwritten from its start
        if (now > maxLogBytes && now > before) throw new LogTooLarge();
        return pagesPerStep;
      },
    });
  } finally {
    db.exec('COMMIT');
  }
}

const logBytes = (path: string): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Runs `read` on a data folder's whole database. If a desk may be running there, `read` gets a temporary copy beside
 * the database, so that the desk's log does not grow meanwhile; a copy has every page as it is on the disk, damaged
 * ones too. Throws ProblemError `disk` (full) if there is no room for the copy.
 */
export async function readFromCopy<T>(
  data: string,
  extendDeadline: ExtendDeadline,
  read: (db: Sqlite) => Promise<T>,
): Promise<T> {
  const db = openDeskReader(data);
  try {
    // without a log no desk is running
    if (logBytes(join(data, deskFile)) === 0) return await read(db);
    clearLeftovers(data, Date.now());
    requireRoom(data);
    const scratch = mkdtempSync(join(data, 'verifying-'));
    try {
      await copySnapshot(db, join(scratch, deskFile), extendDeadline);
      const copy = openDeskReader(scratch);
      try {
        return await read(copy);
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

/** Requires room for the copy and as much again. */
function requireRoom(data: string): void {
  const size = statSync(join(data, deskFile)).size + logBytes(join(data, deskFile));
  const { bavail, bsize } = statfsSync(data);
  const free = bavail * bsize;
  if (free >= 2 * size) return;
  const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);
  throw problem(
    'disk',
    `There is no room in ${data} for the copy that is read while a desk works: ${megabytes(2 * size)} MB must be free, and ${megabytes(free)} MB are. Make room, or close the desk first; nothing was changed.`,
    { reason: 'full', folder: data, megabytes: megabytes(2 * size) },
  );
}
