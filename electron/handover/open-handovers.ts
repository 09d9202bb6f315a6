import { hash } from 'node:crypto';
import { problem, type ProblemError } from '../../shared/contract/problem.ts';
import type { HandoverScanEnd, HandoverState, WhichPaper } from '../../shared/handover/handover.ts';
import { mayGoAlong } from '../../shared/handover/handover.ts';
import { clearCharacters } from '../../shared/text/check-character.ts';
import { textOfScan } from '../../shared/scan/text-of-scan.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { idempotentCommands } from '../outbox/idempotent-commands.ts';
import { outboxContext } from '../outbox/outbox-context.ts';
import { dayNow, dueParcels, dueRange, type DueRange } from './due-parcels.ts';
import { endOf, scannedFinder, type ScannedEntry } from './find-scanned.ts';

/** Host services: the clock (ms) and a source of unique ids. */
export interface HandoverHost {
  now: () => number;
  newId: () => string;
}

interface Row {
  seq: number;
  id: string;
  code: string;
  day: string;
  carrier: string;
  state: HandoverState;
}

/** A scanned code unknown to this desk is stored up to this length, in characters. */
const longestCode = 80;
/** Characters after the day in a sheet's code: enough to be unique among the sheets of a day. */
const codeLength = 8;

/** The code of a sheet: its day and a suffix unique on that day. `id`: the unique id of the handover. */
function codeOf(day: string, id: string): string {
  const bytes = hash('sha256', id, 'buffer').subarray(0, codeLength);
  const tail = Array.from(bytes, (byte) => clearCharacters[byte % clearCharacters.length]);
  return `H${day.slice(2).replaceAll('-', '')}${tail.join('')}`;
}

/**
 * Handovers over the desk's single writing connection, one transaction per method. Operator actions carry a command id
 * and are idempotent. A method that throws ProblemError has changed nothing.
 */
export function openHandovers(db: Sqlite, host: HandoverHost) {
  const { once } = idempotentCommands(db, host.now);
  const outbox = outboxContext(db, { ...host, holdMs: () => 0 });
  const find = scannedFinder(db);
  const rangeOf = dueRange(db);
  const byId = db.prepare<[string], Row>('SELECT seq, id, code, day, carrier, state FROM handover WHERE id = ?');
  const openOf = db.prepare<[string], { id: string }>(`SELECT id FROM handover WHERE state = 'open' AND carrier = ?`);
  const add = db.prepare<[string, string, string, string, string, number]>(
    `INSERT INTO handover (id, code, day, carrier, operator, begun_at, state) VALUES (?, ?, ?, ?, ?, ?, 'open')`,
  );
  const end = db.prepare<[HandoverState, number, string, number]>(
    'UPDATE handover SET state = ?, ended_at = ?, ended_by = ? WHERE seq = ?',
  );
  // an upsert would take a number from the sequence even where it updates, and verify counts the numbers
  const change = db.prepare<[string, string | null, string | null, string, number, number, number]>(
    'UPDATE handover_parcel SET state = ?, how = ?, number = ?, who = ?, at = ? WHERE handover = ? AND entry = ?',
  );
  const insert = db.prepare<[string, string | null, string | null, string, number, number, number]>(
    'INSERT INTO handover_parcel (state, how, number, who, at, handover, entry) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const takeOut = db.prepare<[number, number]>(
    `UPDATE handover_parcel SET state = 'stays', how = NULL, number = NULL WHERE handover = ? AND entry = ? AND state = 'taken'`,
  );
  const supersede = db.prepare<[number, number]>(
    `UPDATE handover_parcel SET state = 'later' WHERE entry = ? AND handover <> ? AND state = 'left'`,
  );
  const addSurplus = db.prepare<[number, string, number | null, string, string, number]>(
    `INSERT INTO handover_surplus (handover, code, entry, why, who, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (handover, code) DO UPDATE SET why = excluded.why, who = excluded.who, at = excluded.at`,
  );
  const noSurplus = db.prepare<[number, number]>('DELETE FROM handover_surplus WHERE handover = ? AND entry = ?');
  const due = db.prepare<[DueRange], number>(`WITH ${dueParcels} SELECT entry FROM due ORDER BY entry`).pluck();
  const taken = db.prepare<[number], { seq: number; at: number }>(
    `SELECT entry AS seq, at FROM handover_parcel WHERE handover = ? AND state = 'taken' ORDER BY seq`,
  );

  function handover(id: string): Row {
    const found = byId.get(id);
    if (found === undefined) throw problem('unknown-entry', 'There is no such handover in this data folder.', { id });
    return found;
  }
  function open(id: string): Row {
    const found = handover(id);
    if (found.state !== 'open') throw wrong('not-open', `The handover ${found.code} is ${found.state} already.`);
    return found;
  }
  const ranged = ({ day, carrier }: Row): DueRange => rangeOf(day, carrier);

  /** The entry an operator selected. Throws `unknown-entry`. */
  function entryOf(id: string): ScannedEntry {
    const found = find.byId(id);
    if (found === undefined) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
    return found;
  }
  function put(
    of: Row,
    entry: number,
    state: 'taken' | 'left' | 'dropped',
    paper: { how: 'scanned' | 'listed' | 'along'; number: string | null } | null,
    who: string,
  ): void {
    const { how = null, number = null } = paper ?? {};
    const row = [state, how, number, who, host.now(), of.seq, entry] as const;
    if (change.run(...row).changes === 0) insert.run(...row);
  }
  function take(of: Row, { seq, number }: ScannedEntry, how: 'scanned' | 'listed' | 'along', who: string): void {
    put(of, seq, 'taken', { how, number }, who);
    noSurplus.run(of.seq, seq);
  }

  function close(of: Row, who: string): { sortedOut: number } {
    const range = ranged(of);
    const entries = taken.all(of.seq).flatMap(({ seq, at }) => {
      const entry = find.bySeq(seq);
      return entry ? [{ ...entry, takenAt: at }] : [];
    });
    // judged by its present state, as if scanned now
    const ends = entries.map((entry) => {
      const now = endOf({ ...entry, taken: null }, of.seq, range, true);
      const isPrintedSince = entry.printedAt !== null && entry.printedAt > entry.takenAt;
      const isOld = now === 'taken' && isPrintedSince && find.otherPaper(entry, entry.number ?? entry.key) !== null;
      return { entry, end: isOld ? 'printed-since' : now };
    });
    const wrongNow = ends.filter((one) => one.end !== 'taken');
    for (const { entry, end } of wrongNow) {
      takeOut.run(of.seq, entry.seq);
      addSurplus.run(of.seq, entry.number ?? entry.key, entry.seq, end, who, host.now());
    }
    if (wrongNow.length > 0) return { sortedOut: wrongNow.length };
    if (entries.length === 0) throw wrong('empty', 'No parcel was taken, so there is nothing to hand over.');
    for (const { seq } of entries) {
      supersede.run(seq, of.seq);
      const record = outbox.records.bySeq(seq);
      if (record)
        outbox.noteAct(record, 'handed-over', who, why('handed-over', { sheet: of.code, carrier: of.carrier }));
    }
    for (const seq of due.all(range)) {
      supersede.run(seq, of.seq);
      put(of, seq, 'left', null, who);
    }
    end.run('closed', host.now(), who, of.seq);
    return { sortedOut: 0 };
  }

  return {
    /** Returns the id of the new handover. */
    begin: (commandId: string, carrier: string, operator: string): { id: string } =>
      once(commandId, 'handover-begin', () => {
        const there = openOf.get(carrier);
        if (there) throw wrong('is-open', 'A handover to this carrier is open already. Go on with that one.', there.id);
        const day = dayNow(host.now());
        const id = host.newId();
        add.run(id, codeOf(day, id), day, carrier, operator, host.now());
        return { id };
      }),
    scan: (
      commandId: string,
      id: string,
      code: string,
      operator: string,
      confirmed = false,
    ): { end: HandoverScanEnd; key: string | null; which: WhichPaper | null } =>
      once(commandId, 'handover-scan', () => {
        const of = open(id);
        const text = textOfScan(code);
        const entry = find.byCode(text);
        const end = entry ? endOf(entry, of.seq, ranged(of)) : 'unknown';
        const mayGo = end === 'taken' || (end !== 'twice' && mayGoAlong(end));
        const other = entry && mayGo ? find.otherPaper(entry, text) : null;
        if (entry && other?.is === 'scan-number') return { end: 'scan-number', key: entry.key, which: null };
        if (entry && other?.is === 'which-print' && !confirmed)
          return { end: 'which-print', key: entry.key, which: other.which };
        if (entry && end === 'taken') take(of, entry, 'scanned', operator);
        else if (end !== 'twice')
          addSurplus.run(of.seq, text.slice(0, longestCode), entry?.seq ?? null, end, operator, host.now());
        return { end, key: entry?.key ?? null, which: null };
      }),
    take: (commandId: string, id: string, ids: readonly string[] | null, operator: string): number =>
      once(commandId, 'handover-take', () => {
        const of = open(id);
        const range = ranged(of);
        const entries = ids === null ? due.all(range).flatMap((seq) => find.bySeq(seq) ?? []) : ids.map(entryOf);
        let count = 0;
        for (const entry of entries) {
          const end = endOf(entry, of.seq, range);
          if (end === 'twice' || (ids === null && end === 'reprint-open')) continue;
          if (end === 'reprint-open')
            throw wrong('reprint-open', `A new label of ${entry.key} was requested. Print it or cancel it first.`);
          if (end !== 'taken') throw wrong('not-due', `${entry.key} does not stand on the list of this handover.`);
          take(of, entry, 'listed', operator);
          count += 1;
        }
        return count;
      }),
    leave: (commandId: string, id: string, ids: readonly string[]): void =>
      void once(commandId, 'handover-leave', () => {
        const of = open(id);
        for (const entry of ids.map(entryOf))
          if (takeOut.run(of.seq, entry.seq).changes === 0)
            throw wrong('not-taken', `${entry.key} was not taken in this handover.`);
        return true;
      }),
    drop: (commandId: string, id: string, ids: readonly string[], operator: string): void =>
      void once(commandId, 'handover-drop', () => {
        const of = open(id);
        const listed = new Set(due.all(ranged(of)));
        for (const { seq, key } of ids.map(entryOf)) {
          if (!listed.has(seq)) throw wrong('not-due', `${key} does not stand on the list of this handover.`);
          supersede.run(seq, of.seq);
          put(of, seq, 'dropped', null, operator);
        }
        return true;
      }),
    along: (commandId: string, id: string, ids: readonly string[], operator: string): number =>
      once(commandId, 'handover-along', () => {
        const of = open(id);
        const range = ranged(of);
        for (const entry of ids.map(entryOf)) {
          const end = endOf(entry, of.seq, range);
          const goes = end === 'taken' || (end !== 'twice' && mayGoAlong(end));
          if (!goes) throw wrong('no-surplus', `${entry.key} cannot go along with this handover.`);
          take(of, entry, 'along', operator);
        }
        return ids.length;
      }),
    close: (commandId: string, id: string, operator: string): { sortedOut: number } =>
      once(commandId, 'handover-close', () => close(open(id), operator)),
    discard: (commandId: string, id: string, operator: string): void =>
      void once(commandId, 'handover-discard', () => (end.run('discarded', host.now(), operator, open(id).seq), true)),
  };
}
export type Handovers = ReturnType<typeof openHandovers>;

const wrong = (reason: string, message: string, id = ''): ProblemError =>
  problem('wrong-state', message, { reason, ...(id !== '' && { id }) });
