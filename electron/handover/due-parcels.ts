import { dayNamed, dayOf } from '../day/local-day.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { serviceOf } from '../outbox/entry-service.ts';

/** Maximum age of a label for a day's handover, however long ago the last handover was (ms). */
const maxLabelAge = 14 * 86_400_000;

/** The carrier of an entry: as named by the service, else the service code ordered. */
export const carrierOf = `coalesce(e.shipping_provider, ${serviceOf('e')}, '')`;

/** Whether a parcel was handed over, or is in an open handover. */
const isHandedOver = `EXISTS (SELECT 1 FROM handover_parcel p JOIN handover o ON o.seq = p.handover
  WHERE p.entry = e.seq AND p.state IN ('taken', 'dropped') AND o.state <> 'discarded')`;

/** Entries to hand over: printed from `@from` until `@to`, or left behind earlier; as `due (entry)`. */
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

/** Range of print times that belong to the handover of a day: since the day of the last closed one. */
export function dueRange(db: Sqlite): (day: string, carrier: string) => DueRange {
  const last = db
    .prepare<[string], string | null>(`SELECT max(day) FROM handover WHERE state = 'closed' AND day <= ?`)
    .pluck();
  return (day, carrier) => {
    const { from: begin, to } = dayNamed(day);
    const before = last.get(day);
    const since = typeof before === 'string' ? dayNamed(before).from : begin;
    return { from: Math.max(since, begin - maxLabelAge), to, carrier };
  };
}

export const todayName = (now: number): string => dayOf(now).name;
