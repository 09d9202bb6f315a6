import { makePrivateFolder } from '../../platform/private-files.ts';
import { deskFile } from './desk-file.ts';
import { deskMigrations } from './migrations/index.ts';
import { openSqlite, openSqliteReader, type OpenOptions, type Sqlite } from './open-sqlite.ts';
import type Database from 'better-sqlite3';
import { join } from 'node:path';

type Statement = Database.Statement<unknown[]>;

/**
 * Makes `db` prepare a statement when it is first used, not when it is declared: a desk declares some 550 statements,
 * and uses some 100 of them before a user can work. Errors in a statement are thrown at its first use.
 */
export function prepareLazily(db: Database.Database): void {
  const prepare = db.prepare.bind(db);
  db.prepare = ((source: string) => new LazyStatement(() => prepare(source))) as typeof db.prepare;
}

class LazyStatement implements Statement {
  #prepare: () => Statement;
  #prepared: Statement | undefined;

  constructor(prepare: () => Statement) {
    this.#prepare = prepare;
  }

  get #statement(): Statement {
    return (this.#prepared ??= this.#prepare());
  }

  /** Applies a modifier now, or once the statement is prepared. */
  #modify(modifier: (statement: Statement) => Statement): this {
    const prepare = this.#prepare;
    if (this.#prepared) modifier(this.#prepared);
    else this.#prepare = () => modifier(prepare());
    return this;
  }

  run(...params: unknown[]) {
    return this.#statement.run(...params);
  }

  get(...params: unknown[]) {
    return this.#statement.get(...params);
  }

  all(...params: unknown[]) {
    return this.#statement.all(...params);
  }

  iterate(...params: unknown[]) {
    return this.#statement.iterate(...params);
  }

  pluck(toggle = true) {
    return this.#modify((statement) => statement.pluck(toggle));
  }

  raw(toggle = true) {
    return this.#modify((statement) => statement.raw(toggle));
  }

  safeIntegers(toggle = true) {
    return this.#modify((statement) => statement.safeIntegers(toggle));
  }

  expand(toggle = true) {
    return this.#modify((statement) => statement.expand(toggle));
  }

  bind(...params: unknown[]) {
    return this.#modify((statement) => statement.bind(...params));
  }

  columns() {
    return this.#statement.columns();
  }

  get database() {
    return this.#statement.database;
  }

  get source() {
    return this.#statement.source;
  }

  get reader() {
    return this.#statement.reader;
  }

  get readonly() {
    return this.#statement.readonly;
  }

  get busy() {
    return this.#statement.busy;
  }
}

/** Opens the database of a data folder for its only writer; creates both unless `mustExist`. Throws as `openSqlite`. */
export function openDesk(folder: string, options: OpenOptions = {}): Sqlite {
  if (!options.mustExist) makePrivateFolder(folder);
  return withLazyStatements(openSqlite(join(folder, deskFile), deskMigrations, options));
}

/** Opens the same database read-only; migrations must have finished. */
export function openDeskReader(folder: string): Sqlite {
  return withLazyStatements(openSqliteReader(join(folder, deskFile), deskMigrations));
}

function withLazyStatements(db: Sqlite): Sqlite {
  prepareLazily(db);
  return db;
}
