import type Database from 'better-sqlite3';
import { createRequire } from 'node:module';

type Library = typeof Database;
let library: Library | undefined;

/**
 * Loads the library when the first file is opened. Uses `require`, because an import reads CommonJS twice to find its
 * exports, which would cost 13 ms of each start.
 */
export const sqliteLibrary = (): Library => (library ??= createRequire(import.meta.url)(entryPoint()) as Library);

/**
 * The library's own entry reads all memory mappings of the process, which are many in Electron, to detect musl.
 * Electron never runs on musl, and the entry of each platform is known.
 */
function entryPoint(): string {
  const isElectron = process.versions['electron'] !== undefined;
  return isElectron ? `better-sqlite3/${process.platform}-${process.arch}` : 'better-sqlite3';
}

/** Whether an error comes from SQLite. */
export const isSqliteError = (error: unknown): error is InstanceType<Library['SqliteError']> =>
  library !== undefined && error instanceof library.SqliteError;
