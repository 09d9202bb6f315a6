import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { dayOf } from '../local-day.ts';

interface HandedOverEvent {
  entry: number;
  at: number;
  who: string;
  sheet: string;
  carrier: string;
  number: string | null;
}

/**
 * Rebuilds the handovers of a restored folder after its journal was replayed. Each `handed-over` event of a history is
 * added to the closed handover with the code of its sheet, which is created if missing. Parcels that were only scanned
 * must be scanned again.
 */
export function restoreHandovers(db: Sqlite, host: { newId: () => string }): void {
  const handedOverEvents = db.prepare<[], HandedOverEvent>(
    `SELECT h.entry, h.at, h.who, h.why_params ->> 'sheet' AS sheet, h.why_params ->> 'carrier' AS carrier, e.tracking_number AS number
     FROM history h JOIN entry e ON e.seq = h.entry WHERE h.event = 'handed-over' AND sheet IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM handover_parcel p JOIN handover o ON o.seq = p.handover
       WHERE p.entry = h.entry AND p.state = 'taken' AND o.state = 'closed' AND o.code = h.why_params ->> 'sheet')
     ORDER BY h.seq`,
  );
  const byCode = db.prepare<[string], { seq: number; state: string }>('SELECT seq, state FROM handover WHERE code = ?');
  const insertHandover = db.prepare<[string, string, string, string, string, number, number, string]>(
    `INSERT INTO handover (id, code, day, carrier, operator, begun_at, state, ended_at, ended_by) VALUES (?, ?, ?, ?, ?, ?, 'closed', ?, ?)`,
  );
  const closeHandover = db.prepare<[number, string, number]>(
    `UPDATE handover SET state = 'closed', ended_at = ?, ended_by = ? WHERE seq = ?`,
  );
  const updateParcel = db.prepare<[string, string, number, number, number]>(
    `UPDATE handover_parcel SET state = 'taken', how = 'scanned', number = ?, who = ?, at = ? WHERE handover = ? AND entry = ?`,
  );
  const insertParcel = db.prepare<[string, string, number, number, number]>(
    `INSERT INTO handover_parcel (state, how, number, who, at, handover, entry) VALUES ('taken', 'scanned', ?, ?, ?, ?, ?)`,
  );
  const markLater = db.prepare<[number]>(
    `UPDATE handover_parcel SET state = 'later' WHERE entry = ? AND state = 'left'`,
  );
  // parcels that were scanned before the backup are not known to be handed over
  const clearTaken = db.prepare<[number]>(
    `UPDATE handover_parcel SET state = 'stays', how = NULL, number = NULL WHERE handover = ? AND state = 'taken'`,
  );

  function handoverOf({ sheet, carrier, at, who }: HandedOverEvent): number {
    const existing = byCode.get(sheet);
    if (existing?.state === 'closed') return existing.seq;
    if (existing) {
      clearTaken.run(existing.seq);
      closeHandover.run(at, who, existing.seq);
      return existing.seq;
    }
    // this desk's codes begin with the day, such as `H261123…`; a journal may have any others
    const [, year, month, date] = /^H(\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])/.exec(sheet) ?? [];
    const day = year === undefined ? dayOf(at).name : `20${year}-${month}-${date}`;
    return Number(insertHandover.run(host.newId(), sheet, day, carrier, who, at, at, who).lastInsertRowid);
  }

  db.transaction(() => {
    for (const event of handedOverEvents.all()) {
      const handover = handoverOf(event);
      markLater.run(event.entry);
      const row = [event.number ?? '', event.who, event.at, handover, event.entry] as const;
      // not an upsert, which takes a number from the sequence even if it updates
      if (updateParcel.run(...row).changes === 0) insertParcel.run(...row);
    }
  })();
}
