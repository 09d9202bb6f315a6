import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import {
  type HandoverScanResult,
  type ParcelLabelQuestion,
  type HandoverScanAnswer,
  type HandoverState,
  canBeIncluded,
} from '../../../shared/handover/handover.ts';
import type { LabelList } from '../../../shared/labels/label-lists.ts';
import type { State } from '../../../shared/outbox/states.ts';
import { why } from '../../../shared/outbox/whys.ts';
import type { PrintedLabelQuestion } from '../../../shared/printing/scan-confirmation.ts';
import { removeRoutingZip, textOfScan } from '../../../shared/scan/read-code.ts';
import { clearCharacters } from '../../../shared/text/check-character.ts';
import { idempotentCommands } from '../../outbox/commands.ts';
import { hasOrderKeyCondition, hasLabelCondition } from '../../outbox/entry-filter.ts';
import { outboxContext } from '../../outbox/outbox-context.ts';
import { scannedCodes } from '../../printing/queue/scan-confirmation.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { carrierOf, type DueRange, todayName, dueParcels, dueRange } from './read-handovers.ts';
import { hash } from 'node:crypto';

/** What a handover reads of an entry. */
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

/**
 * Why a code does not identify the label in hand, since an earlier label has it too: the number must be scanned
 * instead, or a person must say which label it is.
 */
export type OtherPaper = { kind: 'scan-number' } | { kind: 'which-print'; which: ParcelLabelQuestion };

/** Finds the entry of a scanned parcel. */
export function scannedEntryFinder(db: Sqlite) {
  // of several entries with one code, prefers those not replaced, then not withdrawn, then the latest
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
  // the service may give a replacement the number of the order that it replaces
  const hasReplacedPaper = db
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
    /** What a person must do because an earlier label has the code too; null: no earlier label has it. */
    otherPaper({ seq, id, number, printedAt, copies }: ScannedEntry, text: string): OtherPaper | null {
      if (number === null || printedAt === null) return null;
      const askWhich = (which: PrintedLabelQuestion): OtherPaper => ({
        kind: 'which-print',
        which: { ...which, printedAt },
      });
      const print = lastPrint.get({ seq, number }) ?? null;
      const ambiguity = print === null ? null : codes.ambiguityOf({ seq: print, id }, false, text);
      if (ambiguity?.kind === 'which-print') return askWhich(ambiguity.which);
      // of labels printed by versions without a print queue, only their count is known
      if (print === null && copies > 1) return askWhich({ by: 'copy', id, copy: copies });
      if (hasReplacedPaper.get({ seq, text, bare: removeRoutingZip(text) }) === 1)
        return askWhich({ by: 'corrected', id, copy: copies });
      return ambiguity;
    },
    bySeq: (seq: number): ScannedEntry | undefined => bySeq.get(seq),
    byId: (id: string): ScannedEntry | undefined => byId.get(id),
  };
}

/**
 * The result of scanning a parcel for a handover: `taken` if it can be added, else why not. `isConfirmed`: a person
 * confirmed that it goes along although it is not due.
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

/** Maximum length stored of a scanned code that is added to the surplus list (characters). */
const maxCodeLength = 80;
/** Number of characters after the day in a sheet's code: enough to be unique among the sheets of a day. */
const codeLength = 8;

/** The code of a sheet: its day and a suffix unique on that day. `id`: the unique id of the handover. */
function codeOf(day: string, id: string): string {
  const bytes = hash('sha256', id, 'buffer').subarray(0, codeLength);
  const suffix = Array.from(bytes, (byte) => clearCharacters[byte % clearCharacters.length]);
  return `H${day.slice(2).replaceAll('-', '')}${suffix.join('')}`;
}

/**
 * Handovers over the desk's single writing connection, one transaction per method. Operator actions carry a command id
 * and are idempotent. A method that throws ProblemError has changed nothing.
 */
export function openHandovers(db: Sqlite, host: HandoverHost) {
  const { once } = idempotentCommands(db, host.now);
  const outbox = outboxContext(db, { ...host, holdMs: () => 0 });
  const entryFinder = scannedEntryFinder(db);
  const dueRangeOf = dueRange(db);
  const byId = db.prepare<[string], Row>('SELECT seq, id, code, day, carrier, state FROM handover WHERE id = ?');
  const openHandoverOf = db.prepare<[string], { id: string }>(
    `SELECT id FROM handover WHERE state = 'open' AND carrier = ?`,
  );
  const insertHandover = db.prepare<[string, string, string, string, string, number]>(
    `INSERT INTO handover (id, code, day, carrier, operator, begun_at, state) VALUES (?, ?, ?, ?, ?, ?, 'open')`,
  );
  const endHandover = db.prepare<[HandoverState, number, string, number]>(
    'UPDATE handover SET state = ?, ended_at = ?, ended_by = ? WHERE seq = ?',
  );
  // not an upsert, which takes a number from the sequence even if it updates; `verify` counts the numbers
  const updateParcel = db.prepare<[string, string | null, string | null, string, number, number, number]>(
    'UPDATE handover_parcel SET state = ?, how = ?, number = ?, who = ?, at = ? WHERE handover = ? AND entry = ?',
  );
  const insertParcel = db.prepare<[string, string | null, string | null, string, number, number, number]>(
    'INSERT INTO handover_parcel (state, how, number, who, at, handover, entry) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const removeTaken = db.prepare<[number, number]>(
    `UPDATE handover_parcel SET state = 'stays', how = NULL, number = NULL WHERE handover = ? AND entry = ? AND state = 'taken'`,
  );
  const markLater = db.prepare<[number, number]>(
    `UPDATE handover_parcel SET state = 'later' WHERE entry = ? AND handover <> ? AND state = 'left'`,
  );
  const addSurplus = db.prepare<[number, string, number | null, string, string, number]>(
    `INSERT INTO handover_surplus (handover, code, entry, why, who, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (handover, code) DO UPDATE SET why = excluded.why, who = excluded.who, at = excluded.at`,
  );
  const deleteSurplus = db.prepare<[number, number]>('DELETE FROM handover_surplus WHERE handover = ? AND entry = ?');
  const dueEntries = db.prepare<[DueRange], number>(`WITH ${dueParcels} SELECT entry FROM due ORDER BY entry`).pluck();
  const takenParcels = db.prepare<[number], { seq: number; at: number }>(
    `SELECT entry AS seq, at FROM handover_parcel WHERE handover = ? AND state = 'taken' ORDER BY seq`,
  );

  function requireHandover(id: string): Row {
    const row = byId.get(id);
    if (row === undefined) throw problem('unknown-entry', 'There is no such handover in this data folder.', { id });
    return row;
  }
  function requireOpen(id: string): Row {
    const row = requireHandover(id);
    if (row.state !== 'open') throw wrongState('not-open', `The handover ${row.code} is ${row.state} already.`);
    return row;
  }
  const rangeOfRow = ({ day, carrier }: Row): DueRange => dueRangeOf(day, carrier);

  /** The entry an operator selected. Throws `unknown-entry`. */
  function requireEntry(id: string): ScannedEntry {
    const entry = entryFinder.byId(id);
    if (entry === undefined) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
    return entry;
  }
  function upsertParcel(
    handover: Row,
    entry: number,
    state: 'taken' | 'left' | 'dropped',
    paper: { how: 'scanned' | 'listed' | 'along'; number: string | null } | null,
    who: string,
  ): void {
    const { how = null, number = null } = paper ?? {};
    const row = [state, how, number, who, host.now(), handover.seq, entry] as const;
    if (updateParcel.run(...row).changes === 0) insertParcel.run(...row);
  }
  function addParcel(
    handover: Row,
    { seq, number }: ScannedEntry,
    how: 'scanned' | 'listed' | 'along',
    who: string,
  ): void {
    upsertParcel(handover, seq, 'taken', { how, number }, who);
    deleteSurplus.run(handover.seq, seq);
  }

  function closeHandover(handover: Row, who: string): { sortedOut: number } {
    const range = rangeOfRow(handover);
    const entries = takenParcels.all(handover.seq).flatMap(({ seq, at }) => {
      const entry = entryFinder.bySeq(seq);
      return entry ? [{ ...entry, takenAt: at }] : [];
    });
    // each parcel is checked by its present state, as if it were scanned now
    const checked = entries.map((entry) => {
      const result = scanResultOf({ ...entry, taken: null }, handover.seq, range, true);
      const isPrintedSince = entry.printedAt !== null && entry.printedAt > entry.takenAt;
      const isOutdated =
        result === 'taken' && isPrintedSince && entryFinder.otherPaper(entry, entry.number ?? entry.key) !== null;
      return { entry, end: isOutdated ? 'printed-since' : result };
    });
    const noLongerValid = checked.filter((one) => one.end !== 'taken');
    for (const { entry, end } of noLongerValid) {
      removeTaken.run(handover.seq, entry.seq);
      addSurplus.run(handover.seq, entry.number ?? entry.key, entry.seq, end, who, host.now());
    }
    if (noLongerValid.length > 0) return { sortedOut: noLongerValid.length };
    if (entries.length === 0) throw wrongState('empty', 'No parcel was taken, so there is nothing to hand over.');
    for (const { seq } of entries) {
      markLater.run(seq, handover.seq);
      const record = outbox.records.bySeq(seq);
      if (record)
        outbox.recordAction(
          record,
          'handed-over',
          who,
          why('handed-over', { sheet: handover.code, carrier: handover.carrier }),
        );
    }
    for (const seq of dueEntries.all(range)) {
      markLater.run(seq, handover.seq);
      upsertParcel(handover, seq, 'left', null, who);
    }
    endHandover.run('closed', host.now(), who, handover.seq);
    return { sortedOut: 0 };
  }

  return {
    /** Opens a handover to a carrier and returns its id. */
    begin: (commandId: string, carrier: string, operator: string): { id: string } =>
      once(commandId, 'handover-begin', () => {
        const existing = openHandoverOf.get(carrier);
        if (existing)
          throw wrongState('is-open', 'A handover to this carrier is open already. Go on with that one.', existing.id);
        const day = todayName(host.now());
        const id = host.newId();
        insertHandover.run(id, codeOf(day, id), day, carrier, operator, host.now());
        return { id };
      }),
    scan: (
      commandId: string,
      id: string,
      code: string,
      operator: string,
      isConfirmed = false,
    ): { end: HandoverScanAnswer; key: string | null; which: ParcelLabelQuestion | null } =>
      once(commandId, 'handover-scan', () => {
        const handover = requireOpen(id);
        const text = textOfScan(code);
        const entry = entryFinder.byCode(text);
        const end = entry ? scanResultOf(entry, handover.seq, rangeOfRow(handover)) : 'unknown';
        const canBeTaken = end === 'taken' || (end !== 'twice' && canBeIncluded(end));
        const otherPaper = entry && canBeTaken ? entryFinder.otherPaper(entry, text) : null;
        if (entry && otherPaper?.kind === 'scan-number') return { end: 'scan-number', key: entry.key, which: null };
        if (entry && otherPaper?.kind === 'which-print' && !isConfirmed)
          return { end: 'which-print', key: entry.key, which: otherPaper.which };
        if (entry && end === 'taken') addParcel(handover, entry, 'scanned', operator);
        else if (end !== 'twice')
          addSurplus.run(handover.seq, text.slice(0, maxCodeLength), entry?.seq ?? null, end, operator, host.now());
        return { end, key: entry?.key ?? null, which: null };
      }),
    takeParcels: (commandId: string, id: string, ids: readonly string[] | null, operator: string): number =>
      once(commandId, 'handover-take', () => {
        const handover = requireOpen(id);
        const range = rangeOfRow(handover);
        const entries =
          ids === null ? dueEntries.all(range).flatMap((seq) => entryFinder.bySeq(seq) ?? []) : ids.map(requireEntry);
        let count = 0;
        for (const entry of entries) {
          const end = scanResultOf(entry, handover.seq, range);
          if (end === 'twice' || (ids === null && end === 'reprint-open')) continue;
          if (end === 'reprint-open')
            throw wrongState('reprint-open', `A new label of ${entry.key} was requested. Print it or cancel it first.`);
          if (end !== 'taken') throw wrongState('not-due', `${entry.key} does not stand on the list of this handover.`);
          addParcel(handover, entry, 'listed', operator);
          count += 1;
        }
        return count;
      }),
    removeParcels: (commandId: string, id: string, ids: readonly string[]): void =>
      void once(commandId, 'handover-leave', () => {
        const handover = requireOpen(id);
        for (const entry of ids.map(requireEntry))
          if (removeTaken.run(handover.seq, entry.seq).changes === 0)
            throw wrongState('not-taken', `${entry.key} was not taken in this handover.`);
        return true;
      }),
    dropParcels: (commandId: string, id: string, ids: readonly string[], operator: string): void =>
      void once(commandId, 'handover-drop', () => {
        const handover = requireOpen(id);
        const dueSeqs = new Set(dueEntries.all(rangeOfRow(handover)));
        for (const { seq, key } of ids.map(requireEntry)) {
          if (!dueSeqs.has(seq)) throw wrongState('not-due', `${key} does not stand on the list of this handover.`);
          markLater.run(seq, handover.seq);
          upsertParcel(handover, seq, 'dropped', null, operator);
        }
        return true;
      }),
    includeParcels: (commandId: string, id: string, ids: readonly string[], operator: string): number =>
      once(commandId, 'handover-along', () => {
        const handover = requireOpen(id);
        const range = rangeOfRow(handover);
        for (const entry of ids.map(requireEntry)) {
          const end = scanResultOf(entry, handover.seq, range);
          const canJoin = end === 'taken' || (end !== 'twice' && canBeIncluded(end));
          if (!canJoin) throw wrongState('no-surplus', `${entry.key} cannot go along with this handover.`);
          addParcel(handover, entry, 'along', operator);
        }
        return ids.length;
      }),
    close: (commandId: string, id: string, operator: string): { sortedOut: number } =>
      once(commandId, 'handover-close', () => closeHandover(requireOpen(id), operator)),
    discard: (commandId: string, id: string, operator: string): void =>
      void once(
        commandId,
        'handover-discard',
        () => (endHandover.run('discarded', host.now(), operator, requireOpen(id).seq), true),
      ),
  };
}
export type Handovers = ReturnType<typeof openHandovers>;

const wrongState = (reason: string, message: string, id = ''): ProblemError =>
  problem('wrong-state', message, { reason, ...(id !== '' && { id }) });
