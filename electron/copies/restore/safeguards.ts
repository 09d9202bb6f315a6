import { guardFact, oldSharedOperatorsMemory, sharedOperatorsFact } from '../../operators/operators.ts';
import { writePrivateFile } from '../../platform/private-files.ts';
import { factStore } from '../../storage/database/facts.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { createRowCheck } from '../../storage/database/seal.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const operatorColumns = ['name', 'code', 'badge', 'pin', 'rights'] as const;
const operatorSchema = z.object({
  name: z.string(),
  code: z.string(),
  badge: z.string(),
  pin: z.string().nullable().default(null),
  rights: z.string().default(''),
});
type OperatorRow = z.infer<typeof operatorSchema>;

const safeguardsSchema = z.object({
  operators: z.array(operatorSchema),
  /** JSON of the operator names that practice and live share, as stored in the facts of the folder */
  shared: z.string().nullable(),
  /** guard that their rights belong to */
  guard: z.string().nullable().default(null),
  /** JSON of each stored setting */
  settings: z.record(z.string(), z.string()),
  /** personal data of entries settled before that moment was erased (ms); 0: never */
  erasedBefore: z.number(),
});

/**
 * What going back to a backup must not lose: operators with their rights and PINs, settings (including retention), and
 * how far personal data was erased.
 */
export type Safeguards = z.infer<typeof safeguardsSchema>;

/** Fact: moment (ms) before which retention has erased what was settled. */
export const erasedBeforeFact = 'retention-erased-before';
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Throws if the file cannot be read, or one of these rows is damaged. */
export function readSafeguards(db: Sqlite): Safeguards {
  const shared =
    readIntactRows(db, 'fact', `WHERE name = '${sharedOperatorsFact}'`)[0]?.['value'] ??
    readIntactRows(db, 'memory', `WHERE name = '${oldSharedOperatorsMemory}'`)[0]?.['value'] ??
    null;
  const settings = readIntactRows(db, 'setting').map(({ name, value }) => [String(name), String(value)] as const);
  const recorded = db.prepare<[string], string>('SELECT value FROM fact WHERE name = ?').pluck().get(erasedBeforeFact);
  return safeguardsSchema.parse({
    operators: readIntactRows(db, 'operator', 'ORDER BY name'),
    shared,
    guard: textOrNull(readIntactRows(db, 'fact', `WHERE name = '${guardFact}'`)[0]?.['value']),
    settings: Object.fromEntries(settings),
    erasedBefore: recorded === undefined ? deriveErasedBefore(db) : Number(recorded),
  });
}

/**
 * Derives the moment for files whose program erased entries without recording it. Reads all entries, so
 * `maintainSafeguardsCopy` stores the result once for each file.
 */
function deriveErasedBefore(db: Sqlite): number {
  const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('entry')").pluck().all();
  if (!columns.includes('erased_at')) return 0;
  const last = db.prepare<[], number | null>('SELECT max(settled_at) FROM entry WHERE erased_at IS NOT NULL').pluck();
  return (last.get() ?? -1) + 1;
}

function readIntactRows(db: Sqlite, table: string, clauses = ''): Record<string, unknown>[] {
  const { isIntact } = createRowCheck(db, table);
  const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} ${clauses}`).all();
  if (!rows.every((row) => isIntact(row))) throw new Error(`A row of ${table} is damaged.`);
  return rows;
}

/** What a restored file has that differs from its backup. */
export interface SafeguardChanges {
  /** number of operators added, changed or removed */
  operators: number;
  /** names of changed settings */
  settings: string[];
}

/** Replaces the safeguards of a restored file, which are its backup's. Returns the differences. */
export function replaceSafeguards(db: Sqlite, { operators, shared, guard, settings }: Safeguards): SafeguardChanges {
  const previous = readSafeguards(db);
  const serializeRow = (row: OperatorRow): string => JSON.stringify(operatorColumns.map((column) => row[column]));
  const [oldRows, newRows] = [previous.operators, operators].map(
    (rows) => new Map(rows.map((row) => [row.name, serializeRow(row)])),
  );
  const names = new Set([...(oldRows?.keys() ?? []), ...(newRows?.keys() ?? [])]);
  const insertOperator = db.prepare<[string, string, string, string | null, string]>(
    `INSERT INTO operator (${operatorColumns.join(', ')}) VALUES (?, ?, ?, ?, ?)`,
  );
  const insertSetting = db.prepare<[string, string]>('INSERT INTO setting (name, value) VALUES (?, ?)');
  db.transaction(() => {
    db.exec('DELETE FROM operator; DELETE FROM setting');
    for (const { name, code, badge, pin, rights } of operators) insertOperator.run(name, code, badge, pin, rights);
    for (const [name, value] of Object.entries(settings)) insertSetting.run(name, value);
    db.prepare('DELETE FROM memory WHERE name = ?').run(oldSharedOperatorsMemory);
    const facts = factStore(db);
    for (const [name, value] of [
      [sharedOperatorsFact, shared],
      [guardFact, guard],
    ] as const)
      if (value === null) facts.remove(name);
      else facts.set(name, value);
  })();
  const settingNames = new Set([...Object.keys(previous.settings), ...Object.keys(settings)]);
  return {
    operators: [...names].filter((name) => oldRows?.get(name) !== newRows?.get(name)).length,
    settings: [...settingNames].filter((name) => previous.settings[name] !== settings[name]).toSorted(),
  };
}

/** Path of the copy beside the database, used if the database is damaged. */
const copyPath = (folder: string): string => join(folder, 'safeguards.json');

function readCopyText(folder: string): string {
  try {
    return readFileSync(copyPath(folder), 'utf8');
  } catch {
    return '';
  }
}

/** Returns null if there is no readable copy. */
export function readSafeguardsCopy(folder: string): Safeguards | null {
  try {
    return safeguardsSchema.parse(JSON.parse(readCopyText(folder)));
  } catch {
    return null;
  }
}

/** Delay before changes are written (ms), so that simultaneous changes are written once. */
const writeDelayMs = 250;

/**
 * Maintains a copy of the safeguards of an open desk beside its database, updated soon after each change. A failed
 * write is retried with the next change, or when the desk closes.
 */
export function maintainSafeguardsCopy(db: Sqlite, folder: string, after: (ms: number, run: () => void) => () => void) {
  let savedText = readCopyText(folder);
  let cancel: (() => void) | null = null;

  function write(): void {
    cancel = null;
    // uncommitted changes may be rolled back
    if (db.inTransaction) return scheduleWrite();
    try {
      const facts = factStore(db);
      if (facts.get(erasedBeforeFact) === null) facts.set(erasedBeforeFact, String(deriveErasedBefore(db)));
      const text = JSON.stringify(readSafeguards(db));
      if (text === savedText) return;
      writePrivateFile(copyPath(folder), text);
      savedText = text;
    } catch {
      // a row is damaged: the copy still has its old value
    }
  }
  function scheduleWrite(): void {
    cancel ??= after(writeDelayMs, write);
  }

  db.function('safeguards_changed', () => (scheduleWrite(), null));
  const watchTable = (table: string, event: string, when = ''): void =>
    void db.exec(
      `CREATE TEMP TRIGGER safeguards_${table}_${event} AFTER ${event} ON main.${table} ${when}
       BEGIN SELECT safeguards_changed(); END`,
    );
  for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
    watchTable('operator', event);
    watchTable('setting', event);
    const row = event === 'DELETE' ? 'OLD' : 'NEW';
    watchTable('fact', event, `WHEN ${row}.name IN ('${sharedOperatorsFact}', '${guardFact}', '${erasedBeforeFact}')`);
  }
  write();
  return {
    close(): void {
      cancel?.();
      write();
      cancel?.();
    },
  };
}
