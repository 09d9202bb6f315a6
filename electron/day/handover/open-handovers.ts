import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import {
  type HandoverScanResult,
  type WhichPaper,
  type HandoverScanEnd,
  type HandoverState,
  canBeIncluded,
} from '../../../shared/handover/handover.ts';
import type { LabelList } from '../../../shared/labels/label-lists.ts';
import type { State } from '../../../shared/outbox/states.ts';
import { why } from '../../../shared/outbox/whys.ts';
import type { WhichPrint } from '../../../shared/printing/scan-confirmation.ts';
import { removeRoutingZip, textOfScan } from '../../../shared/scan/read-code.ts';
import { clearCharacters } from '../../../shared/text/check-character.ts';
import { idempotentCommands } from '../../outbox/commands.ts';
import { hasOrderKeyCondition, hasLabelCondition } from '../../outbox/entry-filter.ts';
import { outboxContext } from '../../outbox/outbox-context.ts';
import { scannedCodes } from '../../printing/queue/scan-confirmation.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { carrierOf, type DueRange, todayName, dueParcels, dueRange } from './read-handovers.ts';
import { hash } from 'node:crypto';

/** An entry as a handover sees it. */
export interface ScannedEntry {
  seq: number;
  id: string;
  key: string;
  state: State;
  replaced_by: string | null;
  list: LabelList | null;
  number: string | null;
  carrier: string;
  printedAt: number | null;
  copies: number;
  /** whether another copy of the printed label was requested and is not printed or cancelled yet */
  reprinting: 0 | 1;
  /** whether an earlier handover left it behind */
  left: 0 | 1;
  /** the handover that has it, and whether that is closed; null: none */
  taken: number | null;
  closed: 0 | 1 | null;
}

const columns = `e.seq, e.id, e.key, e.state, e.replaced_by, e.label_list AS list, e.tracking_number AS number, ${carrierOf} AS carrier,
  e.printed_at AS printedAt, e.copies,
  EXISTS (SELECT 1 FROM print_label r WHERE r.entry = e.seq AND r.settled_at IS NULL AND r.copy > 1) AS reprinting,
  EXISTS (SELECT 1 FROM handover_parcel l WHERE l.entry = e.seq AND l.state = 'left') AS "left",
  t.handover AS taken, t.closed`;
const joinTaken = `LEFT JOIN (
    SELECT p.entry, p.handover, o.state = 'closed' AS closed FROM handover_parcel p JOIN handover o ON o.seq = p.handover
    WHERE p.state = 'taken' AND o.state <> 'discarded'
  ) t ON t.entry = e.seq`;

/** Why a code does not tell the label in hand from an earlier one of its order, and what is to be done. */
export type OtherPaper = { is: 'scan-number' } | { is: 'which-print'; which: WhichPaper };

/** Finds the entry a parcel is of. */
export function scannedEntryFinder(db: Sqlite) {
  // among several with one key, prefers those not replaced, then the latest
  const byCode = db.prepare<[{ text: string; bare: string }], ScannedEntry>(
    `SELECT ${columns} FROM (
       SELECT seq FROM entry WHERE ${hasOrderKeyCondition} AND key = @text AND ${hasLabelCondition()}
       UNION SELECT seq FROM entry WHERE tracking_number IN (@text, @bare) AND ${hasLabelCondition()}
     ) one CROSS JOIN entry e ON e.seq = one.seq ${joinTaken}
     ORDER BY e.replaced_by IS NOT NULL, e.state = 'withdrawn', e.seq DESC LIMIT 1`,
  );
  const bySeq = db.prepare<[number], ScannedEntry>(`SELECT ${columns} FROM entry e ${joinTaken} WHERE e.seq = ?`);
  const lastPrint = db
    .prepare<[{ seq: number; number: string }], number>(
      `SELECT max(seq) FROM print_label WHERE entry = @seq AND state = 'on-paper' AND number = @number`,
    )
    .pluck();
  // the service may give a replacement the number of the order it replaces
  const isOnReplaced = db
    .prepare<[{ seq: number; text: string; bare: string }], number>(
      `SELECT EXISTS (
         SELECT 1 FROM (
           SELECT seq FROM entry WHERE ${hasOrderKeyCondition} AND key = @text
           UNION SELECT seq FROM entry WHERE tracking_number IN (@text, @bare)
         ) one CROSS JOIN entry o ON o.seq = one.seq
         WHERE o.seq <> @seq AND (o.replaced_by IS NOT NULL OR o.state = 'withdrawn')
           AND (o.printed_number IS NOT NULL OR o.maybe_printed = 1))`,
    )
    .pluck();
  const codes = scannedCodes(db);
  const byId = db.prepare<[string], ScannedEntry>(`SELECT ${columns} FROM entry e ${joinTaken} WHERE e.id = ?`);
  return {
    byCode: (text: string): ScannedEntry | undefined => byCode.get({ text, bare: removeRoutingZip(text) }),
    /** What a person must do or say because an earlier label has the code too; null: only one label has it. */
    otherPaper({ seq, id, number, printedAt, copies }: ScannedEntry, text: string): OtherPaper | null {
      if (number === null || printedAt === null) return null;
      const asks = (which: WhichPrint): OtherPaper => ({ is: 'which-print', which: { ...which, printedAt } });
      const print = lastPrint.get({ seq, number }) ?? null;
      const found = print === null ? null : codes.ambiguityOf({ seq: print, id }, false, text);
      if (found?.is === 'which-print') return asks(found.which);
      // labels of versions without a print queue are only counted
      if (print === null && copies > 1) return asks({ by: 'copy', id, copy: copies });
      if (isOnReplaced.get({ seq, text, bare: removeRoutingZip(text) }) === 1)
        return asks({ by: 'corrected', id, copy: copies });
      return found;
    },
    bySeq: (seq: number): ScannedEntry | undefined => bySeq.get(seq),
    byId: (id: string): ScannedEntry | undefined => byId.get(id),
  };
}

/**
 * The result of scanning a parcel for a handover: whether it is added, and if not, why. `along`: a person confirmed
 * that it goes with this handover.
 */
export function scanResultOf(
  entry: ScannedEntry,
  handover: number,
  range: DueRange,
  isConfirmed = false,
): HandoverScanResult {
  if (entry.replaced_by !== null) return 'replaced';
  if (entry.state === 'withdrawn') return 'withdrawn';
  if (entry.taken === handover) return 'twice';
  if (entry.taken !== null) return entry.closed === 1 ? 'handed-over' : 'in-another';
  if (entry.list === null || entry.number === null) return 'no-label';
  if (entry.list === 'reprint') return 'label-outdated';
  if (entry.reprinting === 1) return 'reprint-open';
  if (isConfirmed) return 'taken';
  if (range.carrier !== '' && entry.carrier !== range.carrier) return 'other-carrier';
  if (entry.list !== 'printed' || entry.printedAt === null) return 'not-printed';
  const isOfDay = entry.printedAt >= range.from && entry.printedAt < range.to;
  return isOfDay || entry.left === 1 ? 'taken' : 'other-day';
}

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
const maxCodeLength = 80;
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
  const find = scannedEntryFinder(db);
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
  const removeTaken = db.prepare<[number, number]>(
    `UPDATE handover_parcel SET state = 'stays', how = NULL, number = NULL WHERE handover = ? AND entry = ? AND state = 'taken'`,
  );
  const supersede = db.prepare<[number, number]>(
    `UPDATE handover_parcel SET state = 'later' WHERE entry = ? AND handover <> ? AND state = 'left'`,
  );
  const addSurplus = db.prepare<[number, string, number | null, string, string, number]>(
    `INSERT INTO handover_surplus (handover, code, entry, why, who, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (handover, code) DO UPDATE SET why = excluded.why, who = excluded.who, at = excluded.at`,
  );
  const deleteSurplus = db.prepare<[number, number]>('DELETE FROM handover_surplus WHERE handover = ? AND entry = ?');
  const due = db.prepare<[DueRange], number>(`WITH ${dueParcels} SELECT entry FROM due ORDER BY entry`).pluck();
  const taken = db.prepare<[number], { seq: number; at: number }>(
    `SELECT entry AS seq, at FROM handover_parcel WHERE handover = ? AND state = 'taken' ORDER BY seq`,
  );

  function requireHandover(id: string): Row {
    const found = byId.get(id);
    if (found === undefined) throw problem('unknown-entry', 'There is no such handover in this data folder.', { id });
    return found;
  }
  function requireOpen(id: string): Row {
    const found = requireHandover(id);
    if (found.state !== 'open') throw wrongState('not-open', `The handover ${found.code} is ${found.state} already.`);
    return found;
  }
  const rangeOfRow = ({ day, carrier }: Row): DueRange => rangeOf(day, carrier);

  /** The entry an operator selected. Throws `unknown-entry`. */
  function requireEntry(id: string): ScannedEntry {
    const found = find.byId(id);
    if (found === undefined) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
    return found;
  }
  function upsertParcel(
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
    upsertParcel(of, seq, 'taken', { how, number }, who);
    deleteSurplus.run(of.seq, seq);
  }

  function close(of: Row, who: string): { sortedOut: number } {
    const range = rangeOfRow(of);
    const entries = taken.all(of.seq).flatMap(({ seq, at }) => {
      const entry = find.bySeq(seq);
      return entry ? [{ ...entry, takenAt: at }] : [];
    });
    // judged by its present state, as if scanned now
    const checked = entries.map((entry) => {
      const now = scanResultOf({ ...entry, taken: null }, of.seq, range, true);
      const isPrintedSince = entry.printedAt !== null && entry.printedAt > entry.takenAt;
      const isOld = now === 'taken' && isPrintedSince && find.otherPaper(entry, entry.number ?? entry.key) !== null;
      return { entry, end: isOld ? 'printed-since' : now };
    });
    const noLongerValid = checked.filter((one) => one.end !== 'taken');
    for (const { entry, end } of noLongerValid) {
      removeTaken.run(of.seq, entry.seq);
      addSurplus.run(of.seq, entry.number ?? entry.key, entry.seq, end, who, host.now());
    }
    if (noLongerValid.length > 0) return { sortedOut: noLongerValid.length };
    if (entries.length === 0) throw wrongState('empty', 'No parcel was taken, so there is nothing to hand over.');
    for (const { seq } of entries) {
      supersede.run(seq, of.seq);
      const record = outbox.records.bySeq(seq);
      if (record)
        outbox.recordAction(record, 'handed-over', who, why('handed-over', { sheet: of.code, carrier: of.carrier }));
    }
    for (const seq of due.all(range)) {
      supersede.run(seq, of.seq);
      upsertParcel(of, seq, 'left', null, who);
    }
    end.run('closed', host.now(), who, of.seq);
    return { sortedOut: 0 };
  }

  return {
    /** Returns the id of the new handover. */
    begin: (commandId: string, carrier: string, operator: string): { id: string } =>
      once(commandId, 'handover-begin', () => {
        const existing = openOf.get(carrier);
        if (existing)
          throw wrongState('is-open', 'A handover to this carrier is open already. Go on with that one.', existing.id);
        const day = todayName(host.now());
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
        const of = requireOpen(id);
        const text = textOfScan(code);
        const entry = find.byCode(text);
        const end = entry ? scanResultOf(entry, of.seq, rangeOfRow(of)) : 'unknown';
        const mayGo = end === 'taken' || (end !== 'twice' && canBeIncluded(end));
        const other = entry && mayGo ? find.otherPaper(entry, text) : null;
        if (entry && other?.is === 'scan-number') return { end: 'scan-number', key: entry.key, which: null };
        if (entry && other?.is === 'which-print' && !confirmed)
          return { end: 'which-print', key: entry.key, which: other.which };
        if (entry && end === 'taken') take(of, entry, 'scanned', operator);
        else if (end !== 'twice')
          addSurplus.run(of.seq, text.slice(0, maxCodeLength), entry?.seq ?? null, end, operator, host.now());
        return { end, key: entry?.key ?? null, which: null };
      }),
    take: (commandId: string, id: string, ids: readonly string[] | null, operator: string): number =>
      once(commandId, 'handover-take', () => {
        const of = requireOpen(id);
        const range = rangeOfRow(of);
        const entries = ids === null ? due.all(range).flatMap((seq) => find.bySeq(seq) ?? []) : ids.map(requireEntry);
        let count = 0;
        for (const entry of entries) {
          const end = scanResultOf(entry, of.seq, range);
          if (end === 'twice' || (ids === null && end === 'reprint-open')) continue;
          if (end === 'reprint-open')
            throw wrongState('reprint-open', `A new label of ${entry.key} was requested. Print it or cancel it first.`);
          if (end !== 'taken') throw wrongState('not-due', `${entry.key} does not stand on the list of this handover.`);
          take(of, entry, 'listed', operator);
          count += 1;
        }
        return count;
      }),
    leave: (commandId: string, id: string, ids: readonly string[]): void =>
      void once(commandId, 'handover-leave', () => {
        const of = requireOpen(id);
        for (const entry of ids.map(requireEntry))
          if (removeTaken.run(of.seq, entry.seq).changes === 0)
            throw wrongState('not-taken', `${entry.key} was not taken in this handover.`);
        return true;
      }),
    drop: (commandId: string, id: string, ids: readonly string[], operator: string): void =>
      void once(commandId, 'handover-drop', () => {
        const of = requireOpen(id);
        const listed = new Set(due.all(rangeOfRow(of)));
        for (const { seq, key } of ids.map(requireEntry)) {
          if (!listed.has(seq)) throw wrongState('not-due', `${key} does not stand on the list of this handover.`);
          supersede.run(seq, of.seq);
          upsertParcel(of, seq, 'dropped', null, operator);
        }
        return true;
      }),
    along: (commandId: string, id: string, ids: readonly string[], operator: string): number =>
      once(commandId, 'handover-along', () => {
        const of = requireOpen(id);
        const range = rangeOfRow(of);
        for (const entry of ids.map(requireEntry)) {
          const end = scanResultOf(entry, of.seq, range);
          const mayJoin = end === 'taken' || (end !== 'twice' && canBeIncluded(end));
          if (!mayJoin) throw wrongState('no-surplus', `${entry.key} cannot go along with this handover.`);
          take(of, entry, 'along', operator);
        }
        return ids.length;
      }),
    close: (commandId: string, id: string, operator: string): { sortedOut: number } =>
      once(commandId, 'handover-close', () => close(requireOpen(id), operator)),
    discard: (commandId: string, id: string, operator: string): void =>
      void once(
        commandId,
        'handover-discard',
        () => (end.run('discarded', host.now(), operator, requireOpen(id).seq), true),
      ),
  };
}
export type Handovers = ReturnType<typeof openHandovers>;

const wrongState = (reason: string, message: string, id = ''): ProblemError =>
  problem('wrong-state', message, { reason, ...(id !== '' && { id }) });
