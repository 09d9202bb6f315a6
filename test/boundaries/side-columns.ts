import * as entryChange from '../../electron/outbox/entry-change.ts';
import { changingColumns, type StoredEntry } from '../../electron/outbox/entry-row.ts';
import type { Change } from '../../electron/outbox/entry.ts';
import { entryEvents, states, transitions } from '../../shared/outbox/states.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Who changes a column: what gives it a value, what sets it to null or zero, and the files that do so in SQL. */
export interface Writers {
  set: string[];
  cleared: string[];
  inSql: string[];
}

const because = { said: 'a test' };
const [now, hash, other] = [1000, Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

const bare: StoredEntry = {
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
/** Every cell differs from the one of the bare row. */
const full: StoredEntry = {
  ...{ ...bare, tries: 3, accepted_at: 5, settled_at: 6, held_by: 7, wait_set_at: 8, wait_for: 9, maybe_taken: 1 },
  ...{ asks: 'may-be-there', absences: 2, lost_at_running: 10, reads: 4, reason_code: 'R', reason_text: 'text' },
  ...{ reason_field: 'Weight', tracking_number: 'T0', tracking_final: 1, shipping_provider: 'P0', svc_id: 'S0' },
  ...{ replaced_by: 'e3', to_cancel: 1, reached_sha256: other, maybe_twice: 1, said: 'noted' },
};
const rows = states.flatMap((state) => [
  { ...bare, state },
  { ...full, state },
  { ...full, state, settled_at: null },
]);

const wait = { setAt: 11, forMs: 12 };
const reason = { code: 'E', text: 'no', field: 'Sku' };
const outcome = {
  ...{ TrackingNumber: 'T1', IsFinalTrackingNumber: true, ShippingProvider: 'P1', SvcId: 'S1', record: null },
};
const noOutcome = {
  ...{ TrackingNumber: null, IsFinalTrackingNumber: null, ShippingProvider: null, SvcId: null, record: null },
};
/** Each part of a change, with a value and without one. */
const parts: Partial<Change>[] = [
  ...[{ maybeTaken: true }, { maybeTaken: false }, { maybeTwice: true as const }, { said: 'ok' }, { said: null }],
  ...[{ asks: 'another-record' as const }, { asks: null }, { absences: 5 }, { absences: 0 }],
  ...[{ lostAtRunningMs: 20 }, { lostAtRunningMs: null }, { reads: 9 }, { reads: 0 }],
  ...[{ reason }, { reason: null }, { outcome }, { outcome: noOutcome }, { costsNoTry: true }],
];

type Call = (row: StoredEntry) => StoredEntry;
/** Each function of the module that returns a row or a change, with each kind of argument. */
export const calls: Record<string, readonly Call[]> = {
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
  withContent: [(row) => entryChange.withContent(row, { kind: 'Sku', value: 'A9' }, other)],
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
  asErased: [(row) => entryChange.asErased(row, { ...full, settled_at: 2 }), (row) => entryChange.asErased(row, bare)],
};

const changeOf = (row: StoredEntry, part: Partial<Change>): Change =>
  ({
    wait: row.wait_set_at === null ? null : { setAt: row.wait_set_at, forMs: row.wait_for ?? 0 },
    ...part,
    ...{ events: [], why: null },
  });

/** Calls `found` for each column that something changes, with its new cell. */
function findChanges(found: (column: string, by: string, cell: unknown) => void): void {
  const compare = (before: StoredEntry, after: StoredEntry, by: string): void => {
    for (const column of changingColumns) if (before[column] !== after[column]) found(column, by, after[column]);
  };
  for (const row of rows) {
    for (const event of entryEvents) {
      const to = transitions[row.state][event];
      if (to === null) continue;
      const after = entryChange.transition(row, event, because, now).row;
      compare(row, after, `entering \`${to}\``);
    }
    for (const part of parts)
      compare(
        row,
        entryChange.applyChange(row, changeOf(row, part), now).row,
        `\`Change.${Object.keys(part).join()}\``,
      );
    for (const one of [wait, null])
      compare(row, entryChange.applyChange(row, { events: [], why: null, wait: one }, now).row, '`Change.wait`');
    for (const [name, some] of Object.entries(calls)) for (const call of some) compare(row, call(row), `\`${name}\``);
    if (row.state !== 'sending') continue;
    // what an acceptance adds to its transition
    const accepted = { ...changeOf(row, {}), events: ['accepted'], why: because } as Change;
    const [alone, after] = [
      entryChange.transition(row, 'accepted', because, now).row,
      entryChange.applyChange(row, accepted, now).row,
    ];
    compare(alone, after, '`Change.events`');
  }
}

/** Columns that a statement of a file sets, by file. */
function writtenInSql(root: string): [column: string, file: string][] {
  const files = globSync('electron/**/*.ts', { cwd: root }).filter((path) => !path.includes('migrations'));
  return files
    .toSorted()
    .flatMap((path) =>
      Array.from(
        readFileSync(join(root, path), 'utf8').matchAll(/UPDATE (?:OR IGNORE )?entry SET ([^`]*?)\s+WHERE/g),
        ([, set = '']) => Array.from(set.matchAll(/(?:^|,)\s*(\w+)\s*=/g), ([, column = '']) => column),
      ).flatMap((columns) =>
        columns.map((column): [string, string] => [column, `\`${path.replace('electron/', '')}\``]),
      ),
    );
}

/** Places in the code that spread a row and set cells of the copy, as `file: column`. */
export function rowsMadeIn(path: string, text: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const columns: readonly string[] = changingColumns;
  function visit(node: ts.Node): void {
    if (ts.isObjectLiteralExpression(node) && node.properties.some(ts.isSpreadAssignment))
      for (const { name } of node.properties)
        if (name && ts.isIdentifier(name) && columns.includes(name.text) && name.text !== 'state')
          found.push(`${path}: ${name.text}`);
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

/** Who changes each column of an entry, by column. */
export function writersByColumn(root: string): Map<string, Writers> {
  const writers = new Map<string, Writers>();
  const of = (column: string): Writers => {
    const known = writers.get(column) ?? { set: [], cleared: [], inSql: [] };
    writers.set(column, known);
    return known;
  };
  const add = (list: string[], one: string): void => {
    if (!list.includes(one)) list.push(one);
  };
  findChanges((column, by, cell) => {
    // a wait of zero is over at once, and stays one
    const isCleared = cell === null || (cell === 0 && column !== 'wait_for');
    add(isCleared ? of(column).cleared : of(column).set, by);
  });
  for (const [column, file] of writtenInSql(root)) add(of(column).inSql, file);
  for (const { set, cleared } of writers.values()) for (const list of [set, cleared]) list.sort();
  return writers;
}
