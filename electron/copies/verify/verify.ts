import type { DamagedPart } from '../../../shared/outbox/damaged-parts.ts';
import type { State } from '../../../shared/outbox/states.ts';
import { erasedRequest, readRequest } from '../../outbox/stored-request.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { matchesSeal, sealText, type SealedTable, sealedTables, sealedTableOf } from '../../storage/database/seal.ts';
import { compareSteps, type JournalComparison, journalLines } from '../journal/read-journal.ts';
import {
  indexDamage,
  findIndexDamages,
  isIndexError,
  otherDamage,
  entryDamage,
  type Damage,
  type DamagedEntry,
  findDerivedDamages,
  findMissingRows,
  findSchemaDamages,
  checkedTables,
  rowsIn,
} from './find-damages.ts';
import { type Steps, runAll, stepsWithin } from './run-steps.ts';
import { existsSync } from 'node:fs';

/** Rows between two yields. */
const rowsPerStep = 5000;

type Cell = string | number | bigint | Buffer | null;
export interface ReadRow {
  cell(name: string): Cell;
  /** null: the row has no seal yet */
  isIntact: boolean | null;
}

/**
 * Passes on every row of a table that can still be read: from the first forward, and if that ends in damage, from the
 * last backward. Yields the fraction read, of `count` rows. Returns what stopped it, or null. Throws nothing.
 */
export function* readRows(
  db: Sqlite,
  sealed: SealedTable,
  extraColumns: readonly string[],
  count: number,
  onRow: (row: ReadRow) => void,
): Steps<string | null> {
  const columns = sealed.columns.map(({ name }) => name);
  const names = [...columns, sealed.hasSeals ? `${sealText('seal')} AS seal` : 'NULL AS seal', ...extraColumns];
  const columnIndexes = new Map([...columns, 'seal', ...extraColumns].map((name, index) => [name, index]));

  let last: Cell[] | null = null;
  let read = 0;
  function* readRowsInOrder(direction: 'ASC' | 'DESC'): Steps<string | null> {
    try {
      const rows = db
        .prepare<[], Cell[]>(
          `SELECT ${names.join(', ')} FROM ${sealed.table} NOT INDEXED ORDER BY ${sealed.key.map((name) => `${name} ${direction}`).join(', ')}`,
        )
        .raw();
      for (const cells of rows.iterate()) {
        if (direction === 'ASC') last = cells;
        else if (last && keyOf(cells) === keyOf(last)) return null;
        onRow({ cell: (name) => cellOf(cells, name), isIntact: isRowIntact(cells) });
        if (++read % rowsPerStep === 0) yield Math.min(1, read / Math.max(1, count));
      }
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  const cellOf = (cells: readonly Cell[], name: string): Cell => cells[columnIndexes.get(name) ?? -1] ?? null;
  const keyOf = (cells: readonly Cell[]) => sealed.key.map((name) => String(cellOf(cells, name))).join(' ');
  const isRowIntact = (cells: readonly Cell[]): boolean | null => {
    const seal = cells[columns.length] ?? null;
    if (seal === null) return null;
    return typeof seal === 'string' && matchesSeal(sealed, cells, seal);
  };
  const failure = yield* readRowsInOrder('ASC');
  if (failure !== null) yield* readRowsInOrder('DESC');
  return failure;
}

export interface Verified {
  whole: boolean;
  entries: number;
  /** errors of SQLite's integrity check */
  structure: string[];
  /** unique ids of entries with any damage */
  damaged: string[];
  /** every single damage, with what to do about it */
  damages: Damage[];
  /** rows without a hash, whose damage would not be found */
  uncovered: number;
}

/**
 * Verifies the whole file: its structure by SQLite's integrity check, and every row that is shown or used for a
 * decision by its hash, which finds damage that SQLite misses. Throws nothing: however damaged the file is, the result
 * reports it.
 */
export const verifyDatabase = (db: Sqlite): Verified => runAll(databaseSteps(db));

/** `verifyDatabase` in pieces. */
export function* databaseSteps(db: Sqlite): Steps<Verified> {
  try {
    return yield* withinSnapshot(db, verifySnapshot(db));
  } catch (error) {
    return unreadableResult(messageOf(error));
  }
}

/** Reads one snapshot, while the owner of the file keeps writing. */
function* withinSnapshot<T>(db: Sqlite, steps: Steps<T>): Steps<T> {
  if (db.inTransaction) return yield* steps;
  db.exec('BEGIN DEFERRED');
  try {
    return yield* steps;
  } finally {
    if (db.inTransaction) db.exec('COMMIT');
  }
}

/** The result for a file that cannot even be opened. */
export function unreadableResult(errorText: string): Verified {
  const damages = [otherDamage('structure', `The database cannot be read (${errorText}).`)];
  return { whole: false, entries: 0, structure: [errorText], damaged: [], damages, uncovered: 0 };
}

/** Progress once the structure of a database is read, and once its rows are: measured on large folders. */
const structurePart = 0.17;
const rowsPart = 0.93;

function* verifySnapshot(db: Sqlite): Steps<Verified> {
  yield 0;
  const errors = readStructureErrors(db);
  yield structurePart;
  const structure = errors.filter((line) => !isIndexError(line));
  const damages = [
    ...structure.map((line) => otherDamage('structure', `SQLite says: ${line}`)),
    ...errors.filter(isIndexError).map((line) => indexDamage(`SQLite says: ${line}`)),
  ];
  damages.push(...findSchemaDamages(db));
  const entries = new Map<string, DamagedEntry>();
  let uncovered = 0;
  const findTable = (name: string): SealedTable | null => {
    try {
      return sealedTableOf(db, name);
    } catch {
      // the call below reports it once
      return null;
    }
  };
  try {
    sealedTables(db);
  } catch (error) {
    damages.push(otherDamage('structure', `The tables cannot be read (${messageOf(error)}).`));
  }

  const counts = new Map(checkedTableNames.map((name) => [name, rowsIn(db, name)]));
  const total = Math.max(
    1,
    [...counts.values()].reduce((sum, rows) => sum + rows, 0),
  );
  let readBefore = 0;
  function* checkTable(name: string, extraColumns: readonly string[], onRow: (row: ReadRow) => void): Steps<void> {
    const sealed = findTable(name);
    if (sealed === null) return;
    const rows = counts.get(name) ?? 0;
    const progressAt = (read: number): number => structurePart + ((rowsPart - structurePart) * read) / total;
    const failure = yield* stepsWithin(
      progressAt(readBefore),
      progressAt(readBefore + rows),
      readRows(db, sealed, extraColumns, rows, (row) => {
        if (row.isIntact === null) uncovered += 1;
        onRow(row);
      }),
    );
    readBefore += rows;
    if (failure !== null) {
      damages.push(otherDamage('unreadable', `Not every row of ${name} can be read (${failure}).`));
    }
  }
  const addEntryDamage = (seq: unknown, part: DamagedPart, detail: string): void => {
    const entry = entries.get(String(seq));
    damages.push(
      entry
        ? entryDamage(entry, part, detail)
        : otherDamage(part, `A row of entry number ${String(seq)}, which cannot be read, is damaged.`),
    );
  };

  yield* checkTable('entry', ['request'], ({ cell, isIntact }) => {
    const entry = { id: String(cell('id')), key: String(cell('key')), state: cell('state') as State };
    entries.set(String(cell('seq')), entry);
    if (isIntact === false) damages.push(entryDamage(entry, 'entry'));
    const isErased = cell('erased_at') !== null && cell('request') === erasedRequest;
    if (!isErased && !isRequestIntact(cell('request'), cell('request_sha256')))
      damages.push(entryDamage(entry, 'request'));
  });
  yield* checkTable('attempt', [], ({ cell, isIntact }) => {
    if (isIntact === false) addEntryDamage(cell('entry'), 'try', ` (number ${String(cell('id'))})`);
  });
  yield* checkTable('history', [], ({ cell, isIntact }) => {
    if (isIntact === false) addEntryDamage(cell('entry'), 'step', ` (number ${String(cell('seq'))})`);
  });
  yield* checkTable('need', [], ({ cell, isIntact }) => {
    if (isIntact === false) addEntryDamage(cell('entry'), 'need', '');
  });
  for (const part of ['fact', 'setting'] as const) {
    yield* checkTable(part, [], ({ cell, isIntact }) => {
      if (isIntact === false) damages.push(otherDamage(part, `The ${part} "${String(cell('name'))}" is damaged.`));
    });
  }
  for (const [table, { part, keyColumns, label, todo }] of Object.entries(checkedTables)) {
    yield* checkTable(table, [], ({ cell, isIntact }) => {
      const name = keyColumns.map((column) => String(cell(column))).join(' ');
      if (isIntact === false) damages.push(otherDamage(part, `${label} "${name}" is damaged.`, null, todo));
    });
  }
  yield rowsPart;
  damages.push(...findMissingRows(db, new Set(entries.keys())), ...findDerivedDamages(db));
  const damaged = [...new Set(damages.flatMap(({ id }) => (id === null ? [] : [id])))];
  return { whole: damages.length === 0, entries: entries.size, structure, damaged, damages, uncovered };
}

/** Tables whose rows are read one by one. */
const checkedTableNames = ['entry', 'attempt', 'history', 'need', 'fact', 'setting', ...Object.keys(checkedTables)];

const harmlessParts: ReadonlySet<DamagedPart> = new Set([
  ...(['entry', 'try', 'step'] as const),
  ...Object.values(checkedTables).map(({ part }) => part),
  ...(['stock', 'index'] as const),
]);

/**
 * Whether a copy is good enough to continue with: nothing that is sent is damaged, and other damage is reported by
 * verifying it there, too.
 */
export function isUsable({ structure, damages }: Verified): boolean {
  return structure.length === 0 && damages.every(({ part }) => harmlessParts.has(part));
}

/** The same, for a copy of which only the rows are used. */
export function hasUsableRows(verified: Verified): boolean {
  return isUsable({ ...verified, damages: verified.damages.filter(({ part }) => part !== 'shape') });
}

function readStructureErrors(db: Sqlite): string[] {
  try {
    return db
      .prepare<[], { integrity_check: string }>('PRAGMA integrity_check(20)')
      .all()
      .map((row) => row.integrity_check)
      .filter((line) => line !== 'ok');
  } catch (error) {
    return [messageOf(error)];
  }
}

function isRequestIntact(text: unknown, hash: unknown): boolean {
  try {
    return typeof text === 'string' && Buffer.isBuffer(hash) && readRequest(text, hash) !== null;
  } catch {
    return false;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Progress after the database is read, if its indexes are read too. */
const databasePart = 0.5;

/** `verifyDatabase` in pieces, including the search indexes. */
export function* indexedSteps(db: Sqlite): Steps<Verified> {
  return yield* withinSnapshot(db, verifyIndexed(db));
}

function* verifyIndexed(db: Sqlite): Steps<Verified> {
  const found = yield* stepsWithin(0, databasePart, databaseSteps(db));
  const indexDamages = yield* stepsWithin(databasePart, 1, findIndexDamages(db));
  return { ...found, whole: found.whole && indexDamages.length === 0, damages: [...found.damages, ...indexDamages] };
}

/** Progress on a folder when only the journal is left. */
const journalStart = 0.88;

/**
 * `verifyFolder` in pieces: includes the search indexes and the rescue journal. A journal that cannot be compared is
 * reported as damage.
 */
export function* folderSteps(db: Sqlite, journalFolder: string): Steps<Verified & { journal: JournalComparison }> {
  const found = yield* stepsWithin(0, journalStart, indexedSteps(db));
  try {
    const journal = yield* stepsWithin(journalStart, 1, journalSteps(db, journalFolder));
    const missingDamages = journal.missing.map((id) => ({
      ...otherDamage('missing', missingActionMessage, null, missingActionTodo),
      id,
    }));
    const lineDamages =
      journal.damagedLines > 0
        ? [otherDamage('journal', brokenLinesMessage(journal.damagedLines), null, brokenLinesTodo)]
        : [];
    const damages = [...found.damages, ...missingDamages, ...lineDamages];
    return { ...found, whole: found.whole && missingDamages.length === 0, damages, journal };
  } catch (error) {
    const damage = otherDamage('journal', `The journal cannot be compared (${messageOf(error)}).`);
    const journal = { lines: 0, missing: [], damagedLines: 0 };
    return { ...found, whole: false, damages: [...found.damages, damage], journal };
  }
}

/** `folderSteps` without yielding. */
export const verifyFolder = (db: Sqlite, journalFolder: string): Verified & { journal: JournalComparison } =>
  runAll(folderSteps(db, journalFolder));

const missingActionMessage = 'The rescue journal tells something of this entry that the database does not know.';
const missingActionTodo =
  'Look at the entry. Where it is not there, restore the newest backup with this journal into another folder.';
const brokenLinesMessage = (lines: number) =>
  `${lines === 1 ? 'One line' : `${lines} lines`} of the rescue journal cannot be read.`;
const brokenLinesTodo = 'Nothing needs to be done while the database is whole. Make a backup now.';

/** Compares the rescue journal with the database: actions the database lacks, and damaged lines. */
export const verifyJournal = (db: Sqlite, folder: string): JournalComparison => runAll(journalSteps(db, folder));

const journalSteps = (db: Sqlite, folder: string): Steps<JournalComparison> =>
  compareSteps(db, existsSync(folder) ? journalLines(folder) : []);
