import * as entryChange from '../../electron/outbox/entry-change.ts';
import { changingColumns, type StoredEntry } from '../../electron/outbox/entry-row.ts';
import type { Change } from '../../electron/outbox/entry.ts';
import { entryEvents, states, transitions } from '../../shared/outbox/states.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Writers of a column: what gives it a value, what sets it to null or zero, and the files that do so in SQL. */
export interface Writers {
  set: string[];
  cleared: string[];
  inSql: string[];
}

const testReason = { said: 'a test' };
const [now, hash, otherHash] = [1000, Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

const emptyRow: StoredEntry = {
  ...{ seq: 1, id: 'e1', endpoint: 2, key_kind: 'PackageId', key: 'A1', captured_at: 1, request_sha256: hash },
  ...{ state: 'draft', tries: 0, accepted_at: null, settled_at: null, held_by: null, wait_set_at: null },
  ...{ wait_for: null, maybe_taken: 0, asks: null, absences: 0, lost_at_running: null, reads: 0, reason_code: null },
  ...{ reason_text: null, reason_field: null, tracking_number: null, tracking_final: null, shipping_provider: null },
  ...{
    svc_id: null,
    replaces: null,
    replaced_by: null,
    to_cancel: 0,
    reached_sha256: null,
    maybe_twice: 0,
    said: null,
  },
};
/** Every cell that a change can set differs from that of `emptyRow`. */
const fullRow: StoredEntry = {
  ...{ ...emptyRow, tries: 3, accepted_at: 5, settled_at: 6, held_by: 7, wait_set_at: 8, wait_for: 9, maybe_taken: 1 },
  ...{ asks: 'may-be-there', absences: 2, lost_at_running: 10, reads: 4, reason_code: 'R', reason_text: 'text' },
  ...{ reason_field: 'Weight', tracking_number: 'T0', tracking_final: 1, shipping_provider: 'P0', svc_id: 'S0' },
  ...{ replaced_by: 'e3', to_cancel: 1, reached_sha256: otherHash, maybe_twice: 1, said: 'noted' },
};
const rows = states.flatMap((state) => [
  { ...emptyRow, state },
  { ...fullRow, state },
  { ...fullRow, state, settled_at: null },
]);

const wait = { setAt: 11, forMs: 12 };
const reason = { code: 'E', text: 'no', field: 'Sku' };
const outcome = {
  ...{ TrackingNumber: 'T1', IsFinalTrackingNumber: true, ShippingProvider: 'P1', SvcId: 'S1', record: null },
};
const noOutcome = {
  ...{ TrackingNumber: null, IsFinalTrackingNumber: null, ShippingProvider: null, SvcId: null, record: null },
};
/** The fields of a change, each with a value and without one. */
const changeParts: Partial<Change>[] = [
  ...[{ maybeTaken: true }, { maybeTaken: false }, { maybeTwice: true as const }, { said: 'ok' }, { said: null }],
  ...[{ asks: 'another-record' as const }, { asks: null }, { absences: 5 }, { absences: 0 }],
  ...[{ lostAtRunningMs: 20 }, { lostAtRunningMs: null }, { reads: 9 }, { reads: 0 }],
  ...[{ reason }, { reason: null }, { outcome }, { outcome: noOutcome }, { costsNoTry: true }],
];

type Call = (row: StoredEntry) => StoredEntry;
/**
 * The functions of the module that return a row or a change, each with every kind of argument. The page on states uses
 * these names.
 */
export const rowFunctions: Record<string, readonly Call[]> = {
  withWait: [(row) => entryChange.withWait(row, wait), (row) => entryChange.withWait(row, null)],
  withReason: [(row) => entryChange.withReason(row, reason), (row) => entryChange.withReason(row, null)],
  withQuestion: [(row) => entryChange.withQuestion(row, 'damaged'), (row) => entryChange.withQuestion(row, null)],
  withHolder: [(row) => entryChange.withHolder(row, 1), (row) => entryChange.withHolder(row, null)],
  withToCancel: [(row) => entryChange.withToCancel(row, true), (row) => entryChange.withToCancel(row, false)],
  withReplacement: [
    (row) => entryChange.withReplacement(row, 'e9', true),
    (row) => entryChange.withReplacement(row, 'e9', false),
  ],
  withReached: [(row) => entryChange.withReached(row, hash), (row) => entryChange.withReached(row, null)],
  withContent: [(row) => entryChange.withContent(row, { kind: 'Sku', value: 'A9' }, otherHash)],
  withNumberOnPaper: [(row) => entryChange.withNumberOnPaper(row, 'T9')],
  asTaken: [entryChange.asTaken],
  asNotTaken: [entryChange.asNotTaken],
  asRefusedBy: [(row) => entryChange.asRefusedBy(row, 'no')],
  asUnsent: [entryChange.asUnsent],
  asCorrected: [(row) => entryChange.asCorrected(row, { isSame: false, hasOtherKey: true })],
  asPossiblySent: [entryChange.asPossiblySent],
  asPossiblyDraft: [entryChange.asPossiblyDraft],
  asReplayed: states.map(
    (to): Call =>
      (row) =>
        entryChange.asReplayed(row, to, { at: 3, now, text: 'no' }),
  ),
  asErased: [
    (row) => entryChange.asErased(row, { ...fullRow, settled_at: 2 }),
    (row) => entryChange.asErased(row, emptyRow),
  ],
};

const changeOf = (row: StoredEntry, part: Partial<Change>): Change => ({
  wait: row.wait_set_at === null ? null : { setAt: row.wait_set_at, forMs: row.wait_for ?? 0 },
  ...part,
  ...{ events: [], why: null },
});

/** Calls `report` with the new cell for each column that something changes. */
function findChanges(report: (column: string, writer: string, newCell: unknown) => void): void {
  const compare = (before: StoredEntry, after: StoredEntry, writer: string): void => {
    for (const column of changingColumns) if (before[column] !== after[column]) report(column, writer, after[column]);
  };
  for (const row of rows) {
    for (const event of entryEvents) {
      const to = transitions[row.state][event];
      if (to === null) continue;
      const after = entryChange.applyTransition(row, event, testReason, now).row;
      compare(row, after, `entering \`${to}\``);
    }
    for (const part of changeParts)
      compare(
        row,
        entryChange.applyChange(row, changeOf(row, part), now).row,
        `\`Change.${Object.keys(part).join()}\``,
      );
    for (const waitValue of [wait, null])
      compare(row, entryChange.applyChange(row, { events: [], why: null, wait: waitValue }, now).row, '`Change.wait`');
    for (const [name, cases] of Object.entries(rowFunctions))
      for (const rowFunction of cases) compare(row, rowFunction(row), `\`${name}\``);
    if (row.state !== 'sending') continue;
    // Compares an acceptance with its transition alone.
    const accepted = { ...changeOf(row, {}), events: ['accepted'], why: testReason } as Change;
    const [transitionOnly, after] = [
      entryChange.applyTransition(row, 'accepted', testReason, now).row,
      entryChange.applyChange(row, accepted, now).row,
    ];
    compare(transitionOnly, after, '`Change.events`');
  }
}

/** Columns that SQL statements set, each with the file of the statement. */
function columnsSetInSql(root: string): [column: string, file: string][] {
  const files = globSync('electron/**/*.ts', { cwd: root }).filter((path) => !path.includes('migrations'));
  return files
    .toSorted()
    .flatMap((path) =>
      Array.from(
        readFileSync(join(root, path), 'utf8').matchAll(/UPDATE (?:OR IGNORE )?entry SET ([^`]*?)\s+WHERE/g),
        ([, assignments = '']) => Array.from(assignments.matchAll(/(?:^|,)\s*(\w+)\s*=/g), ([, column = '']) => column),
      ).flatMap((columns) =>
        columns.map((column): [string, string] => [column, `\`${path.replace('electron/', '')}\``]),
      ),
    );
}

/** Finds places in the code that spread a row and set cells of the copy, as `file: column`. */
export function columnsSetInCopies(path: string, text: string): string[] {
  const places: string[] = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const columns: readonly string[] = changingColumns;
  function visit(node: ts.Node): void {
    if (ts.isObjectLiteralExpression(node) && node.properties.some(ts.isSpreadAssignment))
      for (const { name } of node.properties)
        if (name && ts.isIdentifier(name) && columns.includes(name.text) && name.text !== 'state')
          places.push(`${path}: ${name.text}`);
    ts.forEachChild(node, visit);
  }
  visit(file);
  return places;
}

/** Returns the writers of each column of an entry. */
export function writersByColumn(root: string): Map<string, Writers> {
  const writers = new Map<string, Writers>();
  const writersOf = (column: string): Writers => {
    const columnWriters = writers.get(column) ?? { set: [], cleared: [], inSql: [] };
    writers.set(column, columnWriters);
    return columnWriters;
  };
  const add = (list: string[], writer: string): void => {
    if (!list.includes(writer)) list.push(writer);
  };
  findChanges((column, writer, newCell) => {
    // A wait of zero ends at once but remains a wait.
    const isCleared = newCell === null || (newCell === 0 && column !== 'wait_for');
    add(isCleared ? writersOf(column).cleared : writersOf(column).set, writer);
  });
  for (const [column, file] of columnsSetInSql(root)) add(writersOf(column).inSql, file);
  for (const { set, cleared } of writers.values()) for (const list of [set, cleared]) list.sort();
  return writers;
}
