import type { CarrierDue } from '../../shared/contract/handover-procedures.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { Handover, HandoverList, HandoverParcel } from '../../shared/handover/handover.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { carrierOf, todayName, dueParcels, dueRange, type DueRange } from './due-parcels.ts';
import { opaqueIntParam } from '../database/given.ts';

type Row = Omit<Handover, 'counts'> & { seq: number };

/** Maximum number of parcels returned per list. */
const maxParcels = 10_000;

const columns =
  'seq, id, code, day, carrier, operator, begun_at AS begunAt, state, ended_at AS endedAt, ended_by AS endedBy';
const parcel = `e.id, e.key, e.recipient, ${carrierOf} AS carrier`;

/** Reads handovers from the database. */
export function handoverReader(db: Sqlite, now: () => number) {
  const rangeOf = dueRange(db);
  const byId = db.prepare<[string], Row>(`SELECT ${columns} FROM handover WHERE id = ?`);
  const open = db.prepare<[], Row>(`SELECT ${columns} FROM handover WHERE state = 'open' ORDER BY seq DESC`);
  const ended = db.prepare<[number, number], Row>(
    `SELECT ${columns} FROM handover WHERE seq < ? AND state <> 'open' ORDER BY seq DESC LIMIT ${opaqueIntParam()}`,
  );
  const count = db.prepare<[{ seq: number }], { taken: number; missing: number; surplus: number }>(
    `SELECT (SELECT count(*) FROM handover_parcel WHERE handover = @seq AND state = 'taken') AS taken,
       (SELECT count(*) FROM handover_parcel WHERE handover = @seq AND state IN ('left', 'later')) AS missing,
       (SELECT count(*) FROM handover_surplus WHERE handover = @seq) AS surplus`,
  );
  const missing = db.prepare<[DueRange], { n: number }>(`WITH ${dueParcels} SELECT count(*) AS n FROM due`);
  const prepareParcels = (state: string) =>
    db.prepare<[number], HandoverParcel>(
      `SELECT e.seq AS row, ${parcel}, coalesce(p.number, e.tracking_number, '') AS number, NULL AS why, p.at, p.who
       FROM handover_parcel p JOIN entry e ON e.seq = p.entry WHERE p.handover = ? AND p.state IN (${state}) ORDER BY p.seq LIMIT ${maxParcels}`,
    );
  const [taken, left] = [prepareParcels(`'taken'`), prepareParcels(`'left', 'later'`)];
  const due = db.prepare<[DueRange], HandoverParcel>(
    `WITH ${dueParcels} SELECT e.seq AS row, ${parcel}, coalesce(e.tracking_number, '') AS number, NULL AS why, e.printed_at AS at, e.operator AS who
     FROM due CROSS JOIN entry e ON e.seq = due.entry ORDER BY e.seq LIMIT ${maxParcels}`,
  );
  const surplus = db.prepare<[number], HandoverParcel>(
    `SELECT s.seq AS row, e.id, coalesce(e.key, '') AS key, coalesce(e.recipient, '') AS recipient, iif(e.seq IS NULL, '', ${carrierOf}) AS carrier, iif(s.code LIKE 'erased-%', '', s.code) AS number, s.why, s.at, s.who
     FROM handover_surplus s LEFT JOIN entry e ON e.seq = s.entry WHERE s.handover = ? ORDER BY s.seq DESC LIMIT ${maxParcels}`,
  );
  const carriers = db.prepare<[DueRange], CarrierDue>(
    `WITH ${dueParcels} SELECT ${carrierOf} AS carrier, count(*) AS due FROM due CROSS JOIN entry e ON e.seq = due.entry GROUP BY 1 ORDER BY 2 DESC, 1`,
  );

  const rangeOfRow = ({ day, carrier }: Row): DueRange => rangeOf(day, carrier);
  function row(id: string): Row {
    const found = byId.get(id);
    if (found === undefined) throw problem('unknown-entry', 'There is no such handover in this data folder.', { id });
    return found;
  }
  function toHandover({ seq, ...rest }: Row): Handover {
    const counts = count.get({ seq }) ?? { taken: 0, missing: 0, surplus: 0 };
    if (rest.state === 'open') counts.missing = missing.get(rangeOfRow({ seq, ...rest }))?.n ?? 0;
    return { ...rest, counts };
  }
  return {
    /** Throws `unknown-entry`. */
    get: (id: string): Handover => toHandover(row(id)),
    list(before: string | null, limit: number): { handovers: Handover[]; more: boolean } {
      const found = ended.all(before === null ? Number.MAX_SAFE_INTEGER : row(before).seq, limit + 1);
      const shown = [...(before === null ? open.all() : []), ...found.slice(0, limit)];
      return { handovers: shown.map(toHandover), more: found.length > limit };
    },
    parcels(id: string, list: HandoverList): HandoverParcel[] {
      const of = row(id);
      if (list === 'taken') return taken.all(of.seq);
      if (list === 'surplus') return surplus.all(of.seq);
      return of.state === 'open' ? due.all(rangeOfRow(of)) : left.all(of.seq);
    },
    carriers: (): CarrierDue[] => carriers.all(rangeOf(todayName(now()), '')),
  };
}
