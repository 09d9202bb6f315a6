import { existsSync } from 'node:fs';
import type { DamagedPart } from '../../shared/outbox/damaged-parts.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { sealedTables, shapeOf, type Sealed } from '../database/seal.ts';
import { erasedRequest, readRequest } from '../outbox/stored-request.ts';
import { damageOfIndex, indexDamages, isOfIndex } from './index-damages.ts';
import { compareSteps, type Compared } from './compare-journal.ts';
import { damageElsewhere, damageOf, type Damage, type DamagedEntry } from './damages.ts';
import { derivedDamages } from './derived-damages.ts';
import { checkSequences } from './check-sequences.ts';
import { shapeDamages } from './check-shape.ts';
import { linesOf } from './read-journal.ts';
import { readRows, type ReadRow } from './read-rows.ts';
import { remembered } from './remembered-damages.ts';
import { runAll, stepsWithin, type Steps } from './steps.ts';

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
    return yield* atOneMoment(db, look(db));
  } catch (error) {
    return unreadable(messageOf(error));
  }
}

/** Reads one snapshot, while the owner of the file keeps writing. */
function* atOneMoment<T>(db: Sqlite, steps: Steps<T>): Steps<T> {
  if (db.inTransaction) return yield* steps;
  db.exec('BEGIN DEFERRED');
  try {
    return yield* steps;
  } finally {
    if (db.inTransaction) db.exec('COMMIT');
  }
}

/** The result for a file that cannot even be opened. */
export function unreadable(says: string): Verified {
  const damages = [damageElsewhere('structure', `The database cannot be read (${says}).`)];
  return { whole: false, entries: 0, structure: [says], damaged: [], damages, uncovered: 0 };
}

/** Progress after the structure of a database is read, and after its rows: measured on large folders. */
const structureRead = 0.17;
const rowsRead = 0.93;

function* look(db: Sqlite): Steps<Verified> {
  yield 0;
  const says = structureOf(db);
  yield structureRead;
  const structure = says.filter((line) => !isOfIndex(line));
  const damages = [
    ...structure.map((line) => damageElsewhere('structure', `SQLite says: ${line}`)),
    ...says.filter(isOfIndex).map((line) => damageOfIndex(`SQLite says: ${line}`)),
  ];
  damages.push(...shapeDamages(db));
  const entries = new Map<string, DamagedEntry>();
  let uncovered = 0;
  const shape = (name: string): Sealed | null => {
    try {
      return shapeOf(db, name);
    } catch {
      // reported once, below
      return null;
    }
  };
  try {
    sealedTables(db);
  } catch (error) {
    damages.push(damageElsewhere('structure', `The tables cannot be read (${messageOf(error)}).`));
  }

  const counts = new Map(tablesRead.map((name) => [name, rowsIn(db, name)]));
  const total = Math.max(
    1,
    [...counts.values()].reduce((sum, rows) => sum + rows, 0),
  );
  let readBefore = 0;
  function* read(name: string, more: readonly string[], take: (row: ReadRow) => void): Steps<void> {
    const sealed = shape(name);
    if (sealed === null) return;
    const rows = counts.get(name) ?? 0;
    const partAt = (read: number): number => structureRead + ((rowsRead - structureRead) * read) / total;
    const stopped = yield* stepsWithin(
      partAt(readBefore),
      partAt(readBefore + rows),
      readRows(db, sealed, more, rows, (row) => {
        if (row.whole === null) uncovered += 1;
        take(row);
      }),
    );
    readBefore += rows;
    if (stopped !== null) {
      damages.push(damageElsewhere('unreadable', `Not every row of ${name} can be read (${stopped}).`));
    }
  }
  const ofEntry = (seq: unknown, part: DamagedPart, of: string): void => {
    const entry = entries.get(String(seq));
    damages.push(
      entry
        ? damageOf(entry, part, of)
        : damageElsewhere(part, `A row of entry number ${String(seq)}, which cannot be read, is damaged.`),
    );
  };

  yield* read('entry', ['request'], ({ cell, whole }) => {
    const entry = { id: String(cell('id')), key: String(cell('key')), state: cell('state') as State };
    entries.set(String(cell('seq')), entry);
    if (whole === false) damages.push(damageOf(entry, 'entry'));
    const isErased = cell('erased_at') !== null && cell('request') === erasedRequest;
    if (!isErased && !isRequestWhole(cell('request'), cell('request_sha256'))) damages.push(damageOf(entry, 'request'));
  });
  yield* read('attempt', [], ({ cell, whole }) => {
    if (whole === false) ofEntry(cell('entry'), 'try', ` (number ${String(cell('id'))})`);
  });
  yield* read('history', [], ({ cell, whole }) => {
    if (whole === false) ofEntry(cell('entry'), 'step', ` (number ${String(cell('seq'))})`);
  });
  yield* read('need', [], ({ cell, whole }) => {
    if (whole === false) ofEntry(cell('entry'), 'need', '');
  });
  for (const part of ['fact', 'setting'] as const) {
    yield* read(part, [], ({ cell, whole }) => {
      if (whole === false) damages.push(damageElsewhere(part, `The ${part} "${String(cell('name'))}" is damaged.`));
    });
  }
  for (const [table, { part, by, what, todo }] of Object.entries(remembered)) {
    yield* read(table, [], ({ cell, whole }) => {
      const name = by.map((column) => String(cell(column))).join(' ');
      if (whole === false) damages.push(damageElsewhere(part, `${what} "${name}" is damaged.`, null, todo));
    });
  }
  yield rowsRead;
  damages.push(...checkSequences(db, new Set(entries.keys())), ...derivedDamages(db));
  const damaged = [...new Set(damages.flatMap(({ id }) => (id === null ? [] : [id])))];
  return { whole: damages.length === 0, entries: entries.size, structure, damaged, damages, uncovered };
}

/** Tables whose rows are read one by one. */
const tablesRead = ['entry', 'attempt', 'history', 'need', 'fact', 'setting', ...Object.keys(remembered)];

/** Number of rows of a table; 0 if an older file lacks it, or if damage hides them, which reading them reports. */
function rowsIn(db: Sqlite, table: string): number {
  try {
    return db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0;
  } catch {
    return 0;
  }
}

const harmless: ReadonlySet<DamagedPart> = new Set([
  ...(['entry', 'try', 'step'] as const),
  ...Object.values(remembered).map(({ part }) => part),
  ...(['stock', 'index'] as const),
]);

/**
 * Whether a copy is good enough to continue with: nothing that is sent is damaged, and other damage is reported by
 * verifying it there, too.
 */
export function isUsable({ structure, damages }: Verified): boolean {
  return structure.length === 0 && damages.every(({ part }) => harmless.has(part));
}

/** Same, for a copy of which only rows are taken. */
export function isUsableByRows(found: Verified): boolean {
  return isUsable({ ...found, damages: found.damages.filter(({ part }) => part !== 'shape') });
}

function structureOf(db: Sqlite): string[] {
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

function isRequestWhole(text: unknown, hash: unknown): boolean {
  try {
    return typeof text === 'string' && Buffer.isBuffer(hash) && readRequest(text, hash) !== null;
  } catch {
    return false;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Progress after the database is read, if its indexes are read too. */
const databaseRead = 0.5;

/** Same in pieces, including the search indexes. */
export function* indexedSteps(db: Sqlite): Steps<Verified> {
  return yield* atOneMoment(db, lookIndexed(db));
}

function* lookIndexed(db: Sqlite): Steps<Verified> {
  const found = yield* stepsWithin(0, databaseRead, databaseSteps(db));
  const ofIndexes = yield* stepsWithin(databaseRead, 1, indexDamages(db));
  return { ...found, whole: found.whole && ofIndexes.length === 0, damages: [...found.damages, ...ofIndexes] };
}

/** Progress on a folder when only the journal is left. */
const journalLeft = 0.88;

/**
 * Same in pieces, including the rescue journal; a journal that cannot be compared is reported as damage.
 */
export function* folderSteps(db: Sqlite, journalFolder: string): Steps<Verified & { journal: Compared }> {
  const found = yield* stepsWithin(0, journalLeft, indexedSteps(db));
  try {
    const journal = yield* stepsWithin(journalLeft, 1, journalSteps(db, journalFolder));
    const lost = journal.missing.map((id) => ({
      ...damageElsewhere('missing', missingAct, null, restoreWithJournal),
      id,
    }));
    const broken =
      journal.damagedLines > 0 ? [damageElsewhere('journal', brokenLines(journal.damagedLines), null, oldJournal)] : [];
    const damages = [...found.damages, ...lost, ...broken];
    return { ...found, whole: found.whole && lost.length === 0, damages, journal };
  } catch (error) {
    const damage = damageElsewhere('journal', `The journal cannot be compared (${messageOf(error)}).`);
    const journal = { lines: 0, missing: [], damagedLines: 0 };
    return { ...found, whole: false, damages: [...found.damages, damage], journal };
  }
}

/** `folderSteps` without a rest. */
export const verifyFolder = (db: Sqlite, journalFolder: string): Verified & { journal: Compared } =>
  runAll(folderSteps(db, journalFolder));

const missingAct = 'The rescue journal tells something of this entry that the database does not know.';
const restoreWithJournal =
  'Look at the entry. Where it is not there, restore the newest backup with this journal into another folder.';
const brokenLines = (lines: number) =>
  `${lines === 1 ? 'One line' : `${lines} lines`} of the rescue journal cannot be read.`;
const oldJournal = 'Nothing needs to be done while the database is whole. Make a backup now.';

/** Compares the rescue journal with the database: actions the database lacks, and damaged lines. */
export const verifyJournal = (db: Sqlite, folder: string): Compared => runAll(journalSteps(db, folder));

const journalSteps = (db: Sqlite, folder: string): Steps<Compared> =>
  compareSteps(db, existsSync(folder) ? linesOf(folder) : []);
