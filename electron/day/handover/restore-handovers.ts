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
 * Rebuilds the handovers of a restored folder after its journal was replayed. Each `handed-over` event of the histories
 * goes into a closed handover, found or created by the code of its sheet; parcels that were only scanned must be
 * scanned again.
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
  const add = db.prepare<[string, string, string, string, string, number, number, string]>(
    `INSERT INTO handover (id, code, day, carrier, operator, begun_at, state, ended_at, ended_by) VALUES (?, ?, ?, ?, ?, ?, 'closed', ?, ?)`,
  );
  const close = db.prepare<[number, string, number]>(
    `UPDATE handover SET state = 'closed', ended_at = ?, ended_by = ? WHERE seq = ?`,
  );
  const change = db.prepare<[string, string, number, number, number]>(
    `UPDATE handover_parcel SET state = 'taken', how = 'scanned', number = ?, who = ?, at = ? WHERE handover = ? AND entry = ?`,
  );
  const insert = db.prepare<[string, string, number, number, number]>(
    `INSERT INTO handover_parcel (state, how, number, who, at, handover, entry) VALUES ('taken', 'scanned', ?, ?, ?, ?, ?)`,
  );
  const supersede = db.prepare<[number]>(
    `UPDATE handover_parcel SET state = 'later' WHERE entry = ? AND state = 'left'`,
  );
  // collected in the backup, but not known to be handed over
  const clearTaken = db.prepare<[number]>(
    `UPDATE handover_parcel SET state = 'stays', how = NULL, number = NULL WHERE handover = ? AND state = 'taken'`,
  );

  function handoverOf({ sheet, carrier, at, who }: HandedOverEvent): number {
    const existing = byCode.get(sheet);
    if (existing?.state === 'closed') return existing.seq;
    if (existing) {
      clearTaken.run(existing.seq);
      close.run(at, who, existing.seq);
      return existing.seq;
    }
    // such as `H261123…` if this desk made it; a journal can come from anywhere
    const [, year, month, date] = /^H(\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])/.exec(sheet) ?? [];
    const day = year === undefined ? dayOf(at).name : `20${year}-${month}-${date}`;
    return Number(add.run(host.newId(), sheet, day, carrier, who, at, at, who).lastInsertRowid);
  }

  db.transaction(() => {
    for (const one of handedOverEvents.all()) {
      const handover = handoverOf(one);
      supersede.run(one.entry);
      const row = [one.number ?? '', one.who, one.at, handover, one.entry] as const;
      // not an upsert, which would take a number from the sequence even where it updates
      if (change.run(...row).changes === 0) insert.run(...row);
    }
  })();
}
