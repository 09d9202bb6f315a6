import type { LabelList } from '../../shared/labels/label-lists.ts';
import type { HandoverScanResult, WhichPaper } from '../../shared/handover/handover.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { WhichPrint } from '../../shared/printing/scan-proof.ts';
import { removeRoutingZip } from '../../shared/scan/without-routing.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { hasOrderKeyCondition, hasLabelCondition } from '../outbox/runs.ts';
import { scannedCodes } from '../print-queue/scanned-code.ts';
import { carrierOf, type DueRange } from './due-parcels.ts';

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
