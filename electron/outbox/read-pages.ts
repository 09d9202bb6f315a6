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
      return row.asks === null && until !== null ? { for: 'status-check', until } : question(row);
    case 'accepted':
      if (row.asks !== null || until === null) return question(row);
      return { for: 'outcome', until, stuck: row.accepted_at !== null && now - row.accepted_at >= stuckMs };
    case 'refused':
      return { for: 'mend', ...(until !== null && { until }) };
  }
}

function question(row: StoredEntry): WaitsFor {
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
  const own = new Set([...entryRowColumns.split(', '), 'operator', 'recipient', ...check.columns, 'label_list']);
  return {
    columns: `${[...own].map((name) => `e.${name}`).join(', ')}, ${serviceOf('e')} AS service, h.id AS holder_id, h.key AS holder_key`,
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
  const cached = (sql: string) => {
    const found = statements.get(sql) ?? prepare(sql);
    statements.set(sql, found);
    return found;
  };
  const seqsOf = (sql: string, values: Record<string, unknown>): number[] =>
    cached(sql)
      .all(values)
      .map((row) => row.seq);
  const { columns, tables, lineOf } = entryLines(db);
  const { find } = entrySearch(db);
  const rangeOf = capturedRange(db);
  const byId = db.prepare<[string], EntryListRow>(`SELECT ${columns} FROM ${tables} WHERE e.id = ?`);
  const firstOperator = db.prepare<[number], { operator: string }>(
    'SELECT operator FROM entry WHERE endpoint = ? ORDER BY operator LIMIT 1',
  );
  const operatorAfter = db.prepare<[number, string], { operator: string }>(
    'SELECT operator FROM entry WHERE endpoint = ? AND operator > ? ORDER BY operator LIMIT 1',
  );
  const rowOf = (row: EntryListRow) => lineOf(row, now(), stuckMs());

  const rowsOf = (seqs: readonly number[]): EntryRow[] =>
    cached(
      `SELECT ${columns} FROM json_each(@seqs) j JOIN entry e ON e.seq = j.value
        LEFT JOIN entry h ON h.seq = e.held_by ORDER BY j.key`,
    )
      .all({ seqs: JSON.stringify(seqs) })
      .map(rowOf);

  /** Parameter values for the SQL of a filter. */
  function valuesOf({ since, until, before, after, endpoint, operator, service, state }: PageFilter) {
    const { first, end } = since === undefined && until === undefined ? always : rangeOf({ since, until });
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

  const found = (filter: EntryFilter & { search: string }, limit = maxFound): number[] => {
    const where = filterCondition(filter);
    return find(filter.search, where && { ...where, values: valuesOf(filter) }, limit);
  };

  /** Those of `seqs` that also match the rest of a filter, in their order. */
  function left(seqs: readonly number[], rest: readonly string[], values: Record<string, unknown>): number[] {
    const kept = new Set(
      seqsOf(
        `SELECT e.seq AS seq FROM json_each(@seqs) j CROSS JOIN entry e ON e.seq = j.value WHERE ${rest.join(' AND ')}`,
        { ...values, seqs: JSON.stringify(seqs) },
      ),
    );
    return seqs.filter((seq) => kept.has(seq));
  }

  /**
   * The next entries of a filter, up to `limit`, upwards or downwards; `reached`: last number scanned, null: to the
   * end. Runs that contain more than the filter are scanned in batches, until there are enough or too many were
   * scanned.
   */
  function walk(filter: PageFilter, limit: number, upwards: boolean): { seqs: number[]; reached: number | null } {
    const { runs, rest } = sourceOf(filter);
    const values = valuesOf(filter);
    const sql = `${runs} ORDER BY seq ${upwards ? 'ASC' : 'DESC'} LIMIT ${opaqueIntParam('@limit')}`;
    const seqs: number[] = [];
    for (let looked = 0; looked < maxScanned; looked += scanBatchSize) {
      const some = seqsOf(sql, { ...values, limit: scanBatchSize });
      seqs.push(...left(some, rest, values));
      const last = some.at(-1);
      if (last === undefined || some.length < scanBatchSize) return { seqs: seqs.slice(0, limit), reached: beyond() };
      if (seqs.length >= limit) return { seqs: seqs.slice(0, limit), reached: seqs[limit - 1] ?? last };
      if (upwards) values.above = last;
      else values.below = last;
    }
    return { seqs, reached: upwards ? values.above : values.below };

    function beyond(): number | null {
      return seqs.length > limit ? (seqs[limit - 1] ?? null) : null;
    }
  }

  /** A page in the order it was read. */
  function read(filter: PageFilter, limit: number, upwards: boolean): { rows: EntryRow[]; next: number | null } {
    const { runs, rest } = sourceOf(filter);
    const inOrder = (rows: EntryListRow[]) =>
      rows.sort((one, other) => (upwards ? one.seq - other.seq : other.seq - one.seq)).map(rowOf);
    if (rest.length > 0) {
      const { seqs, reached } = walk(filter, limit, upwards);
      const sql = `SELECT ${columns} FROM json_each(@seqs) j CROSS JOIN entry e ON e.seq = j.value LEFT JOIN entry h ON h.seq = e.held_by`;
      return { rows: inOrder(cached(sql).all({ seqs: JSON.stringify(seqs) })), next: reached };
    }
    const sql = `SELECT ${columns} FROM (${runs} ORDER BY seq ${upwards ? 'ASC' : 'DESC'} LIMIT ${opaqueIntParam('@limit')}) run
      CROSS JOIN entry e ON e.seq = run.seq LEFT JOIN entry h ON h.seq = e.held_by`;
    // One more shows whether the list continues.
    const all = inOrder(cached(sql).all({ ...valuesOf(filter), limit: limit + 1 }));
    const rows = all.slice(0, limit);
    return { rows, next: all.length > limit ? (rows.at(-1)?.seq ?? null) : null };
  }

  return {
    page(filter: PageFilter, limit: number): { rows: EntryRow[]; next: number | null } {
      if (isSearched(filter)) return { rows: rowsOf(found(filter, Math.min(limit, maxFound))), next: null };
      const { order = 'newest', before, after } = filter;
      const isForwards = order === 'newest' ? after === undefined || before !== undefined : before === undefined;
      const { rows, next } = read(filter, limit, (order === 'oldest') === isForwards);
      return { rows: isForwards ? rows : rows.toReversed(), next };
    },
    /** All `seq` of a filter, newest first; for a search, its best matches. */
    seqs(filter: EntryFilter): number[] {
      if (isSearched(filter)) return found(filter);
      const { runs, rest } = sourceOf(filter);
      if (rest.length === 0) return seqsOf(`${runs} ORDER BY seq DESC`, valuesOf(filter));
      const sql = `SELECT e.seq AS seq FROM (${runs}) run CROSS JOIN entry e ON e.seq = run.seq WHERE ${rest.join(' AND ')}`;
      return seqsOf(sql, valuesOf(filter)).sort((one, other) => other - one);
    },
    /** Which of these a filter shows. */
    among: (filter: EntryFilter, seqs: readonly number[]): number[] =>
      left(seqs, [filterCondition(filter)?.where ?? '1'], valuesOf(filter)),
    /** How many a filter shows, counted up to `maxCounted` or as far as was scanned; for a search up to `maxFound`. */
    tally(filter: EntryFilter): { count: number; more: boolean } {
      if (isSearched(filter)) {
        const { length } = found(filter);
        return { count: length, more: length >= maxFound };
      }
      const { runs, rest } = sourceOf(filter);
      if (rest.length > 0) {
        const { seqs, reached } = walk(filter, maxCounted, false);
        return { count: seqs.length, more: reached !== null };
      }
      const one = `SELECT count(*) AS seq FROM (${runs} LIMIT ${maxCounted + 1})`;
      const counted = cached(one).get(valuesOf(filter))?.seq ?? 0;
      return { count: Math.min(counted, maxCounted), more: counted > maxCounted };
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
      return [...names].sort((one, other) => one.localeCompare(other));
    },
    /** Rows for these `seq`, in the same order, without those that do not exist. */
    rows: rowsOf,
    one(id: string): EntryRow | null {
      const row = byId.get(id);
      return row === undefined ? null : rowOf(row);
    },
  };
}

const always = { first: 0, end: Number.MAX_SAFE_INTEGER };

const isSearched = <Filter extends EntryFilter>(filter: Filter): filter is Filter & { search: string } =>
  filter.search !== undefined && filter.search.trim() !== '';

/** Entries captured in a period: numbers from `first` up to, and excluding, `end`. */
function capturedRange(db: Sqlite) {
  const firstAt = createFirstNumberFinder(db, 'entry', 'captured_at');
  return ({ since, until }: { since?: number | undefined; until?: number | undefined }) => ({
    first: since === undefined ? 0 : firstAt(since),
    end: until === undefined ? Number.MAX_SAFE_INTEGER : firstAt(until),
  });
}
