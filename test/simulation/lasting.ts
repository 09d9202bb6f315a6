import { ProblemError } from '../../shared/contract/problem.ts';
import Database from 'better-sqlite3';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

type Listener = (path: string) => void;
let listener: Listener | null = null;
let refusing: { within: string; left: number } | null = null;

/** Makes the next `count` commits to files in a folder fail, as on a full disk. */
export function refuseCommits(within: string, count: number): void {
  install();
  refusing = count > 0 ? { within, left: count } : null;
  tookPart = false;
}

let refusingLines: { within: string; left: number } | null = null;

/**
 * Makes the next `count` writes to a journal in a folder fail, the first one partially, while the database still has
 * space.
 */
export function refuseLines(within: string, count: number): void {
  install();
  refusingLines = count > 0 ? { within, left: count } : null;
  tookPart = false;
}

/** Whether an error was caused by the full disk. */
export const isRefusal = (error: unknown): boolean =>
  (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL') ||
  (error instanceof ProblemError && error.problem.kind === 'disk');

const endsNothing = /^\s*(BEGIN|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA|SELECT)/i;

/** Each PC has its own disk: the path of `pci` is a prefix of that of `pcii`. */
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

/** A full disk rejects journal lines as well. */
function isRefused(path: string): boolean {
  const refuser = refusingLines ?? refusing;
  if (!refuser || !isWithin(path, refuser) || !journalLine.test(path)) return false;
  refuser.left -= 1;
  if (refuser.left > 0) return true;
  if (refuser === refusing) refusing = null;
  else refusingLines = null;
  return true;
}

/** Alternates: the first write is partial, the next one fails. */
let tookPart = false;
function writeInPart(write: typeof fs.writeSync, given: Parameters<typeof fs.writeSync>): number {
  const [file, bytes, at] = given as unknown as [number, Buffer, number | undefined];
  tookPart = !tookPart;
  if (!tookPart) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  return write(file, bytes, at ?? 0, Math.ceil((bytes.length - (at ?? 0)) / 2));
}

/**
 * Calls the listener for everything that lasts: a commit, a write to a file, a rename. A program may be killed after
 * any of them, before whatever it does next.
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
  // Writes are durable at once, because no disk loses data here.
  fs.fdatasync = ((_file: number, done: (error: Error | null) => void) =>
    setImmediate(done, null)) as unknown as typeof fs.fdatasync;
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    listener?.(String(to));
  };
  syncBuiltinESMExports();
}
