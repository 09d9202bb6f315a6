import type { LabelList } from '../../shared/labels/label-lists.ts';
import type { HandoverEnd } from '../../shared/handover/handover.ts';
import type { State } from '../../shared/outbox/states.ts';
import { withoutRouting } from '../../shared/scan/without-routing.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { hasOrderKey, hasLabel } from '../outbox/runs.ts';
import { carrierOf, type DueRange } from './due-parcels.ts';

/** An entry as a handover sees it. */
export interface ScannedEntry {
  seq: number;
  key: string;
  state: State;
  replaced_by: string | null;
  list: LabelList | null;
  number: string | null;
  carrier: string;
  printedAt: number | null;
  /** whether an earlier handover left it behind */
  left: 0 | 1;
  /** the handover that has it, and whether that is closed; null: none */
  taken: number | null;
  closed: 0 | 1 | null;
}

const columns = `e.seq, e.key, e.state, e.replaced_by, e.label_list AS list, e.tracking_number AS number, ${carrierOf} AS carrier,
  e.printed_at AS printedAt, EXISTS (SELECT 1 FROM handover_parcel l WHERE l.entry = e.seq AND l.state = 'left') AS "left",
  t.handover AS taken, t.closed`;
const takenIn = `LEFT JOIN (
    SELECT p.entry, p.handover, o.state = 'closed' AS closed FROM handover_parcel p JOIN handover o ON o.seq = p.handover
    WHERE p.state = 'taken' AND o.state <> 'discarded'
  ) t ON t.entry = e.seq`;

/** Finds the entry a parcel is of. */
export function scannedFinder(db: Sqlite) {
  // among several with one key, prefers those not replaced, then the latest
  const byCode = db.prepare<[{ text: string; bare: string }], ScannedEntry>(
    `SELECT ${columns} FROM (
       SELECT seq FROM entry WHERE ${hasOrderKey} AND key = @text AND ${hasLabel()}
       UNION SELECT seq FROM entry WHERE tracking_number IN (@text, @bare) AND ${hasLabel()}
     ) one CROSS JOIN entry e ON e.seq = one.seq ${takenIn}
     ORDER BY e.replaced_by IS NOT NULL, e.state = 'withdrawn', e.seq DESC LIMIT 1`,
  );
  const bySeq = db.prepare<[number], ScannedEntry>(`SELECT ${columns} FROM entry e ${takenIn} WHERE e.seq = ?`);
  const hasOtherPaper = db
    .prepare<[{ seq: number; number: string }], number>(
      'SELECT EXISTS (SELECT 1 FROM print_label WHERE entry = @seq AND number <> @number)',
    )
    .pluck();
  const byId = db.prepare<[string], ScannedEntry>(`SELECT ${columns} FROM entry e ${takenIn} WHERE e.id = ?`);
  return {
    byCode: (text: string): ScannedEntry | undefined => byCode.get({ text, bare: withoutRouting(text) }),
    /** The code is the PackageId alone, which a label with an earlier number, or with none, has too. */
    mayBeOtherPaper: ({ seq, key, number }: ScannedEntry, text: string): boolean =>
      number !== null && text === key && text !== number && hasOtherPaper.get({ seq, number }) === 1,
    bySeq: (seq: number): ScannedEntry | undefined => bySeq.get(seq),
    byId: (id: string): ScannedEntry | undefined => byId.get(id),
  };
}

/**
 * The result of scanning a parcel for a handover: whether it is added, and if not, why. `along`: a person confirmed
 * that it goes with this handover.
 */
export function endOf(entry: ScannedEntry, handover: number, range: DueRange, along = false): HandoverEnd {
  if (entry.replaced_by !== null) return 'replaced';
  if (entry.state === 'withdrawn') return 'withdrawn';
  if (entry.taken === handover) return 'twice';
  if (entry.taken !== null) return entry.closed === 1 ? 'handed-over' : 'in-another';
  if (entry.list === null || entry.number === null) return 'no-label';
  if (entry.list === 'reprint') return 'label-outdated';
  if (along) return 'taken';
  if (range.carrier !== '' && entry.carrier !== range.carrier) return 'other-carrier';
  if (entry.list !== 'printed' || entry.printedAt === null) return 'not-printed';
  const isOfDay = entry.printedAt >= range.from && entry.printedAt < range.to;
  return isOfDay || entry.left === 1 ? 'taken' : 'other-day';
}
