import { createRequire } from 'node:module';
import type Database from 'better-sqlite3';

type Library = typeof Database;
let library: Library | undefined;

/**
 * The library, loaded as the first file is opened: an import would stand before everything else that a thread loads, and the program that
 * shows the window has no file to open before that is made. As CommonJS it is required, since an import of it is read twice.
 */
export const sqliteLibrary = (): Library => (library ??= createRequire(import.meta.url)('better-sqlite3') as Library);

/** Whether SQLite says so. */
export const isSqliteError = (error: unknown): error is InstanceType<Library['SqliteError']> =>
  library !== undefined && error instanceof library.SqliteError;
