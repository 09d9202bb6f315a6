import type { WhichPrint } from '../../shared/printing/scan-proof.ts';
import { numbersOfScan } from '../../shared/scan/text-of-scan.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { LabelState } from '../../shared/printing/label-states.ts';

/** A label of a job that carries a scanned code. */
export interface ScannedLabel {
  seq: number;
  place: number;
  state: LabelState;
  /** number printed on it; null: it was not handed over yet */
  number: string | null;
  scanned_at: number | null;
  /** id of its order */
  id: string;
  key: string;
  replaced: 0 | 1;
}

/**
 * Why a code does not identify one print: the PackageId is also on earlier paper of its order that has another number
 * (`scan-number`), or the whole code is also on other paper, so that only a person can tell them apart (`which-print`).
 */
export type Ambiguity = { is: 'scan-number' } | { is: 'which-print'; which: WhichPrint };

interface CodeQuery {
  job: number;
  text: string;
  bare: string;
}
interface EarlierPrints {
  key: string;
  number: string;
  copy: number;
  provisional: 0 | 1;
  otherNumber: 0 | 1;
  sameNumber: 0 | 1;
  before: 0 | 1;
  wasProvisional: 0 | 1;
}

/** Whether it was sent to its printer. */
export const isSent = ({ state }: ScannedLabel): boolean => state !== 'waiting' && state !== 'failed';

/** Finds the labels of a job by a code scanned from paper: a tracking number or a PackageId. */
export function scannedCodes(db: Sqlite) {
  const columns = `l.seq, l.place, l.state, l.number, l.scanned_at, e.id, e.key, e.replaced_by IS NOT NULL AS replaced`;
  // by the current values of the order, which are nearly always those on the label; a batch may have thousands of
  // labels
  const byOrder = db.prepare<[CodeQuery], ScannedLabel>(
    `SELECT ${columns} FROM (
       SELECT seq FROM entry WHERE key_kind = 'PackageId' AND key = @text
       UNION SELECT seq FROM entry WHERE tracking_number IN (@text, @bare) AND tracking_number IS NOT NULL) o
     CROSS JOIN entry e ON e.seq = o.seq CROSS JOIN print_label l ON l.entry = e.seq
     WHERE l.job = @job AND (e.key = @text OR coalesce(l.number, e.tracking_number) IN (@text, @bare)) AND l.state <> 'cancelled'
     ORDER BY l.place`,
  );
  const byNumber = db.prepare<[CodeQuery], ScannedLabel>(
    `SELECT ${columns} FROM print_label l JOIN entry e ON e.seq = l.entry
     WHERE l.job = @job AND l.number IN (@text, @bare) AND l.state <> 'cancelled' ORDER BY l.place`,
  );
  // an earlier print has its own row, or is only counted on the entry, as after a restore
  const earlier = db.prepare<[number], EarlierPrints>(
    `SELECT e.key, l.number, l.copy, l.provisional,
       (EXISTS (SELECT 1 FROM print_label p WHERE p.entry = l.entry AND p.seq < l.seq AND p.number <> l.number)
         OR EXISTS (SELECT 1 FROM print_attempt a WHERE a.label = l.seq AND a.number <> l.number)
         OR (l.state <> 'on-paper' AND e.printed_number <> l.number)) IS TRUE AS otherNumber,
       (EXISTS (SELECT 1 FROM print_label p
           WHERE p.entry = l.entry AND p.seq < l.seq AND p.number = l.number AND p.state = 'on-paper')
         OR (l.state <> 'on-paper' AND e.printed_number = l.number)) IS TRUE AS sameNumber,
       l.copy > 1 OR e.copies > (
         SELECT count(*) FROM print_label p WHERE p.entry = l.entry AND p.seq >= l.seq AND p.state = 'on-paper') AS before,
       EXISTS (SELECT 1 FROM print_label p WHERE p.entry = l.entry AND p.seq < l.seq AND p.number = l.number AND p.provisional = 1)
         OR (l.state <> 'on-paper' AND e.printed_provisional IS 1) AS wasProvisional
     FROM print_label l JOIN entry e ON e.seq = l.entry WHERE l.seq = ? AND l.number IS NOT NULL`,
  );

  /** Of several labels of one order, the one requested last. */
  function find(job: number, code: string): ScannedLabel[] {
    const of = { job, ...numbersOfScan(code) };
    const current = byOrder.all(of);
    const found = current.length > 0 ? current : byNumber.all(of);
    return [...new Map(found.map((label) => [label.id, label])).values()];
  }

  /** What else carries the code besides this print of a label; null: nothing that this desk knows of. */
  function ambiguityOf(
    { seq, id }: Pick<ScannedLabel, 'seq' | 'id'>,
    isShared: boolean,
    code: string,
  ): Ambiguity | null {
    const { text, bare } = numbersOfScan(code);
    const print = earlier.get(seq);
    if (!print) return null;
    const { key, number, copy } = print;
    const askWhich = (by: WhichPrint['by']): Ambiguity => ({ is: 'which-print', which: { by, id, copy } });
    const isNumber = number === text || number === bare;
    const isOther = print.otherNumber === 1;
    if (print.sameNumber === 1 || (isOther && number === key) || (print.before === 1 && !isOther)) {
      if (copy > 1) return askWhich('copy');
      return askWhich(print.wasProvisional === 1 && print.provisional === 0 ? 'number-final' : 'corrected');
    }
    if (isOther && !isNumber) return { is: 'scan-number' };
    return isShared ? askWhich('shared-number') : null;
  }

  return { find, ambiguityOf };
}
