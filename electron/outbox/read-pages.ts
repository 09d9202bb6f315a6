import type { EntryRow } from '../../shared/contract/entry-answers.ts';
import type { EntryList } from '../../shared/outbox/lists.ts';
import { states, type State } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { entrySearch, maxFound, type Among } from '../search/find-entries.ts';
import { entryColumns, toEntryRow, entryTables, type EntryListRow } from './entry-rows.ts';
import { anyKind, runsOf } from './runs.ts';

/** Which entries a list shows; every given part must hold. */
export interface EntryFilter {
  list?: EntryList | undefined;
  state?: string | undefined;
  endpoint?: number | undefined;
  /** any text: the best finds of `maxFound` at most take the place of the list, the best first */
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
const maxCounted = 1000;

/** Lists of entries, newest first, page by key: the cost of a page does not depend on its depth. */
export function entryPages(db: Sqlite, now: () => number, stuckMs: () => number) {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => db.prepare<[Record<string, unknown>], EntryListRow>(sql);
  const cached = (sql: string) => {
    const found = statements.get(sql) ?? prepare(sql);
    statements.set(sql, found);
    return found;
  };
  const columns = entryColumns(db);
  const { find } = entrySearch(db);
  const byId = db.prepare<[string], EntryListRow>(`SELECT ${columns} FROM ${entryTables} WHERE e.id = ?`);

  const rowsOf = (seqs: readonly number[]): EntryRow[] =>
    cached(
      `SELECT ${columns} FROM json_each(@seqs) j JOIN entry e ON e.seq = j.value
        LEFT JOIN entry h ON h.seq = e.held_by ORDER BY j.key`,
    )
      .all({ seqs: JSON.stringify(seqs) })
      .map((row) => toEntryRow(row, now(), stuckMs()));
  const found = (typed: string, { where, values }: Among, limit = maxFound): number[] =>
    find(typed, where === everything ? null : { where, values }, limit);

  return {
    page(filter: PageFilter, limit: number): { rows: EntryRow[]; next: number | null } {
      const { where, values } = conditions(filter, now() - stuckMs());
      if (isSearched(filter)) {
        return { rows: rowsOf(found(filter.search, { where, values }, Math.min(limit, maxFound))), next: null };
      }
      const backwards = filter.after !== undefined && filter.before === undefined;
      const inOrder = `ORDER BY seq ${backwards ? 'ASC' : 'DESC'}`;
      const runs = runsOfList(filter);
      const sql =
        runs === null
          ? `SELECT ${columns} FROM ${entriesOf(filter)} LEFT JOIN entry h ON h.seq = e.held_by
             WHERE ${where} ${inOrder.replace('seq', 'e.seq')} LIMIT @limit`
          : `SELECT ${columns} FROM (${runs} ${inOrder} LIMIT @limit) run CROSS JOIN entry e ON e.seq = run.seq
             LEFT JOIN entry h ON h.seq = e.held_by`;
      // one more tells whether the list goes on
      const read = cached(sql)
        .all({ ...values, limit: limit + 1 })
        .sort((one, other) => (backwards ? one.seq - other.seq : other.seq - one.seq));
      const page = read.slice(0, limit).map((row) => toEntryRow(row, now(), stuckMs()));
      const next = read.length > limit ? (page.at(-1)?.seq ?? null) : null;
      return { rows: backwards ? page.toReversed() : page, next };
    },
    /** All `seq` of a filter, newest first. Of a search, its best finds. */
    seqs(filter: EntryFilter): number[] {
      const { where, values } = conditions(filter, now() - stuckMs());
      if (isSearched(filter)) return found(filter.search, { where, values });
      const all = runsOfList(filter) ?? `SELECT e.seq AS seq FROM ${entriesOf(filter)} WHERE ${where}`;
      return cached(`${all} ORDER BY seq DESC`)
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
    /** How many a filter shows, counted up to `maxCounted`; of a search up to `maxFound`. */
    tally(filter: EntryFilter): { count: number; more: boolean } {
      const { where, values } = conditions(filter, now() - stuckMs());
      if (isSearched(filter)) {
        const { length } = found(filter.search, { where, values });
        return { count: length, more: length >= maxFound };
      }
      const one = `SELECT 1 FROM ${entriesOf(filter)} WHERE ${where} LIMIT ${maxCounted + 1}`;
      const counted = cached(`SELECT count(*) AS seq FROM (${one})`).get(values)?.seq ?? 0;
      return { count: Math.min(counted, maxCounted), more: counted > maxCounted };
    },
    /** Rows of given `seq`, in the order given; those that are not there are left out. */
    rows: rowsOf,
    one(id: string): EntryRow | null {
      const row = byId.get(id);
      return row === undefined ? null : toEntryRow(row, now(), stuckMs());
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

const statesOfList: Partial<Record<EntryList, readonly State[]>> = {
  waiting: ['queued', 'sending', 'unsure'],
  draft: ['draft'],
  accepted: ['accepted'],
  refused: ['refused'],
  done: ['done'],
  withdrawn: ['withdrawn'],
};

/** SQL for a list that is of a kind, of states, or both; null for another, and for all entries. */
function runsOfList(filter: PageFilter): string | null {
  const { list = 'all', state, endpoint, before, after } = filter;
  if (smallIndexOf(filter) !== null) return null;
  const isStuck = filter.stuck || list === 'stuck';
  const asked = [statesOfList[list], isStuck ? (['accepted'] as const) : undefined].reduce<readonly State[]>(
    (some, given) => some.filter((one) => given?.includes(one) ?? true),
    states.filter((one) => one === (state ?? one)),
  );
  if (asked.length === states.length && endpoint === undefined) return null;
  const where = [
    before === undefined ? '' : 'AND seq < @before',
    after === undefined ? '' : 'AND seq > @after',
    isStuck ? 'AND accepted_at <= @stuckSince' : '',
  ].join(' ');
  if (asked.length === 0) return 'SELECT seq FROM entry WHERE 0';
  return runsOf({ endpoint: endpoint === undefined ? undefined : '@endpoint', states: asked, where });
}

// Left to itself SQLite walks all entries of a kind for the few that ask.
function entriesOf(filter: EntryFilter): string {
  const index = smallIndexOf(filter);
  return index === null ? 'entry e' : `entry e INDEXED BY ${index}`;
}

function smallIndexOf({ list, asking, toCancel }: EntryFilter): string | null {
  if (list === 'asking' || asking) return 'entry_asking';
  return list === 'to-cancel' || toCancel ? 'entry_to_cancel' : null;
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
  } else if (where.length > 0 && smallIndexOf(filter) === null) where.push(anyKind('e.'));
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
