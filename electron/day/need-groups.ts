import { needLists, type NeedList } from '../../shared/contract/day-procedures.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { runsOf } from '../outbox/runs.ts';

/** Identifies a group of entries that need a person for the same reason. */
export interface GroupKey {
  list: NeedList;
  endpoint: number;
  asks: string | null;
  field: string | null;
}
export type FoundGroup = GroupKey & { count: number; newest: number; mayBeThere: boolean };

/** Newest entries of a list that are read. */
const maxScanned = 10_000;

/** It was or may have been accepted: it is replaced, not corrected (`mayBeAtService`). */
const mayBeThere = '(maybe_taken = 1 OR accepted_at IS NOT NULL)';

/** The refusal text if no field was named, without the order's key, which the service often quotes. */
const refusalText = `iif(reason_field IS NULL, replace(reason_text, key, ''), '')`;

interface Source {
  /** SQL of `seq`, from an index */
  of: string;
  where: string;
  groupedBy: string;
  /** columns describing a group besides its kind */
  asks?: string;
  field?: string;
  /** condition for the members of a group, given its description */
  same: string;
}

// An entry with a pending question appears only under that.
const sourceOf: Record<NeedList, Source> = {
  asking: {
    of: 'SELECT seq FROM entry INDEXED BY entry_asking WHERE asks IS NOT NULL',
    where: '1',
    groupedBy: 'asks',
    asks: 'asks',
    same: 'asks = @asks',
  },
  refused: {
    of: runsOf({ states: ['refused'] }),
    where: 'asks IS NULL',
    groupedBy: `reason_field, ${refusalText}, ${mayBeThere}`,
    field: 'reason_field',
    same: `reason_field IS @field AND (${refusalText}, ${mayBeThere}) = (SELECT ${refusalText}, ${mayBeThere} FROM entry WHERE seq = @newest)`,
  },
  stuck: {
    of: runsOf({ states: ['accepted'], where: 'AND accepted_at <= @stuckSince' }),
    where: 'asks IS NULL',
    groupedBy: 'endpoint',
    same: '1',
  },
  'to-cancel': {
    of: 'SELECT seq FROM entry INDEXED BY entry_to_cancel WHERE to_cancel = 1',
    where: '1',
    groupedBy: 'endpoint',
    same: '1',
  },
};

const newestOf = (list: NeedList): string =>
  `(SELECT seq FROM (${sourceOf[list].of}) ORDER BY seq DESC LIMIT ${maxScanned}) run CROSS JOIN entry e ON e.seq = run.seq
   WHERE ${sourceOf[list].where}`;

type Asked = Omit<GroupKey, 'list'> & { newest: number; stuckSince: number };

/**
 * Entries that need a person, grouped by reason. The cost depends on the length of those lists, of which the newest
 * entries are read.
 */
export function needGroups(db: Sqlite, stuckSince: () => number) {
  const lists = needLists.map((list) => {
    const { groupedBy, asks = 'NULL', field = 'NULL', same } = sourceOf[list];
    return {
      list,
      groups: db.prepare<[{ stuckSince: number }], Omit<FoundGroup, 'list' | 'mayBeThere'> & { there: 0 | 1 }>(
        `SELECT endpoint, ${asks} AS asks, ${field} AS field, count(*) AS count, max(e.seq) AS newest, max${mayBeThere} AS there
         FROM ${newestOf(list)} GROUP BY endpoint, ${groupedBy}`,
      ),
      members: db.prepare<[Asked], { id: string }>(
        `SELECT id FROM ${newestOf(list)} AND endpoint = @endpoint AND ${same} ORDER BY e.seq`,
      ),
    };
  });

  return {
    /** sorted by count, then newest first */
    all(): FoundGroup[] {
      const since = { stuckSince: stuckSince() };
      const found = lists.flatMap(({ list, groups }) =>
        groups.all(since).map(({ there, ...one }) => ({ list, ...one, mayBeThere: there === 1 })),
      );
      return found.sort((one, other) => other.count - one.count || other.newest - one.newest);
    },
    /** members of a group, oldest first; `newest`: the `seq` of any member */
    ids({ list: wanted, ...key }: GroupKey & { newest: number }): string[] {
      const of = lists.find(({ list }) => list === wanted);
      return of?.members.all({ ...key, stuckSince: stuckSince() }).map(({ id }) => id) ?? [];
    },
  };
}
