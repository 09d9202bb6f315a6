import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqliteReader, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import type { Statement } from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the live folder of a PC while its desk works on it. */
export class LiveRows {
  #db: Sqlite | null = null;
  readonly #statements = new Map<string, Statement>();

  get isOpen(): boolean {
    return this.#db !== null;
  }

  /** Closes an open folder first; a folder without a database stays closed. */
  open(folder: string): void {
    this.close();
    const path = join(folder, deskFile);
    this.#db = existsSync(path) ? openSqliteReader(path, deskMigrations) : null;
  }

  close(): void {
    this.leave()();
  }

  /**
   * Stops reading and returns a function that closes the file; a killed program holds it until the end of the story.
   */
  leave(): () => void {
    const db = this.#db;
    this.#db = null;
    this.#statements.clear();
    return () => void db?.close();
  }

  /** Rows as they are on disk now; none if no folder is open. */
  all<T>(sql: string, ...given: unknown[]): T[] {
    if (!this.#db) return [];
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement.all(...given) as T[];
  }
}
