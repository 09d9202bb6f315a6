import type { MeterReport, MeterSample } from '../../shared/contract/memory-procedures.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';

const keptDays = 400;
const dayMs = 86_400_000;

/** Day number of a time (ms) in the desk's local calendar, counted from 1970. */
export function dayOf(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs;
}

/** Records the effort of entering parcels at this desk. */
export function meterStore(db: Sqlite, now: () => number) {
  const parcel = db.prepare<[number, number, string, number, number, number]>(
    'INSERT INTO meter_parcel (day, endpoint, operator, keystrokes, scans, ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const field = db.prepare<[number, number, string, number, number]>(
    `INSERT INTO meter_field (day, endpoint, field, parcels, keystrokes, ms) VALUES (?, ?, ?, 1, ?, ?)
     ON CONFLICT (day, endpoint, field) DO UPDATE SET parcels = parcels + 1, keystrokes = keystrokes + excluded.keystrokes, ms = ms + excluded.ms`,
  );
  const forget = ['meter_parcel', 'meter_field'].map((table) =>
    db.prepare<[number]>(`DELETE FROM ${table} WHERE day < ?`),
  );
  return {
    add(samples: readonly MeterSample[], operator: string): void {
      const today = dayOf(now());
      for (const { endpoint, keystrokes, scans, ms, fields } of samples) {
        parcel.run(today, endpoint, operator, keystrokes, scans, ms);
        for (const one of fields) field.run(today, endpoint, one.field, one.keystrokes, one.ms);
      }
      for (const statement of forget) statement.run(today - keptDays);
    },
  };
}

/** Sums and medians of the last days, today included, by kind of create and by field. */
export function meterReader(db: Sqlite, now: () => number) {
  const kinds = db.prepare<[number], Omit<MeterReport['kinds'][number], 'medianMs' | 'medianKeystrokes'>>(
    `SELECT endpoint, count(*) AS parcels, sum(keystrokes) AS keystrokes, sum(scans) AS scans, sum(ms) AS ms
     FROM meter_parcel WHERE day >= ? GROUP BY endpoint ORDER BY endpoint`,
  );
  const median = (column: 'ms' | 'keystrokes') =>
    db.prepare<[number, number, number], { value: number }>(
      `SELECT ${column} AS value FROM meter_parcel WHERE day >= ? AND endpoint = ? ORDER BY ${column} LIMIT 1 OFFSET ?`,
    );
  const medianMs = median('ms');
  const medianKeystrokes = median('keystrokes');
  const fields = db.prepare<[number], MeterReport['fields'][number]>(
    `SELECT endpoint, field, sum(parcels) AS parcels, sum(keystrokes) AS keystrokes, sum(ms) AS ms
     FROM meter_field WHERE day >= ? GROUP BY endpoint, field ORDER BY ms DESC`,
  );
  const days = db.prepare<[number], MeterReport['days'][number]>(
    `SELECT day * ${dayMs} AS day, endpoint, count(*) AS parcels, sum(keystrokes) AS keystrokes, sum(ms) AS ms
     FROM meter_parcel WHERE day >= ? GROUP BY day, endpoint ORDER BY day, endpoint`,
  );
  return (lastDays: number): MeterReport => {
    const from = dayOf(now()) - lastDays + 1;
    return {
      kinds: kinds.all(from).map((kind) => {
        const middle = Math.floor((kind.parcels - 1) / 2);
        return {
          ...kind,
          medianMs: medianMs.get(from, kind.endpoint, middle)?.value ?? 0,
          medianKeystrokes: medianKeystrokes.get(from, kind.endpoint, middle)?.value ?? 0,
        };
      }),
      fields: fields.all(from),
      days: days.all(from),
    };
  };
}
