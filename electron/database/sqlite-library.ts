import { createRequire } from 'node:module';
import type Database from 'better-sqlite3';

type Library = typeof Database;
let library: Library | undefined;

/**
 * The library, loaded as the first file is opened, and required: an import of what is CommonJS reads it twice, for the names that it exports, and
 * costs a start 13 ms of a processor more in the main process alone.
 */
export const sqliteLibrary = (): Library => (library ??= createRequire(import.meta.url)('better-sqlite3') as Library);

/** Whether SQLite says so. */
export const isSqliteError = (error: unknown): error is InstanceType<Library['SqliteError']> =>
  library !== undefined && error instanceof library.SqliteError;
