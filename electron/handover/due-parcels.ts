import { dayNamed, dayOf } from '../day/local-day.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { serviceOf } from '../outbox/entry-service.ts';

/** A label from longer ago is of another day, however long nothing was handed over (ms). */
const longestGap = 14 * 86_400_000;

/** The carrier of an entry: what the service named, else the code of the service that was ordered. */
export const carrierOf = `coalesce(e.shipping_provider, ${serviceOf('e')}, '')`;

/** A parcel that was handed over, or is in a handover that is open. */
const isTaken = `EXISTS (SELECT 1 FROM handover_parcel p JOIN handover o ON o.seq = p.handover
  WHERE p.entry = e.seq AND p.state IN ('taken', 'dropped') AND o.state <> 'discarded')`;

/** Entries that are to be handed over from a time on (`@from`) up to another (`@to`), and what was left behind: as `due (entry)`. */
export const dueParcels = `due (entry) AS (
  SELECT e.seq FROM (
    SELECT seq FROM entry WHERE printed_at >= @from AND printed_at < @to
    UNION SELECT entry FROM handover_parcel INDEXED BY handover_parcel_left WHERE state = 'left'
  ) one CROSS JOIN entry e ON e.seq = one.seq
  WHERE e.label_list = 'printed' AND (@carrier = '' OR ${carrierOf} = @carrier) AND NOT ${isTaken})`;

export interface DueRange {
  from: number;
  to: number;
  carrier: string;
}

/** From when on labels are of a handover of a day: since the day of the last one that was closed. */
export function dueRange(db: Sqlite): (day: string, carrier: string) => DueRange {
  const last = db
    .prepare<[string], string | null>(`SELECT max(day) FROM handover WHERE state = 'closed' AND day <= ?`)
    .pluck();
  return (day, carrier) => {
    const { from: begin, to } = dayNamed(day);
    const before = last.get(day);
    const since = typeof before === 'string' ? dayNamed(before).from : begin;
    return { from: Math.max(since, begin - longestGap), to, carrier };
  };
}

export const dayNow = (now: number): string => dayOf(now).name;
