import { problem } from '../../../shared/contract/problem.ts';
import type { LabelState } from '../../../shared/printing/print-states.ts';
import type { PrintedLabelQuestion, ScanResult } from '../../../shared/printing/scan-confirmation.ts';
import { numbersOfScan, textOfScan } from '../../../shared/scan/read-code.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import type { JobRecord, LabelRecord, Cause, QueueContext } from './queue-context.ts';

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
export type Ambiguity = { kind: 'scan-number' } | { kind: 'which-print'; which: PrintedLabelQuestion };

/** A scanned code as text, and without its routing ZIP (`bare`). */
interface CodeQuery {
  job: number;
  text: string;
  bare: string;
}
/**
 * A print, and what was printed earlier of its order: paper with another number, paper with the same number, any
 * earlier copy (`before`), and a provisional label with the same number.
 */
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
  // searches by the current values of orders, which are indexed and nearly always those on the label: a batch may have
  // thousands of labels
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
  // an earlier print has its own row, or is only known from the entry, as after a restore
  const earlierPrints = db.prepare<[number], EarlierPrints>(
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

  /** The labels of a job that carry the code; of several labels of one order, the one requested last. */
  function find(job: number, code: string): ScannedLabel[] {
    const { text, withoutRouting: bare } = numbersOfScan(code);
    const query = { job, text, bare };
    const byCurrentValues = byOrder.all(query);
    const matches = byCurrentValues.length > 0 ? byCurrentValues : byNumber.all(query);
    return [...new Map(matches.map((label) => [label.id, label])).values()];
  }

  /** Why the code does not identify this print of a label; null: no other paper that this desk knows of has it. */
  function ambiguityOf(
    { seq, id }: Pick<ScannedLabel, 'seq' | 'id'>,
    isShared: boolean,
    code: string,
  ): Ambiguity | null {
    const { text, withoutRouting: bare } = numbersOfScan(code);
    const print = earlierPrints.get(seq);
    if (!print) return null;
    const { key, number, copy } = print;
    const askWhich = (sharedBy: PrintedLabelQuestion['by']): Ambiguity => ({
      kind: 'which-print',
      which: { by: sharedBy, id, copy },
    });
    const isNumberScan = number === text || number === bare;
    const hasOtherNumber = print.otherNumber === 1;
    if (print.sameNumber === 1 || (hasOtherNumber && number === key) || (print.before === 1 && !hasOtherNumber)) {
      if (copy > 1) return askWhich('copy');
      return askWhich(print.wasProvisional === 1 && print.provisional === 0 ? 'number-final' : 'corrected');
    }
    if (hasOtherNumber && !isNumberScan) return { kind: 'scan-number' };
    return isShared ? askWhich('shared-number') : null;
  }

  return { find, ambiguityOf };
}

/** The result of a scan. */
export interface LabelScanResult {
  /** the job of the label, or else the one it was scanned for */
  job: string;
  end: ScanResult;
  /** key of the order whose label it is; null: it is no label of this job */
  key: string | null;
  /** labels still to be scanned */
  left: number;
  /** whether all labels are scanned without mismatches, so that there is nothing to show */
  over: boolean;
  /** what a person is asked if `end` is `which-print` */
  which: PrintedLabelQuestion | null;
}

/** The same code within this time (ms) is one scan that the scanner read twice. */
const bounceMs = 1500;
/** Maximum length stored of a code that is not of this job, in characters: a number or a PackageId is shorter. */
const maxCodeLength = 80;

/**
 * Labels that are scanned as they are stuck on, which proves paper with every printer: an unconfirmed label is on paper
 * once it is scanned. A label can be scanned before its printer has reported how it ended. Verbs run inside the
 * caller's transaction.
 */
export function scanConfirmationVerbs(context: QueueContext) {
  const { db, host, records, applyLabelEvent, recordLabelStep, recordJobStep } = context;
  const setScanProof = db.prepare<['open' | 'closed', number]>('UPDATE print_job SET scan_proof = ? WHERE seq = ?');
  const setScanned = db.prepare<[number, number]>('UPDATE print_label SET scanned_at = ? WHERE seq = ?');
  const codes = scannedCodes(db);
  const lastScan = db.prepare<[number], { label: number | null; said: string; at: number; why: ScanResult }>(
    `SELECT label, said, at, why FROM print_history WHERE job = ? AND event = 'scan' ORDER BY seq DESC LIMIT 1`,
  );
  const countRemaining = db
    .prepare<[number], number>(
      `SELECT count(*) FROM print_label WHERE job = ? AND state <> 'cancelled' AND scanned_at IS NULL`,
    )
    .pluck();
  const hasMismatches = db
    .prepare<[number], number>(
      `SELECT EXISTS (SELECT 1 FROM print_history WHERE job = ? AND event = 'scan' AND why IN
       ('stuck-on-twice', 'other-batch', 'not-sent', 'order-replaced'))`,
    )
    .pluck();

  const whoScanned = db
    .prepare<[number], string>(
      `SELECT who FROM print_history WHERE label = ? AND event = 'scan' AND why = 'stuck-on' ORDER BY seq DESC LIMIT 1`,
    )
    .pluck();

  const otherOpenJobs = db
    .prepare<[number], number>(`SELECT seq FROM print_job WHERE scan_proof = 'open' AND seq <> ? ORDER BY seq DESC`)
    .pluck();

  /**
   * The job of a code, and its labels there: the job it is scanned for, else another whose labels are being scanned.
   */
  function findJob(requestedJob: JobRecord, code: string): { job: JobRecord; found: ScannedLabel[] } {
    for (const seq of [requestedJob.seq, ...otherOpenJobs.all(requestedJob.seq)]) {
      const found = codes.find(seq, code);
      if (found.length > 0) return { job: records.jobBySeq(seq), found };
    }
    return { job: requestedJob, found: [] };
  }

  function requireOpen(id: string): JobRecord {
    const job = records.jobById(id);
    if (job.scan_proof === 'open') return job;
    throw problem('wrong-state', 'The labels of this print job are not scanned now.', {
      reason: 'not-scanned',
      state: job.scan_proof ?? '',
      event: 'scan',
    });
  }
  function endConfirmation(job: JobRecord, who: string): void {
    setScanProof.run('closed', job.seq);
    recordJobStep(job, 'scans-end', job.state, { who, why: 'scanned' });
  }

  /** The result of scanning a label of the job, if its code is on no other paper. */
  function resultOf(label: ScannedLabel): ScanResult {
    if (label.replaced === 1) return 'order-replaced';
    if (!isSent(label)) return 'not-sent';
    return label.scanned_at === null ? 'stuck-on' : 'stuck-on-twice';
  }

  /** The result of scanning a label, and what proves its paper in that case. */
  function judgeScan(
    label: ScannedLabel,
    code: string,
    isShared: boolean,
    isConfirmed: boolean,
  ): { end: ScanResult; which: PrintedLabelQuestion | null; proof: 'scanned' | 'person-said' } {
    const end = resultOf(label);
    const ambiguity = end === 'stuck-on' ? codes.ambiguityOf(label, isShared, code) : null;
    if (!ambiguity) return { end, which: null, proof: 'scanned' };
    // until this print is known to have come out, the paper in hand may be the earlier one
    if (label.state === 'handed-over') return { end: 'being-printed', which: null, proof: 'scanned' };
    if (ambiguity.kind === 'scan-number') return { end: 'scan-number', which: null, proof: 'scanned' };
    if (!isConfirmed) return { end: 'which-print', which: ambiguity.which, proof: 'person-said' };
    return { end, which: null, proof: 'person-said' };
  }

  return {
    /** Starts scan confirmation for a job. */
    begin(id: string, operator: string): void {
      const job = records.jobById(id);
      if (job.scan_proof === 'open') return;
      setScanProof.run('open', job.seq);
      recordJobStep(job, 'scans-begin', job.state, { who: operator, why: 'scanned' });
    },
    /**
     * Records a scan. `isConfirmed`: a person confirms that it is this print, although earlier paper has the same code.
     * Throws `wrong-state` if the labels of this job are not scanned.
     */
    scan(id: string, code: string, isConfirmed: boolean, operator: string): LabelScanResult {
      const { job, found } = findJob(requireOpen(id), code);
      const storedCode = textOfScan(code).slice(0, maxCodeLength);
      const previousScan = lastScan.get(job.seq);
      const previousLabel = found.find(({ seq }) => seq === previousScan?.label);
      const isSameCode =
        found.length === 0
          ? previousScan?.label === null && previousScan.said === storedCode
          : previousLabel !== undefined;
      // negative if the clock was set back since: the real age is unknown
      const ageMs = host.now() - (previousScan?.at ?? 0);
      const isBounce = isSameCode && !isConfirmed && ageMs >= 0 && ageMs < bounceMs;
      const label = isBounce ? previousLabel : (found.find((one) => resultOf(one) === 'stuck-on') ?? found[0]);
      const toResult = (end: ScanResult, which: PrintedLabelQuestion | null = null, over = false): LabelScanResult => ({
        ...{ job: job.id, end, key: label?.key ?? null, left: countRemaining.get(job.seq) ?? 0, over, which },
      });
      if (isBounce && previousScan?.why !== 'which-print') return toResult(previousScan?.why ?? 'other-batch');
      if (!label) {
        recordJobStep(job, 'scan', job.state, { who: operator, why: 'other-batch', said: storedCode });
        return toResult('other-batch');
      }
      const { end, which, proof } = judgeScan(label, code, found.length > 1, isConfirmed);
      const record = records.labelBySeq(label.seq);
      recordLabelStep(record, 'scan', record.state, { who: operator, why: end });
      if (end !== 'stuck-on') return toResult(end, which);
      setScanned.run(host.now(), record.seq);
      if (record.state === 'unconfirmed') applyLabelEvent(record, 'seen', { who: operator, why: proof });
      const isComplete = countRemaining.get(job.seq) === 0 && hasMismatches.get(job.seq) === 0;
      if (isComplete) endConfirmation(records.jobBySeq(job.seq), operator);
      return toResult(end, null, isComplete);
    },
    /**
     * Ends scan confirmation, after a person has seen the result. Throws `wrong-state` if the labels of this job are
     * not scanned.
     */
    end: (id: string, operator: string): void => endConfirmation(requireOpen(id), operator),
    /** Who scanned a label; null: it was not scanned. */
    scannedBy(label: LabelRecord): Cause | null {
      if (label.scanned_at === null) return null;
      return { who: whoScanned.get(label.seq) ?? '', why: 'scanned' };
    },
  };
}
