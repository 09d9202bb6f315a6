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

/** A page of them: beyond `before` downwards, or beyond `after` upwards. */
export interface PageFilter extends EntryFilter {
  before?: number | undefined;
  after?: number | undefined;
}

/** Entries of a kind are counted so far on a list: more than that is a lot, whatever the number. */
const mostCounted = 1000;

/** Lists of entries, newest first, page by key: the cost of a page does not depend on its depth. */
export function entryPages(db: Sqlite, now: () => number, stuckMs: () => number) {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => db.prepare<[Record<string, unknown>], EntryRecord>(sql);
  const cached = (sql: string) => {
    const found = statements.get(sql) ?? prepare(sql);
    statements.set(sql, found);
    return found;
  };
  const columns = entryColumns(db);
  const { find } = entrySearch(db);
  const byId = db.prepare<[string], EntryRecord>(`SELECT ${columns} FROM ${entryTables} WHERE e.id = ?`);

  const rowsOf = (seqs: readonly number[]): EntryRow[] =>
    cached(
      `SELECT ${columns} FROM json_each(@seqs) j JOIN entry e ON e.seq = j.value
        LEFT JOIN entry h ON h.seq = e.held_by ORDER BY j.key`,
    )
      .all({ seqs: JSON.stringify(seqs) })
      .map((row) => entryRow(row, now(), stuckMs()));
  const found = (typed: string, { where, values }: Among, limit = mostFound): number[] =>
    find(typed, where === everything ? null : { where, values }, limit);

  return {
    page(filter: PageFilter, limit: number): { rows: EntryRow[]; next: number | null } {
      const { where, values } = conditions(filter, now() - stuckMs());
      if (isSearched(filter)) {
        return { rows: rowsOf(found(filter.search, { where, values }, Math.min(limit, mostFound))), next: null };
      }
      const backwards = filter.after !== undefined && filter.before === undefined;
      const sql = `SELECT ${columns} FROM ${entriesOf(filter)} LEFT JOIN entry h ON h.seq = e.held_by
        WHERE ${where} ORDER BY e.seq ${backwards ? 'ASC' : 'DESC'} LIMIT @limit`;
      // one more tells whether the list goes on
      const read = cached(sql).all({ ...values, limit: limit + 1 });
      const page = read.slice(0, limit).map((row) => entryRow(row, now(), stuckMs()));
      const next = read.length > limit ? (page.at(-1)?.seq ?? null) : null;
      return { rows: backwards ? page.toReversed() : page, next };
    },
    /** All `seq` of a filter, newest first. Of a search, its best finds. */
    seqs(filter: EntryFilter): number[] {
      const { where, values } = conditions(filter, now() - stuckMs());
      if (isSearched(filter)) return found(filter.search, { where, values });
      return cached(`SELECT e.seq AS seq FROM ${entriesOf(filter)} WHERE ${where} ORDER BY e.seq DESC`)
        .all(values)
        .map((row) => row.seq);
    },
    /** Which of these a filter shows. */
    among(filter: EntryFilter, seqs: readonly number[]): number[] {
      const { where, values } = conditions(filter, now() - stuckMs());
      return cached(`SELECT e.seq AS seq FROM json_each(@seqs) j CROSS JOIN entry e ON e.seq = j.value WHERE ${where}`)
        .all({ ...values, seqs: JSON.stringify(seqs) })
        .map((row) => row.seq);
    },
    /** How many a filter shows, counted up to `mostCounted`; of a search up to `mostFound`. */
    tally(filter: EntryFilter): { count: number; more: boolean } {
      const { where, values } = conditions(filter, now() - stuckMs());
      if (isSearched(filter)) {
        const { length } = found(filter.search, { where, values });
        return { count: length, more: length >= mostFound };
      }
      const one = `SELECT 1 FROM ${entriesOf(filter)} WHERE ${where} LIMIT ${mostCounted + 1}`;
      const counted = cached(`SELECT count(*) AS seq FROM (${one})`).get(values)?.seq ?? 0;
      return { count: Math.min(counted, mostCounted), more: counted > mostCounted };
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

// Left to itself SQLite looks up three states one by one and sorts the whole list for every page, or walks all entries of a kind
// for the few that ask. These indexes have each list in order.
function entriesOf({ list, endpoint }: EntryFilter): string {
  if (list === 'waiting')
    return `entry e INDEXED BY ${endpoint === undefined ? 'entry_unsettled' : 'entry_of_kind_unsettled'}`;
  if (list === 'asking') return 'entry e INDEXED BY entry_asking';
  return list === 'to-cancel' ? 'entry e INDEXED BY entry_to_cancel' : 'entry e';
}

const isSearched = (filter: EntryFilter): filter is EntryFilter & { search: string } =>
  filter.search !== undefined && filter.search.trim() !== '';

const everything = listCondition.all;

function conditions(filter: PageFilter, stuckSince: number): Among {
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
  if (filter.before !== undefined) {
    where.push('e.seq < @before');
    values['before'] = filter.before;
  }
  if (filter.after !== undefined) {
    where.push('e.seq > @after');
    values['after'] = filter.after;
  }
  if (filter.asking) where.push(listCondition.asking);
  if (filter.toCancel) where.push(listCondition['to-cancel']);
  if (filter.stuck) where.push(listCondition.stuck);
  return { where: where.length === 0 ? everything : where.join(' AND '), values };
}
