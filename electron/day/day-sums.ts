import type { DayPart, DayReport, DaySums } from '../../shared/contract/day-procedures.ts';
import { finalStates, states, type State } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { serviceOf } from '../outbox/entry-service.ts';
import { runsOf } from '../outbox/runs.ts';
import type { StepRange } from './day-steps.ts';

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
