import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';
import Database from 'better-sqlite3';
import { ProblemError } from '../../shared/contract/problem.ts';

type Listener = (path: string) => void;
let listener: Listener | null = null;
let refusing: { within: string; left: number } | null = null;

/** Lets so many of the next commits in files of a folder fail, as on a full disk. */
export function refuseCommits(within: string, count: number): void {
  install();
  refusing = count > 0 ? { within, left: count } : null;
  tookPart = false;
}

let refusingLines: { within: string; left: number } | null = null;

/** Lets so many of the next writes to a journal in a folder fail, the first in part, while the database finds room. */
export function refuseLines(within: string, count: number): void {
  install();
  refusingLines = count > 0 ? { within, left: count } : null;
  tookPart = false;
}

/** What a disk that takes nothing now was the reason of. */
export const isRefusal = (error: unknown): boolean =>
  (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL') ||
  (error instanceof ProblemError && error.problem.kind === 'disk');

const endsNothing = /^\s*(BEGIN|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA|SELECT)/i;

/** A disk is one PC's: that of `pci` is not that of `pcii`. */
const isWithin = (path: string, { within }: { within: string }): boolean => path.startsWith(`${within}${sep}`);

function refuse(db: Database.Database, source: string): void {
  if (!refusing || !isWithin(db.name, refusing)) return;
  const lasts = source === 'COMMIT' || (!db.inTransaction && !endsNothing.test(source));
  if (!lasts) return;
  refusing.left -= 1;
  if (refusing.left <= 0) refusing = null;
  throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
}

const journalLine = /\.jsonl$/;

/** A full disk takes no line of the journal either. */
function isRefused(path: string): boolean {
  const refuser = refusingLines ?? refusing;
  if (!refuser || !isWithin(path, refuser) || !journalLine.test(path)) return false;
  refuser.left -= 1;
  if (refuser.left > 0) return true;
  if (refuser === refusing) refusing = null;
  else refusingLines = null;
  return true;
}

/** What there was room for, and nothing the next time. */
let tookPart = false;
function writeInPart(write: typeof fs.writeSync, given: Parameters<typeof fs.writeSync>): number {
  const [file, bytes, at] = given as unknown as [number, Buffer, number | undefined];
  tookPart = !tookPart;
  if (!tookPart) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  return write(file, bytes, at ?? 0, Math.ceil((bytes.length - (at ?? 0)) / 2));
}

/**
 * Tells, while something listens, of each thing that lasts: a commit, a write to a file, a new name. A program may be killed after any
 * of them and before whatever it does next.
 */
export function listenToWhatLasts(to: Listener | null): void {
  install();
  listener = to;
}

let installed = false;
function install(): void {
  if (installed) return;
  installed = true;
  const probe = new Database(':memory:');
  const statement = Object.getPrototypeOf(probe.prepare('SELECT 1')) as { run: (...given: unknown[]) => unknown };
  probe.close();
  const { run } = statement;
  statement.run = function (this: { database: Database.Database; source: string }, ...given: unknown[]) {
    if (refusing) refuse(this.database, this.source);
    const answer = run.apply(this, given);
    if (listener && !this.database.inTransaction) listener(this.database.name);
    return answer;
  };
  const { openSync, writeSync, renameSync } = fs;
  const paths = new Map<number, string>();
  fs.openSync = (path, ...given) => {
    const file = openSync(path, ...given);
    paths.set(file, String(path));
    return file;
  };
  fs.writeSync = ((...given: Parameters<typeof writeSync>) => {
    const written = isRefused(paths.get(given[0]) ?? '') ? writeInPart(writeSync, given) : writeSync(...given);
    listener?.('file');
    return written;
  }) as typeof writeSync;
  // what is written is there: no disk loses anything here
  fs.fdatasync = ((_file: number, done: (error: Error | null) => void) =>
    setImmediate(done, null)) as unknown as typeof fs.fdatasync;
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    listener?.(String(to));
  };
  syncBuiltinESMExports();
}
