import type { CarrierDue } from '../../../shared/contract/handover-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import type { Handover, HandoverList, HandoverParcel } from '../../../shared/handover/handover.ts';
import { serviceOf } from '../../outbox/entry-filter.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../../storage/database/queries.ts';
import { dayNamed, dayOf } from '../local-day.ts';

/** Maximum age of a label in a day's handover (ms), even if the last handover is longer ago. */
const maxLabelAgeMs = 14 * 86_400_000;

/** SQL of the carrier of an entry: as the service names it, else the service code of the order. */
export const carrierOf = `coalesce(e.shipping_provider, ${serviceOf('e')}, '')`;

/** SQL condition: the parcel was handed over or dropped, or is in an open handover. */
const isHandedOver = `EXISTS (SELECT 1 FROM handover_parcel p JOIN handover o ON o.seq = p.handover
  WHERE p.entry = e.seq AND p.state IN ('taken', 'dropped') AND o.state <> 'discarded')`;

/** SQL of the entries to hand over, as `due (entry)`: printed from `@from` until `@to`, or left behind earlier. */
export const dueParcels = `due (entry) AS (
  SELECT e.seq FROM (
    SELECT seq FROM entry WHERE printed_at >= @from AND printed_at < @to
    UNION SELECT entry FROM handover_parcel INDEXED BY handover_parcel_left WHERE state = 'left'
  ) one CROSS JOIN entry e ON e.seq = one.seq
  WHERE e.label_list = 'printed' AND (@carrier = '' OR ${carrierOf} = @carrier) AND NOT ${isHandedOver})`;

export interface DueRange {
  from: number;
  to: number;
  carrier: string;
}

/** Range of print times of the parcels in the handover of a day: since the day of the last closed handover. */
export function dueRange(db: Sqlite): (day: string, carrier: string) => DueRange {
  const lastClosedDay = db
    .prepare<[string], string | null>(`SELECT max(day) FROM handover WHERE state = 'closed' AND day <= ?`)
    .pluck();
  return (day, carrier) => {
    const { from: dayStart, to } = dayNamed(day);
    const lastDay = lastClosedDay.get(day);
    const start = typeof lastDay === 'string' ? dayNamed(lastDay).from : dayStart;
    return { from: Math.max(start, dayStart - maxLabelAgeMs), to, carrier };
  };
}

export const todayName = (now: number): string => dayOf(now).name;

type Row = Omit<Handover, 'counts'> & { seq: number };

/** Maximum number of parcels returned per list. */
const maxParcels = 10_000;

const columns =
  'seq, id, code, day, carrier, operator, begun_at AS begunAt, state, ended_at AS endedAt, ended_by AS endedBy';
const parcelColumns = `e.id, e.key, e.recipient, ${carrierOf} AS carrier`;

/** Reads handovers from the database. */
export function handoverReader(db: Sqlite, now: () => number) {
  const rangeOf = dueRange(db);
  const byId = db.prepare<[string], Row>(`SELECT ${columns} FROM handover WHERE id = ?`);
  const openHandovers = db.prepare<[], Row>(`SELECT ${columns} FROM handover WHERE state = 'open' ORDER BY seq DESC`);
  const endedHandovers = db.prepare<[number, number], Row>(
    `SELECT ${columns} FROM handover WHERE seq < ? AND state <> 'open' ORDER BY seq DESC LIMIT ${opaqueIntParam()}`,
  );
  const countParcels = db.prepare<[{ seq: number }], { taken: number; missing: number; surplus: number }>(
    `SELECT (SELECT count(*) FROM handover_parcel WHERE handover = @seq AND state = 'taken') AS taken,
       (SELECT count(*) FROM handover_parcel WHERE handover = @seq AND state IN ('left', 'later')) AS missing,
       (SELECT count(*) FROM handover_surplus WHERE handover = @seq) AS surplus`,
  );
  const countMissing = db.prepare<[DueRange], { n: number }>(`WITH ${dueParcels} SELECT count(*) AS n FROM due`);
  const prepareParcels = (state: string) =>
    db.prepare<[number], HandoverParcel>(
      `SELECT e.seq AS row, ${parcelColumns}, coalesce(p.number, e.tracking_number, '') AS number, NULL AS why, p.at, p.who
       FROM handover_parcel p JOIN entry e ON e.seq = p.entry WHERE p.handover = ? AND p.state IN (${state}) ORDER BY p.seq LIMIT ${maxParcels}`,
    );
  const [takenParcels, leftParcels] = [prepareParcels(`'taken'`), prepareParcels(`'left', 'later'`)];
  const dueList = db.prepare<[DueRange], HandoverParcel>(
    `WITH ${dueParcels} SELECT e.seq AS row, ${parcelColumns}, coalesce(e.tracking_number, '') AS number, NULL AS why, e.printed_at AS at, e.operator AS who
     FROM due CROSS JOIN entry e ON e.seq = due.entry ORDER BY e.seq LIMIT ${maxParcels}`,
  );
  const surplusParcels = db.prepare<[number], HandoverParcel>(
    `SELECT s.seq AS row, e.id, coalesce(e.key, '') AS key, coalesce(e.recipient, '') AS recipient, iif(e.seq IS NULL, '', ${carrierOf}) AS carrier, iif(s.code LIKE 'erased-%', '', s.code) AS number, s.why, s.at, s.who
     FROM handover_surplus s LEFT JOIN entry e ON e.seq = s.entry WHERE s.handover = ? ORDER BY s.seq DESC LIMIT ${maxParcels}`,
  );
  const carrierCounts = db.prepare<[DueRange], CarrierDue>(
    `WITH ${dueParcels} SELECT ${carrierOf} AS carrier, count(*) AS due FROM due CROSS JOIN entry e ON e.seq = due.entry GROUP BY 1 ORDER BY 2 DESC, 1`,
  );

  const rangeOfRow = ({ day, carrier }: Row): DueRange => rangeOf(day, carrier);
  function requireRow(id: string): Row {
    const row = byId.get(id);
    if (row === undefined) throw problem('unknown-entry', 'There is no such handover in this data folder.', { id });
    return row;
  }
  function toHandover({ seq, ...rest }: Row): Handover {
    const counts = countParcels.get({ seq }) ?? { taken: 0, missing: 0, surplus: 0 };
    if (rest.state === 'open') counts.missing = countMissing.get(rangeOfRow({ seq, ...rest }))?.n ?? 0;
    return { ...rest, counts };
  }
  return {
    /** Throws `unknown-entry`. */
    get: (id: string): Handover => toHandover(requireRow(id)),
    list(before: string | null, limit: number): { handovers: Handover[]; more: boolean } {
      const rows = endedHandovers.all(before === null ? Number.MAX_SAFE_INTEGER : requireRow(before).seq, limit + 1);
      const shown = [...(before === null ? openHandovers.all() : []), ...rows.slice(0, limit)];
      return { handovers: shown.map(toHandover), more: rows.length > limit };
    },
    parcels(id: string, list: HandoverList): HandoverParcel[] {
      const handover = requireRow(id);
      if (list === 'taken') return takenParcels.all(handover.seq);
      if (list === 'surplus') return surplusParcels.all(handover.seq);
      return handover.state === 'open' ? dueList.all(rangeOfRow(handover)) : leftParcels.all(handover.seq);
    },
    carriers: (): CarrierDue[] => carrierCounts.all(rangeOf(todayName(now()), '')),
  };
}
