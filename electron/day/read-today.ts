import type { Today } from '../../shared/contract/day-procedures.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { OutboxReader } from '../outbox/open-reader.ts';
import { daySums } from './day-sums.ts';
import { stepRanges, type StepRange } from './day-steps.ts';
import { dayOf, type LocalDay } from './local-day.ts';
import { needGroups } from './need-groups.ts';

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
