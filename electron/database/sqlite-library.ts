import { createRequire } from 'node:module';
import type Database from 'better-sqlite3';

type Library = typeof Database;
let library: Library | undefined;

/**
 * The library, loaded as the first file is opened, and required: an import of what is CommonJS reads it twice, for the names that it exports, and
 * costs a start 13 ms of a processor more in the main process alone.
 */
export const sqliteLibrary = (): Library => (library ??= createRequire(import.meta.url)(entry()) as Library);

/**
 * The library's own entry reads all that is mapped into the process, which is much in an Electron, to see whether the system is one of musl. An
 * Electron never is, and the entry of each system is known.
 */
function entry(): string {
  const isElectron = process.versions['electron'] !== undefined;
  return isElectron ? `better-sqlite3/${process.platform}-${process.arch}` : 'better-sqlite3';
}

/** Whether SQLite says so. */
export const isSqliteError = (error: unknown): error is InstanceType<Library['SqliteError']> =>
  library !== undefined && error instanceof library.SqliteError;
