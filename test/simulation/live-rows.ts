import type { Statement } from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deskMigrations } from '../../electron/database/migrations/index.ts';
import { deskFile } from '../../electron/database/desk-file.ts';
import { openSqliteReader, type Sqlite } from '../../electron/database/open-sqlite.ts';

/** Looks into the live folder of a PC while its desk works on it. */
export class LiveRows {
  #db: Sqlite | null = null;
  readonly #statements = new Map<string, Statement>();

  get isOpen(): boolean {
    return this.#db !== null;
  }

  /** Closed first, where it is open; a folder without a file stays closed. */
  open(folder: string): void {
    this.close();
    const path = join(folder, deskFile);
    this.#db = existsSync(path) ? openSqliteReader(path, deskMigrations) : null;
  }

  close(): void {
    this.leave()();
  }

  /** Nothing more is read; what is answered closes the file, which a killed program holds until the end of the story. */
  leave(): () => void {
    const db = this.#db;
    this.#db = null;
    this.#statements.clear();
    return () => void db?.close();
  }

  /** Rows as they are on disk now; none where it is closed. */
  all<T>(sql: string, ...given: unknown[]): T[] {
    if (!this.#db) return [];
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement.all(...given) as T[];
  }
}
