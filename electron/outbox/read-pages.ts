import type { EntryRow } from '../../shared/entry-answers.ts';
import type { EntryList } from '../../shared/entry-lists.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { entrySearch, mostFound, type Among } from '../search/find-entries.ts';
import { entryColumns, entryRow, entryTables, type EntryRecord } from './entry-rows.ts';

/** Which entries a list shows; every given part must hold. */
export interface EntryFilter {
  list?: EntryList | undefined;
  state?: string | undefined;
  endpoint?: number | undefined;
  /** any text: the best finds of `mostFound` at most take the place of the list, the best first */
  search?: string | undefined;
  asking?: boolean | undefined;
  stuck?: boolean | undefined;
  toCancel?: boolean | undefined;
}

/** Lists of entries, newest first, page by key: the cost of a page does not depend on its depth. */
export function entryPages(db: Sqlite, now: () => number, stuckMs: () => number) {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => db.prepare<[Record<string, unknown>], EntryRecord>(sql);
  const cached = (sql: string) => {
    const found = statements.get(sql) ?? prepare(sql);
    statements.set(sql, found);
    return found;
  };
  const { find } = entrySearch(db);
  const byId = db.prepare<[string], EntryRecord>(`SELECT ${entryColumns} FROM ${entryTables} WHERE e.id = ?`);

  const rowsOf = (seqs: readonly number[]): EntryRow[] =>
    cached(
      `SELECT ${entryColumns} FROM json_each(@seqs) j JOIN entry e ON e.seq = j.value
        LEFT JOIN entry h ON h.seq = e.held_by ORDER BY j.key`,
    )
      .all({ seqs: JSON.stringify(seqs) })
      .map((row) => entryRow(row, now(), stuckMs()));
  const found = (typed: string, { where, values }: Among, limit = mostFound): number[] =>
    find(typed, where === everything ? null : { where, values }, limit);

  return {
    page(filter: EntryFilter, before: number | undefined, limit: number): { rows: EntryRow[]; next: number | null } {
      const { where, values } = conditions(filter, now() - stuckMs(), before);
      if (isSearched(filter)) {
        return { rows: rowsOf(found(filter.search, { where, values }, Math.min(limit, mostFound))), next: null };
      }
      const sql = `SELECT ${entryColumns} FROM ${entriesOf(filter)} LEFT JOIN entry h ON h.seq = e.held_by
        WHERE ${where} ORDER BY e.seq DESC LIMIT @limit`;
      const rows = cached(sql)
        .all({ ...values, limit })
        .map((row) => entryRow(row, now(), stuckMs()));
      return { rows, next: rows.length < limit ? null : (rows.at(-1)?.seq ?? null) };
    },
    /** All `seq` of a filter, newest first: what a list needs to know its length and place. Of a search, its best finds. */
    seqs(filter: EntryFilter): number[] {
      const { where, values } = conditions(filter, now() - stuckMs());
      if (isSearched(filter)) return found(filter.search, { where, values });
      return cached(`SELECT e.seq AS seq FROM ${entriesOf(filter)} WHERE ${where} ORDER BY e.seq DESC`)
        .all(values)
        .map((row) => row.seq);
    },
    /** Rows of given `seq`, in the order given; those that are not there are left out. */
    rows: rowsOf,
    one(id: string): EntryRow | null {
      const row = byId.get(id);
      return row === undefined ? null : entryRow(row, now(), stuckMs());
    },
  };
}

const listCondition: Record<EntryList, string> = {
  all: '1',
  waiting: `e.state IN ('queued', 'sending', 'unsure')`,
  asking: 'e.asks IS NOT NULL',
  stuck: `e.state = 'accepted' AND e.accepted_at <= @stuckSince`,
  'to-cancel': 'e.to_cancel = 1',
  draft: `e.state = 'draft'`,
  accepted: `e.state = 'accepted'`,
  refused: `e.state = 'refused'`,
  done: `e.state = 'done'`,
  withdrawn: `e.state = 'withdrawn'`,
};

// Its three states would be looked up one by one and then sorted, the whole list for every page; this index has them in order.
const entriesOf = ({ list }: EntryFilter): string =>
  list === 'waiting' ? 'entry e INDEXED BY entry_unsettled' : 'entry e';

const isSearched = (filter: EntryFilter): filter is EntryFilter & { search: string } =>
  filter.search !== undefined && filter.search.trim() !== '';

const everything = listCondition.all;

function conditions(filter: EntryFilter, stuckSince: number, before?: number): Among {
  const where: string[] = [];
  const values: Among['values'] = { stuckSince };
  if (filter.list !== undefined && filter.list !== 'all') where.push(listCondition[filter.list]);
  if (filter.state !== undefined) {
    where.push('e.state = @state');
    values['state'] = filter.state;
  }
  if (filter.endpoint !== undefined) {
    where.push('e.endpoint = @endpoint');
    values['endpoint'] = filter.endpoint;
  }
  if (before !== undefined) {
    where.push('e.seq < @before');
    values['before'] = before;
  }
  if (filter.asking) where.push(listCondition.asking);
  if (filter.toCancel) where.push(listCondition['to-cancel']);
  if (filter.stuck) where.push(listCondition.stuck);
  return { where: where.length === 0 ? everything : where.join(' AND '), values };
}
