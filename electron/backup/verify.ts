import { existsSync } from 'node:fs';
import type { DamagedPart } from '../../shared/outbox/damaged-parts.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { sealedTables, shapeOf, type Sealed } from '../database/seal.ts';
import { erasedRequest, readRequest } from '../outbox/stored-request.ts';
import { damageOfIndex, indexDamages, isOfIndex } from './index-damages.ts';
import { compareJournal, type Compared } from './compare-journal.ts';
import { damageElsewhere, damageOf, type Damage, type DamagedEntry } from './damages.ts';
import { derivedDamages } from './derived-damages.ts';
import { checkSequences } from './check-sequences.ts';
import { shapeDamages } from './check-shape.ts';
import { linesOf } from './read-journal.ts';
import { readRows, type ReadRow } from './read-rows.ts';
import { remembered } from './remembered-damages.ts';

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
export function verifyDatabase(db: Sqlite): Verified {
  try {
    // One snapshot, while the owner keeps writing.
    return db.inTransaction ? look(db) : db.transaction(() => look(db)).deferred();
  } catch (error) {
    return unreadable(messageOf(error));
  }
}

/** The result for a file that cannot even be opened. */
export function unreadable(says: string): Verified {
  const damages = [damageElsewhere('structure', `The database cannot be read (${says}).`)];
  return { whole: false, entries: 0, structure: [says], damaged: [], damages, uncovered: 0 };
}

function look(db: Sqlite): Verified {
  const says = structureOf(db);
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

  function read(name: string, more: readonly string[], take: (row: ReadRow) => void): void {
    const sealed = shape(name);
    if (sealed === null) return;
    const stopped = readRows(db, sealed, more, (row) => {
      if (row.whole === null) uncovered += 1;
      take(row);
    });
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

  read('entry', ['request'], ({ cell, whole }) => {
    const entry = { id: String(cell('id')), key: String(cell('key')), state: cell('state') as State };
    entries.set(String(cell('seq')), entry);
    if (whole === false) damages.push(damageOf(entry, 'entry'));
    const isErased = cell('erased_at') !== null && cell('request') === erasedRequest;
    if (!isErased && !isRequestWhole(cell('request'), cell('request_sha256'))) damages.push(damageOf(entry, 'request'));
  });
  read('attempt', [], ({ cell, whole }) => {
    if (whole === false) ofEntry(cell('entry'), 'try', ` (number ${String(cell('id'))})`);
  });
  read('history', [], ({ cell, whole }) => {
    if (whole === false) ofEntry(cell('entry'), 'step', ` (number ${String(cell('seq'))})`);
  });
  read('need', [], ({ cell, whole }) => {
    if (whole === false) ofEntry(cell('entry'), 'need', '');
  });
  for (const part of ['fact', 'setting'] as const) {
    read(part, [], ({ cell, whole }) => {
      if (whole === false) damages.push(damageElsewhere(part, `The ${part} "${String(cell('name'))}" is damaged.`));
    });
  }
  for (const [table, { part, by, what, todo }] of Object.entries(remembered)) {
    read(table, [], ({ cell, whole }) => {
      const name = by.map((column) => String(cell(column))).join(' ');
      if (whole === false) damages.push(damageElsewhere(part, `${what} "${name}" is damaged.`, null, todo));
    });
  }
  damages.push(...checkSequences(db, new Set(entries.keys())), ...derivedDamages(db));
  const damaged = [...new Set(damages.flatMap(({ id }) => (id === null ? [] : [id])))];
  return { whole: damages.length === 0, entries: entries.size, structure, damaged, damages, uncovered };
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

/** Same, including the search indexes. `working` is called regularly. */
export function verifyWithIndexes(db: Sqlite, working: () => void): Verified {
  // one snapshot here too: later writes are in neither check
  if (!db.inTransaction) return db.transaction(() => verifyWithIndexes(db, working)).deferred();
  const found = verifyDatabase(db);
  const ofIndexes = indexDamages(db, working);
  return { ...found, whole: found.whole && ofIndexes.length === 0, damages: [...found.damages, ...ofIndexes] };
}

/**
 * Same, including the rescue journal; a journal that cannot be compared is reported as damage. `working` is called
 * regularly.
 */
export function verifyFolder(
  db: Sqlite,
  journalFolder: string,
  working = (): void => undefined,
): Verified & { journal: Compared } {
  const found = verifyWithIndexes(db, working);
  try {
    const journal = verifyJournal(db, journalFolder);
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

const missingAct = 'The rescue journal tells something of this entry that the database does not know.';
const restoreWithJournal =
  'Look at the entry. Where it is not there, restore the newest backup with this journal into another folder.';
const brokenLines = (lines: number) =>
  `${lines === 1 ? 'One line' : `${lines} lines`} of the rescue journal cannot be read.`;
const oldJournal = 'Nothing needs to be done while the database is whole. Make a backup now.';

/** Compares the rescue journal with the database: actions the database lacks, and damaged lines. */
export function verifyJournal(db: Sqlite, folder: string): Compared {
  return compareJournal(db, existsSync(folder) ? linesOf(folder) : []);
}
