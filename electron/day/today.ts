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
  const firstAt = createFirstNumberFinder(db, 'history', 'at');
  return ({ from, to }: { from: number; to: number }): StepRange => ({ first: firstAt(from), end: firstAt(to) });
}

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

/** Beyond this number a list is too long to work through before closing. */
const maxMissing = 200;

const final = finalStates.map((state) => `'${state}'`).join(', ');
const openStates = states.filter((state) => !(finalStates as readonly State[]).includes(state));

/**
 * The entries of a day, each with its state at the start of the day (null: created that day) and at its end. Three
 * cases: changed during the day; unchanged that day but later, so that the first later step gives the state; neither,
 * so that the current state applies.
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

/** Whether the parcel of an entry was handed over to a carrier. */
const handedOver = `EXISTS (SELECT 1 FROM handover_parcel p JOIN handover o ON o.seq = p.handover
  WHERE p.entry = e.seq AND p.state = 'taken' AND o.state = 'closed')`;

const none = (): DaySums => ({
  captured: 0,
  carriedOver: 0,
  byState: Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>,
});

function add(sums: DaySums, { captured, state, entries }: Pick<Row, 'captured' | 'state' | 'entries'>): void {
  if (captured === 1) sums.captured += entries;
  else sums.carriedOver += entries;
  sums.byState[state] += entries;
}

/**
 * Sums of a day; the cost depends on the steps since its start and on the open entries, not on the size of the outbox.
 */
export function daySums(db: Sqlite) {
  const whole = db.prepare<[StepRange], Pick<Row, 'captured' | 'state' | 'entries'>>(
    `${entriesOfDay} SELECT began IS NULL AS captured, ended AS state, count(*) AS entries FROM of_day
     WHERE began IS NULL OR began NOT IN (${final}) GROUP BY 1, 2`,
  );
  const byPart = db.prepare<[StepRange], Row>(
    `${entriesOfDay} SELECT e.operator, e.endpoint, coalesce(${serviceOf('e')}, '') AS service, d.began IS NULL AS captured,
       d.ended AS state, count(*) AS entries, count(e.label_list) AS needed, sum(e.label_list IS 'printed') AS on_paper,
       sum(${handedOver}) AS handed_over
     FROM of_day d JOIN entry e ON e.seq = d.seq WHERE d.began IS NULL OR d.began NOT IN (${final})
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3`,
  );
  const missing = db.prepare<[StepRange], { seq: number; unfinished: 0 | 1; unprinted: 0 | 1 | null }>(
    `${entriesOfDay} SELECT e.seq AS seq, d.ended NOT IN (${final}) AS unfinished, e.label_list <> 'printed' AS unprinted
     FROM of_day d JOIN entry e ON e.seq = d.seq
     WHERE (d.began IS NULL OR d.began NOT IN (${final})) AND (unfinished = 1 OR unprinted = 1) ORDER BY e.seq`,
  );
  return {
    /** `seq` of entries to deal with before closing the day, oldest first */
    missing(range: StepRange): { unfinished: number[]; unprinted: number[] } {
      const found = { unfinished: [] as number[], unprinted: [] as number[] };
      for (const { seq, unfinished, unprinted } of missing.iterate(range)) {
        if (unfinished === 1 && found.unfinished.length < maxMissing) found.unfinished.push(seq);
        if (unprinted === 1 && found.unprinted.length < maxMissing) found.unprinted.push(seq);
        if (found.unfinished.length === maxMissing && found.unprinted.length === maxMissing) break;
      }
      return found;
    },
    sums(range: StepRange): DaySums {
      const sums = none();
      for (const row of whole.all(range)) add(sums, row);
      return sums;
    },
    report(range: StepRange): DaySums & { parts: DayPart[]; labels: DayReport['labels'] } {
      const sums = none();
      const labels = { needed: 0, onPaper: 0, handedOver: 0 };
      const parts = new Map<string, DayPart>();
      for (const row of byPart.all(range)) {
        const { operator, endpoint, service } = row;
        const key = JSON.stringify([operator, endpoint, service]);
        const part = parts.get(key) ?? { operator, endpoint, service, ...none() };
        parts.set(key, part);
        add(part, row);
        add(sums, row);
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
const lastEntries = 8;

/** Entries captured and done in each hour of a day. */
function hourCounts(db: Sqlite) {
  const counts = db.prepare<[StepRange & { from: number }], { hour: number; captured: number; done: number }>(
    `SELECT CAST((at - @from) / ${hourMs} AS INTEGER) AS hour, sum(from_state IS NULL) AS captured, sum(to_state = 'done' AND from_state <> 'done') AS done
     FROM history WHERE seq >= @first AND seq < @end AND (from_state IS NULL OR to_state = 'done') GROUP BY 1`,
  );
  return (day: LocalDay, range: StepRange): Today['hours'] => {
    const hours = Array.from({ length: Math.round((day.to - day.from) / hourMs) }, () => ({ captured: 0, done: 0 }));
    for (const { hour, captured, done } of counts.all({ ...range, from: day.from })) {
      // Times recorded under a wrong clock count for the nearest hour.
      const at = hours[Math.min(Math.max(0, hour), hours.length - 1)];
      if (at === undefined) continue;
      at.captured += captured ?? 0;
      at.done += done ?? 0;
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
      const found = groups.all();
      const told = found.slice(0, maxGroups);
      const newest = new Map(reader.rows(told.map((group) => group.newest)).map((row) => [row.seq, row]));
      return {
        day: day.name,
        from: day.from,
        to: day.to,
        ...sums(range),
        hours: hours(day, range),
        needs: told.flatMap(({ newest: seq, ...group }) => {
          const row = newest.get(seq);
          return row === undefined ? [] : [{ ...group, newest: row }];
        }),
        moreNeeds: found.length - told.length,
        labels: reader.labels.counts(),
        last: reader.page({}, lastEntries).rows,
      };
    },
    group: groups.ids,
  };
}
