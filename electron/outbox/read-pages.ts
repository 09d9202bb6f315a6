import type { EntryRow } from '../../shared/desk-contract.ts';
import type { EntryList } from '../../shared/entry-lists.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { entryColumns, entryRow, entryTables, type EntryRecord } from './entry-rows.ts';

/** Which entries a list shows; every given part must hold. */
export interface EntryFilter {
  list?: EntryList | undefined;
  state?: string | undefined;
  endpoint?: number | undefined;
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
  const byId = db.prepare<[string], EntryRecord>(`SELECT ${entryColumns} FROM ${entryTables} WHERE e.id = ?`);

  return {
    page(filter: EntryFilter, before: number | undefined, limit: number): { rows: EntryRow[]; next: number | null } {
      const { where, values } = conditions(filter, now() - stuckMs());
      if (before !== undefined) where.push('e.seq < @before');
      const sql = `SELECT ${entryColumns} FROM ${entryTables} WHERE ${where.join(' AND ')} ORDER BY e.seq DESC LIMIT @limit`;
      const found = cached(sql).all({ ...values, before, limit });
      const rows = found.map((row) => entryRow(row, now(), stuckMs()));
      return { rows, next: rows.length < limit ? null : (rows.at(-1)?.seq ?? null) };
    },
    /** All `seq` of a filter, newest first: what a list needs to know its length and place. */
    seqs(filter: EntryFilter): number[] {
      const { where, values } = conditions(filter, now() - stuckMs());
      const sql = `SELECT e.seq AS seq FROM entry e WHERE ${where.join(' AND ')} ORDER BY e.seq DESC`;
      return cached(sql)
        .all(values)
        .map((row) => row.seq);
    },
    /** Rows of given `seq`, in the order given; those that are not there are left out. */
    rows(seqs: readonly number[]): EntryRow[] {
      const sql = `SELECT ${entryColumns} FROM json_each(@seqs) j JOIN entry e ON e.seq = j.value
        LEFT JOIN entry h ON h.seq = e.held_by ORDER BY j.key`;
      return cached(sql)
        .all({ seqs: JSON.stringify(seqs) })
        .map((row) => entryRow(row, now(), stuckMs()));
    },
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

function conditions(filter: EntryFilter, stuckSince: number): { where: string[]; values: Record<string, unknown> } {
  const where = [listCondition[filter.list ?? 'all']];
  const values: Record<string, unknown> = { stuckSince };
  if (filter.state !== undefined) {
    where.push('e.state = @state');
    values['state'] = filter.state;
  }
  if (filter.endpoint !== undefined) {
    where.push('e.endpoint = @endpoint');
    values['endpoint'] = filter.endpoint;
  }
  if (filter.asking) where.push(listCondition.asking);
  if (filter.toCancel) where.push(listCondition['to-cancel']);
  if (filter.stuck) where.push(listCondition.stuck);
  const search = filter.search?.trim();
  if (search) {
    where.push(
      `(e.key LIKE @like ESCAPE '\\' OR e.tracking_number LIKE @like ESCAPE '\\' OR e.recipient LIKE @like ESCAPE '\\' OR e.id = @search)`,
    );
    values['search'] = search;
    values['like'] = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  }
  return { where, values };
}
