import {
  needLists,
  type NeedList,
  type DayPart,
  type DayReport,
  type DaySums,
  type Today,
} from '../../shared/contract/day-procedures.ts';
import { finalStates, states, type State } from '../../shared/outbox/states.ts';
import { runsOf, serviceOf } from '../outbox/entry-filter.ts';
import type { OutboxReader } from '../outbox/open-reader.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { createFirstNumberFinder } from '../storage/database/queries.ts';
import { dayOf, type LocalDay } from './local-day.ts';

/** History steps numbered from `first` up to, and excluding, `end`. */
export interface StepRange {
  first: number;
  end: number;
}

/** Converts a period (ms) to the range of its history steps. */
export function stepRanges(db: Sqlite) {
  const firstSeqAt = createFirstNumberFinder(db, 'history', 'at');
  return ({ from, to }: { from: number; to: number }): StepRange => ({ first: firstSeqAt(from), end: firstSeqAt(to) });
}

/** Identifies a group of entries that need a person for the same reason. */
export interface GroupKey {
  list: NeedList;
  endpoint: number;
  asks: string | null;
  field: string | null;
}
export type FoundGroup = GroupKey & { count: number; newest: number; mayBeThere: boolean };

/** Maximum number of entries of a list that are read, newest first. */
const maxScanned = 10_000;

/** SQL condition: the service has or may have the order, so that it is replaced, not corrected (`mayBeAtService`). */
const mayBeThereSql = '(maybe_taken = 1 OR accepted_at IS NOT NULL)';

/** SQL of the refusal text if no field was named, without the order's key, which the service often quotes. */
const refusalText = `iif(reason_field IS NULL, replace(reason_text, key, ''), '')`;

interface ListSource {
  /** query for the `seq` of the entries, by an index */
  seqSql: string;
  condition: string;
  groupedBy: string;
  /** columns that identify a group, besides the endpoint */
  asks?: string;
  field?: string;
  /** condition for the members of a group, by what identifies it */
  memberCondition: string;
}

// an entry with a pending question appears only in the list of questions
const sourceOf: Record<NeedList, ListSource> = {
  asking: {
    seqSql: 'SELECT seq FROM entry INDEXED BY entry_asking WHERE asks IS NOT NULL',
    condition: '1',
    groupedBy: 'asks',
    asks: 'asks',
    memberCondition: 'asks = @asks',
  },
  refused: {
    seqSql: runsOf({ states: ['refused'] }),
    condition: 'asks IS NULL',
    groupedBy: `reason_field, ${refusalText}, ${mayBeThereSql}`,
    field: 'reason_field',
    memberCondition: `reason_field IS @field AND (${refusalText}, ${mayBeThereSql}) = (SELECT ${refusalText}, ${mayBeThereSql} FROM entry WHERE seq = @newest)`,
  },
  stuck: {
    seqSql: runsOf({ states: ['accepted'], where: 'AND accepted_at <= @stuckSince' }),
    condition: 'asks IS NULL',
    groupedBy: 'endpoint',
    memberCondition: '1',
  },
  'to-cancel': {
    seqSql: 'SELECT seq FROM entry INDEXED BY entry_to_cancel WHERE to_cancel = 1',
    condition: '1',
    groupedBy: 'endpoint',
    memberCondition: '1',
  },
};

const newestEntriesSql = (list: NeedList): string =>
  `(SELECT seq FROM (${sourceOf[list].seqSql}) ORDER BY seq DESC LIMIT ${maxScanned}) run CROSS JOIN entry e ON e.seq = run.seq
   WHERE ${sourceOf[list].condition}`;

type MemberQuery = Omit<GroupKey, 'list'> & { newest: number; stuckSince: number };

/** Reads entries that need a person, grouped by reason; of each list at most the newest `maxScanned`. */
export function needGroups(db: Sqlite, stuckSince: () => number) {
  const lists = needLists.map((list) => {
    const { groupedBy, asks = 'NULL', field = 'NULL', memberCondition } = sourceOf[list];
    return {
      list,
      groups: db.prepare<[{ stuckSince: number }], Omit<FoundGroup, 'list' | 'mayBeThere'> & { there: 0 | 1 }>(
        `SELECT endpoint, ${asks} AS asks, ${field} AS field, count(*) AS count, max(e.seq) AS newest, max${mayBeThereSql} AS there
         FROM ${newestEntriesSql(list)} GROUP BY endpoint, ${groupedBy}`,
      ),
      members: db.prepare<[MemberQuery], { id: string }>(
        `SELECT id FROM ${newestEntriesSql(list)} AND endpoint = @endpoint AND ${memberCondition} ORDER BY e.seq`,
      ),
    };
  });

  return {
    /** All groups, the largest first, then the newest. */
    all(): FoundGroup[] {
      const params = { stuckSince: stuckSince() };
      const allGroups = lists.flatMap(({ list, groups }) =>
        groups.all(params).map(({ there, ...one }) => ({ list, ...one, mayBeThere: there === 1 })),
      );
      return allGroups.sort((one, other) => other.count - one.count || other.newest - one.newest);
    },
    /** Ids of the members of a group, oldest first; `newest`: the `seq` of any member. */
    ids({ list: listName, ...key }: GroupKey & { newest: number }): string[] {
      const source = lists.find(({ list }) => list === listName);
      return source?.members.all({ ...key, stuckSince: stuckSince() }).map(({ id }) => id) ?? [];
    },
  };
}

interface Row {
  operator: string;
  endpoint: number;
  service: string;
  captured: 0 | 1;
  state: State;
  entries: number;
  needed: number;
  on_paper: number;
  handed_over: number;
}

/** Maximum length of the lists of what is missing: longer ones cannot be worked through before closing. */
const maxMissing = 200;

const finalSql = finalStates.map((state) => `'${state}'`).join(', ');
const openStates = states.filter((state) => !(finalStates as readonly State[]).includes(state));

/**
 * SQL of the entries of a day, with their states at its start (null: created that day) and at its end. There are three
 * cases: an entry that changed that day; one that changed only later, whose first later step has the state; one that
 * did not change since, whose current state applies.
 */
const entriesOfDay = `
  WITH moved AS (SELECT entry, min(seq) AS one, max(seq) AS last FROM history WHERE seq >= @first AND seq < @end GROUP BY entry),
  later AS (SELECT entry, min(seq) AS one FROM history WHERE seq >= @end GROUP BY entry),
  of_day (seq, began, ended) AS (
    SELECT m.entry, f.from_state, l.to_state FROM moved m JOIN history f ON f.seq = m.one JOIN history l ON l.seq = m.last
    UNION ALL
    SELECT t.entry, f.from_state, f.from_state FROM later t JOIN history f ON f.seq = t.one
     WHERE f.from_state IS NOT NULL AND t.entry NOT IN (SELECT entry FROM moved)
    UNION ALL
    SELECT e.seq, e.state, e.state FROM (${runsOf({ states: openStates })}) run CROSS JOIN entry e ON e.seq = run.seq
     WHERE NOT EXISTS (SELECT 1 FROM history h WHERE h.entry = e.seq AND h.seq >= @first)
  )`;

/** SQL condition: the parcel of the entry was handed over to a carrier. */
const handedOverSql = `EXISTS (SELECT 1 FROM handover_parcel p JOIN handover o ON o.seq = p.handover
  WHERE p.entry = e.seq AND p.state = 'taken' AND o.state = 'closed')`;

const emptySums = (): DaySums => ({
  captured: 0,
  carriedOver: 0,
  byState: Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>,
});

function addTo(sums: DaySums, { captured, state, entries }: Pick<Row, 'captured' | 'state' | 'entries'>): void {
  if (captured === 1) sums.captured += entries;
  else sums.carriedOver += entries;
  sums.byState[state] += entries;
}

/**
 * Reads the sums of a day. The time depends on the steps since its start and on the open entries, not on the size of
 * the outbox.
 */
export function daySums(db: Sqlite) {
  const sumsOf = db.prepare<[StepRange], Pick<Row, 'captured' | 'state' | 'entries'>>(
    `${entriesOfDay} SELECT began IS NULL AS captured, ended AS state, count(*) AS entries FROM of_day
     WHERE began IS NULL OR began NOT IN (${finalSql}) GROUP BY 1, 2`,
  );
  const sumsByPart = db.prepare<[StepRange], Row>(
    `${entriesOfDay} SELECT e.operator, e.endpoint, coalesce(${serviceOf('e')}, '') AS service, d.began IS NULL AS captured,
       d.ended AS state, count(*) AS entries, count(e.label_list) AS needed, sum(e.label_list IS 'printed') AS on_paper,
       sum(${handedOverSql}) AS handed_over
     FROM of_day d JOIN entry e ON e.seq = d.seq WHERE d.began IS NULL OR d.began NOT IN (${finalSql})
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3`,
  );
  const missingEntries = db.prepare<[StepRange], { seq: number; unfinished: 0 | 1; unprinted: 0 | 1 | null }>(
    `${entriesOfDay} SELECT e.seq AS seq, d.ended NOT IN (${finalSql}) AS unfinished, e.label_list <> 'printed' AS unprinted
     FROM of_day d JOIN entry e ON e.seq = d.seq
     WHERE (d.began IS NULL OR d.began NOT IN (${finalSql})) AND (unfinished = 1 OR unprinted = 1) ORDER BY e.seq`,
  );
  return {
    /** The `seq` of entries that are unfinished or unprinted at the end of the day, oldest first. */
    missing(range: StepRange): { unfinished: number[]; unprinted: number[] } {
      const missingSeqs = { unfinished: [] as number[], unprinted: [] as number[] };
      for (const { seq, unfinished, unprinted } of missingEntries.iterate(range)) {
        if (unfinished === 1 && missingSeqs.unfinished.length < maxMissing) missingSeqs.unfinished.push(seq);
        if (unprinted === 1 && missingSeqs.unprinted.length < maxMissing) missingSeqs.unprinted.push(seq);
        if (missingSeqs.unfinished.length === maxMissing && missingSeqs.unprinted.length === maxMissing) break;
      }
      return missingSeqs;
    },
    sums(range: StepRange): DaySums {
      const sums = emptySums();
      for (const row of sumsOf.all(range)) addTo(sums, row);
      return sums;
    },
    report(range: StepRange): DaySums & { parts: DayPart[]; labels: DayReport['labels'] } {
      const sums = emptySums();
      const labels = { needed: 0, onPaper: 0, handedOver: 0 };
      const parts = new Map<string, DayPart>();
      for (const row of sumsByPart.all(range)) {
        const { operator, endpoint, service } = row;
        const key = JSON.stringify([operator, endpoint, service]);
        const part = parts.get(key) ?? { operator, endpoint, service, ...emptySums() };
        parts.set(key, part);
        addTo(part, row);
        addTo(sums, row);
        labels.needed += row.needed;
        labels.onPaper += row.on_paper;
        labels.handedOver += row.handed_over;
      }
      return { ...sums, parts: [...parts.values()], labels };
    },
  };
}

const hourMs = 3_600_000;
/** Maximum number of groups shown; a person begins with the largest. */
const maxGroups = 20;
const lastEntryCount = 8;

/** Entries captured and done in each hour of a day. */
function hourCounts(db: Sqlite) {
  const counts = db.prepare<[StepRange & { from: number }], { hour: number; captured: number; done: number }>(
    `SELECT CAST((at - @from) / ${hourMs} AS INTEGER) AS hour, sum(from_state IS NULL) AS captured, sum(to_state = 'done' AND from_state <> 'done') AS done
     FROM history WHERE seq >= @first AND seq < @end AND (from_state IS NULL OR to_state = 'done') GROUP BY 1`,
  );
  return (day: LocalDay, range: StepRange): Today['hours'] => {
    const hours = Array.from({ length: Math.round((day.to - day.from) / hourMs) }, () => ({ captured: 0, done: 0 }));
    for (const { hour, captured, done } of counts.all({ ...range, from: day.from })) {
      // times recorded under a wrong clock count for the nearest hour
      const bucket = hours[Math.min(Math.max(0, hour), hours.length - 1)];
      if (bucket === undefined) continue;
      bucket.captured += captured ?? 0;
      bucket.done += done ?? 0;
    }
    return hours;
  };
}

/** The first view of a day: what needs a person, its sums, its hours and its last entries. */
export function todayReader(db: Sqlite, reader: OutboxReader, now: () => number, stuckMs: () => number) {
  const ranges = stepRanges(db);
  const { sums } = daySums(db);
  const hours = hourCounts(db);
  const groups = needGroups(db, () => now() - stuckMs());
  return {
    today(): Omit<Today, 'badLabels'> {
      const day = dayOf(now());
      const range = ranges(day);
      const allGroups = groups.all();
      const shownGroups = allGroups.slice(0, maxGroups);
      const newest = new Map(reader.rows(shownGroups.map((group) => group.newest)).map((row) => [row.seq, row]));
      return {
        day: day.name,
        from: day.from,
        to: day.to,
        ...sums(range),
        hours: hours(day, range),
        needs: shownGroups.flatMap(({ newest: seq, ...group }) => {
          const row = newest.get(seq);
          return row === undefined ? [] : [{ ...group, newest: row }];
        }),
        moreNeeds: allGroups.length - shownGroups.length,
        labels: reader.labels.counts(),
        last: reader.page({}, lastEntryCount).rows,
      };
    },
    group: groups.ids,
  };
}
