import type { WaitsFor, EntryRow } from '../../shared/contract/entry-answers.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import type { LabelList } from '../../shared/labels/label-lists.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam, createFirstNumberFinder } from '../storage/database/queries.ts';
import { createRowCheck } from '../storage/database/seal.ts';
import { serviceOf, sourceOf, filterCondition, type EntryFilter } from './entry-filter.ts';
import { entryRowColumns, type StoredEntry } from './entry-row.ts';
import { entrySearch, maxFound } from './search/find-entries.ts';

/** What an entry waits for now, for display. Times in ms of the desk's clock. */
export function waitsFor(
  row: StoredEntry & { holder_id: string | null; holder_key: string | null },
  now: number,
  stuckMs: number,
): WaitsFor {
  const until = row.wait_set_at === null ? null : row.wait_set_at + (row.wait_for ?? 0);
  switch (row.state) {
    case 'draft':
    case 'done':
    case 'withdrawn':
      return { for: 'nothing' };
    case 'queued':
      if (row.holder_id !== null) return { for: 'entry', id: row.holder_id, key: row.holder_key ?? '' };
      if (until === null || until <= now || (row.wait_set_at ?? 0) > now) return { for: 'turn' };
      return row.tries === 0 ? { for: 'hold', until } : { for: 'retry', until };
    case 'sending':
      return { for: 'answer' };
    case 'unsure':
      return row.asks === null && until !== null ? { for: 'status-check', until } : personQuestion(row);
    case 'accepted':
      if (row.asks !== null || until === null) return personQuestion(row);
      return { for: 'outcome', until, stuck: row.accepted_at !== null && now - row.accepted_at >= stuckMs };
    case 'refused':
      return { for: 'mend', ...(until !== null && { until }) };
  }
}

function personQuestion(row: StoredEntry): WaitsFor {
  return { for: 'person', question: row.asks ?? 'may-be-there' };
}

export type EntryListRow = StoredEntry & {
  operator: string;
  recipient: string;
  service: string | null;
  label_list: LabelList | null;
  holder_id: string | null;
  holder_key: string | null;
};

/** Columns and tables for one line of a list, and the conversion of such a row. */
export function entryLines(db: Sqlite) {
  const check = createRowCheck(db, 'entry');
  const columnNames = new Set([
    ...entryRowColumns.split(', '),
    'operator',
    'recipient',
    ...check.columns,
    'label_list',
  ]);
  return {
    columns: `${[...columnNames].map((name) => `e.${name}`).join(', ')}, ${serviceOf('e')} AS service, h.id AS holder_id, h.key AS holder_key`,
    tables: 'entry e LEFT JOIN entry h ON h.seq = e.held_by',
    lineOf: (row: EntryListRow, now: number, stuckMs: number): EntryRow =>
      toEntryRow(row, !check.isIntact(row), now, stuckMs),
  };
}

function toEntryRow(row: EntryListRow, damaged: boolean, now: number, stuckMs: number): EntryRow {
  return {
    seq: row.seq,
    id: row.id,
    endpoint: row.endpoint,
    key: row.key,
    state: row.state,
    tries: row.tries,
    maybeTaken: row.maybe_taken === 1,
    maybeTwice: row.maybe_twice === 1,
    asks: row.asks,
    damaged,
    said: row.said,
    replaces: row.replaces,
    replacedBy: row.replaced_by,
    toCancel: row.to_cancel === 1,
    operator: row.operator,
    capturedAt: row.captured_at,
    settledAt: row.settled_at,
    recipient: row.recipient,
    service: row.service ?? '',
    label: row.label_list,
    trackingNumber: row.tracking_number,
    provisional: row.tracking_number !== null && row.tracking_final === 0,
    reason:
      row.reason_text === null ? null : { code: row.reason_code ?? '', text: row.reason_text, field: row.reason_field },
    waitsFor: waitsFor(row, now, stuckMs),
  };
}

/** A page of entries: beyond `before` downwards, or beyond `after` upwards. */
export interface PageFilter extends EntryFilter {
  before?: number | undefined;
  after?: number | undefined;
  order?: 'newest' | 'oldest' | undefined;
}

/** Upper limit of the count shown for a list. */
const maxCounted = 1000;
/**
 * Entries scanned when parts of a filter rarely coincide, before a page or a count is returned as it is: about 20 ms.
 */
const maxScanned = 20_000;
const scanBatchSize = 1000;

/** Lists of entries page by key: the cost of a page depends neither on its depth nor on the number of entries. */
export function entryPages(db: Sqlite, now: () => number, stuckMs: () => number) {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => db.prepare<[Record<string, unknown>], EntryListRow>(sql);
  const statementFor = (sql: string) => {
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const readSeqs = (sql: string, values: Record<string, unknown>): number[] =>
    statementFor(sql)
      .all(values)
      .map((row) => row.seq);
  const { columns, tables, lineOf } = entryLines(db);
  const { find } = entrySearch(db);
  const rangeOfPeriod = createPeriodRange(db);
  const byId = db.prepare<[string], EntryListRow>(`SELECT ${columns} FROM ${tables} WHERE e.id = ?`);
  const firstOperator = db.prepare<[number], { operator: string }>(
    'SELECT operator FROM entry WHERE endpoint = ? ORDER BY operator LIMIT 1',
  );
  const operatorAfter = db.prepare<[number, string], { operator: string }>(
    'SELECT operator FROM entry WHERE endpoint = ? AND operator > ? ORDER BY operator LIMIT 1',
  );
  const toRow = (row: EntryListRow) => lineOf(row, now(), stuckMs());

  const readRows = (seqs: readonly number[]): EntryRow[] =>
    statementFor(
      `SELECT ${columns} FROM json_each(@seqs) j JOIN entry e ON e.seq = j.value
        LEFT JOIN entry h ON h.seq = e.held_by ORDER BY j.key`,
    )
      .all({ seqs: JSON.stringify(seqs) })
      .map(toRow);

  /** Parameter values for the SQL of a filter. */
  function valuesOf({ since, until, before, after, endpoint, operator, service, state }: PageFilter) {
    const { first, end } =
      since === undefined && until === undefined ? unlimitedRange : rangeOfPeriod({ since, until });
    return {
      stuckSince: now() - stuckMs(),
      above: Math.max(first - 1, after ?? -1),
      below: Math.min(end, before ?? Number.MAX_SAFE_INTEGER),
      endpoint: endpoint ?? null,
      operator: operator ?? null,
      service: service ?? null,
      state: state ?? null,
    };
  }

  const findMatches = (filter: EntryFilter & { search: string }, limit = maxFound): number[] => {
    const where = filterCondition(filter);
    return find(filter.search, where && { ...where, values: valuesOf(filter) }, limit);
  };

  /** Returns those of `seqs` that match all conditions, in the same order. */
  function filterSeqs(
    seqs: readonly number[],
    conditions: readonly string[],
    values: Record<string, unknown>,
  ): number[] {
    const matching = new Set(
      readSeqs(
        `SELECT e.seq AS seq FROM json_each(@seqs) j CROSS JOIN entry e ON e.seq = j.value WHERE ${conditions.join(' AND ')}`,
        { ...values, seqs: JSON.stringify(seqs) },
      ),
    );
    return seqs.filter((seq) => matching.has(seq));
  }

  /**
   * The next entries of a filter, up to `limit`, upwards or downwards; `reached`: last number scanned, null: to the
   * end. Runs that contain more than the filter are scanned in batches, until there are enough or too many were
   * scanned.
   */
  function scanEntries(
    filter: PageFilter,
    limit: number,
    isAscending: boolean,
  ): { seqs: number[]; reached: number | null } {
    const { runsSql, conditions } = sourceOf(filter);
    const values = valuesOf(filter);
    const sql = `${runsSql} ORDER BY seq ${isAscending ? 'ASC' : 'DESC'} LIMIT ${opaqueIntParam('@limit')}`;
    const seqs: number[] = [];
    for (let scannedCount = 0; scannedCount < maxScanned; scannedCount += scanBatchSize) {
      const batch = readSeqs(sql, { ...values, limit: scanBatchSize });
      seqs.push(...filterSeqs(batch, conditions, values));
      const last = batch.at(-1);
      if (last === undefined || batch.length < scanBatchSize)
        return { seqs: seqs.slice(0, limit), reached: nextAfterLimit() };
      if (seqs.length >= limit) return { seqs: seqs.slice(0, limit), reached: seqs[limit - 1] ?? last };
      if (isAscending) values.above = last;
      else values.below = last;
    }
    return { seqs, reached: isAscending ? values.above : values.below };

    function nextAfterLimit(): number | null {
      return seqs.length > limit ? (seqs[limit - 1] ?? null) : null;
    }
  }

  /** A page in the order it was read. */
  function readPage(
    filter: PageFilter,
    limit: number,
    isAscending: boolean,
  ): { rows: EntryRow[]; next: number | null } {
    const { runsSql, conditions } = sourceOf(filter);
    const toSortedRows = (rows: EntryListRow[]) =>
      rows.sort((first, second) => (isAscending ? first.seq - second.seq : second.seq - first.seq)).map(toRow);
    if (conditions.length > 0) {
      const { seqs, reached } = scanEntries(filter, limit, isAscending);
      const sql = `SELECT ${columns} FROM json_each(@seqs) j CROSS JOIN entry e ON e.seq = j.value LEFT JOIN entry h ON h.seq = e.held_by`;
      return { rows: toSortedRows(statementFor(sql).all({ seqs: JSON.stringify(seqs) })), next: reached };
    }
    const sql = `SELECT ${columns} FROM (${runsSql} ORDER BY seq ${isAscending ? 'ASC' : 'DESC'} LIMIT ${opaqueIntParam('@limit')}) run
      CROSS JOIN entry e ON e.seq = run.seq LEFT JOIN entry h ON h.seq = e.held_by`;
    // One more shows whether the list continues.
    const readRowsWithNext = toSortedRows(statementFor(sql).all({ ...valuesOf(filter), limit: limit + 1 }));
    const rows = readRowsWithNext.slice(0, limit);
    return { rows, next: readRowsWithNext.length > limit ? (rows.at(-1)?.seq ?? null) : null };
  }

  return {
    page(filter: PageFilter, limit: number): { rows: EntryRow[]; next: number | null } {
      if (isSearched(filter)) return { rows: readRows(findMatches(filter, Math.min(limit, maxFound))), next: null };
      const { order = 'newest', before, after } = filter;
      const isForwards = order === 'newest' ? after === undefined || before !== undefined : before === undefined;
      const { rows, next } = readPage(filter, limit, (order === 'oldest') === isForwards);
      return { rows: isForwards ? rows : rows.toReversed(), next };
    },
    /** All `seq` of a filter, newest first; for a search, its best matches. */
    seqs(filter: EntryFilter): number[] {
      if (isSearched(filter)) return findMatches(filter);
      const { runsSql, conditions } = sourceOf(filter);
      if (conditions.length === 0) return readSeqs(`${runsSql} ORDER BY seq DESC`, valuesOf(filter));
      const sql = `SELECT e.seq AS seq FROM (${runsSql}) run CROSS JOIN entry e ON e.seq = run.seq WHERE ${conditions.join(' AND ')}`;
      return readSeqs(sql, valuesOf(filter)).sort((first, second) => second - first);
    },
    /** Returns those of these entries that a filter shows. */
    among: (filter: EntryFilter, seqs: readonly number[]): number[] =>
      filterSeqs(seqs, [filterCondition(filter)?.where ?? '1'], valuesOf(filter)),
    /** How many a filter shows, counted up to `maxCounted` or as far as was scanned; for a search up to `maxFound`. */
    tally(filter: EntryFilter): { count: number; more: boolean } {
      if (isSearched(filter)) {
        const { length } = findMatches(filter);
        return { count: length, more: length >= maxFound };
      }
      const { runsSql, conditions } = sourceOf(filter);
      if (conditions.length > 0) {
        const { seqs, reached } = scanEntries(filter, maxCounted, false);
        return { count: seqs.length, more: reached !== null };
      }
      const countSql = `SELECT count(*) AS seq FROM (${runsSql} LIMIT ${maxCounted + 1})`;
      const count = statementFor(countSql).get(valuesOf(filter))?.seq ?? 0;
      return { count: Math.min(count, maxCounted), more: count > maxCounted };
    },
    /**
     * Names of all operators who captured an entry, sorted; empty string: no operator. Read name by name, independently
     * of the number of entries.
     */
    operators(): string[] {
      const names = new Set<string>();
      for (const kind of createNumbers) {
        let name = firstOperator.get(kind)?.operator;
        for (; name !== undefined; name = operatorAfter.get(kind, name)?.operator) names.add(name);
      }
      return [...names].sort((first, second) => first.localeCompare(second));
    },
    /** Rows for these `seq`, in the same order, without those that do not exist. */
    rows: readRows,
    rowById(id: string): EntryRow | null {
      const row = byId.get(id);
      return row === undefined ? null : toRow(row);
    },
  };
}

const unlimitedRange = { first: 0, end: Number.MAX_SAFE_INTEGER };

const isSearched = <Filter extends EntryFilter>(filter: Filter): filter is Filter & { search: string } =>
  filter.search !== undefined && filter.search.trim() !== '';

/** Entries captured in a period: numbers from `first` up to, and excluding, `end`. */
function createPeriodRange(db: Sqlite) {
  const firstNumberAt = createFirstNumberFinder(db, 'entry', 'captured_at');
  return ({ since, until }: { since?: number | undefined; until?: number | undefined }) => ({
    first: since === undefined ? 0 : firstNumberAt(since),
    end: until === undefined ? Number.MAX_SAFE_INTEGER : firstNumberAt(until),
  });
}
