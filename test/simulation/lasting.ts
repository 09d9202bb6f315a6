import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';

type Listener = (path: string) => void;
let listener: Listener | null = null;
let refusing: { within: string; left: number } | null = null;

/** Lets so many of the next commits in files of a folder fail, as on a full disk. */
export function refuseCommits(within: string, count: number): void {
  install();
  refusing = count > 0 ? { within, left: count } : null;
}

/** What a disk that takes nothing now was the reason of. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code === 'SQLITE_FULL';

const endsNothing = /^\s*(BEGIN|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA|SELECT)/i;

function refuse(db: Database.Database, source: string): void {
  if (!refusing || !db.name.startsWith(refusing.within)) return;
  const lasts = source === 'COMMIT' || (!db.inTransaction && !endsNothing.test(source));
  if (!lasts) return;
  refusing.left -= 1;
  if (refusing.left <= 0) refusing = null;
  throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
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
  const { writeSync, renameSync } = fs;
  fs.writeSync = ((...given: Parameters<typeof writeSync>) => {
    const written = writeSync(...given);
    listener?.('file');
    return written;
  }) as typeof writeSync;
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    listener?.(String(to));
  };
  syncBuiltinESMExports();
}
