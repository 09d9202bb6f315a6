import { problem } from '../../../shared/contract/problem.ts';
import type { LabelState } from '../../../shared/printing/print-states.ts';
import type { WhichPrint, ScanResult } from '../../../shared/printing/scan-confirmation.ts';
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

/** The result of a scan. */
export interface LabelScanResult {
  /** the job of the label, or else the one it was scanned for */
  job: string;
  end: ScanResult;
  /** key of the order whose label it is; null: it is no label of this job */
  key: string | null;
  /** labels still to be scanned */
  left: number;
  /** complete, without mismatches: there is nothing to show */
  over: boolean;
  /** what a person is asked if `end` is `which-print` */
  which: WhichPrint | null;
}

/** The same code again within this time is one scan that was read twice (ms). */
const bounceMs = 1500;
/** Stored length of a code that is not of this job, in characters: a number or a PackageId is shorter. */
const maxCodeLength = 80;

/**
 * Labels that are scanned as they are stuck on, which proves paper with every printer: an unconfirmed label is on paper
 * once it is scanned. A label can be scanned before its printer has reported how it ended. Verbs run inside the
 * caller's transaction.
 */
export function scanConfirmationVerbs(context: QueueContext) {
  const { db, host, records, takeLabel, noteLabel, noteJob } = context;
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
  function jobOf(requestedJob: JobRecord, code: string): { job: JobRecord; found: ScannedLabel[] } {
    for (const seq of [requestedJob.seq, ...otherOpenJobs.all(requestedJob.seq)]) {
      const found = codes.find(seq, code);
      if (found.length > 0) return { job: records.job(seq), found };
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
    noteJob(job, 'scans-end', job.state, { who, why: 'scanned' });
  }

  /** The result of scanning a label of the job, if its code is on no other paper. */
  function resultOf(label: ScannedLabel): ScanResult {
    if (label.replaced === 1) return 'order-replaced';
    if (!isSent(label)) return 'not-sent';
    return label.scanned_at === null ? 'stuck-on' : 'stuck-on-twice';
  }

  /** The result of scanning a label, and what proves its paper in that case. */
  function judge(
    label: ScannedLabel,
    code: string,
    isShared: boolean,
    confirmed: boolean,
  ): { end: ScanResult; which: WhichPrint | null; proof: 'scanned' | 'person-said' } {
    const end = resultOf(label);
    const ambiguity = end === 'stuck-on' ? codes.ambiguityOf(label, isShared, code) : null;
    if (!ambiguity) return { end, which: null, proof: 'scanned' };
    // the paper in hand may be the other one, as long as it is unknown whether this print came out
    if (label.state === 'handed-over') return { end: 'being-printed', which: null, proof: 'scanned' };
    if (ambiguity.is === 'scan-number') return { end: 'scan-number', which: null, proof: 'scanned' };
    if (!confirmed) return { end: 'which-print', which: ambiguity.which, proof: 'person-said' };
    return { end, which: null, proof: 'person-said' };
  }

  return {
    /** Starts scan confirmation for a job. */
    begin(id: string, operator: string): void {
      const job = records.jobById(id);
      if (job.scan_proof === 'open') return;
      setScanProof.run('open', job.seq);
      noteJob(job, 'scans-begin', job.state, { who: operator, why: 'scanned' });
    },
    /**
     * `confirmed`: a person confirms that it is this print, although earlier paper has the same code. Throws
     * `wrong-state` if the labels of this job are not scanned.
     */
    scan(id: string, code: string, confirmed: boolean, operator: string): LabelScanResult {
      const { job, found } = jobOf(requireOpen(id), code);
      const storedCode = textOfScan(code).slice(0, maxCodeLength);
      const last = lastScan.get(job.seq);
      const previousLabel = found.find(({ seq }) => seq === last?.label);
      const isSame =
        found.length === 0 ? last?.label === null && last.said === storedCode : previousLabel !== undefined;
      // negative if the clock was set back since: the real age is unknown
      const ago = host.now() - (last?.at ?? 0);
      const isBounce = isSame && !confirmed && ago >= 0 && ago < bounceMs;
      const label = isBounce ? previousLabel : (found.find((one) => resultOf(one) === 'stuck-on') ?? found[0]);
      const answer = (end: ScanResult, which: WhichPrint | null = null, over = false): LabelScanResult => ({
        ...{ job: job.id, end, key: label?.key ?? null, left: countRemaining.get(job.seq) ?? 0, over, which },
      });
      if (isBounce && last?.why !== 'which-print') return answer(last?.why ?? 'other-batch');
      if (!label) {
        noteJob(job, 'scan', job.state, { who: operator, why: 'other-batch', said: storedCode });
        return answer('other-batch');
      }
      const { end, which, proof } = judge(label, code, found.length > 1, confirmed);
      const record = records.label(label.seq);
      noteLabel(record, 'scan', record.state, { who: operator, why: end });
      if (end !== 'stuck-on') return answer(end, which);
      setScanned.run(host.now(), record.seq);
      if (record.state === 'unconfirmed') takeLabel(record, 'seen', { who: operator, why: proof });
      const isOver = countRemaining.get(job.seq) === 0 && hasMismatches.get(job.seq) === 0;
      if (isOver) endConfirmation(records.job(job.seq), operator);
      return answer(end, null, isOver);
    },
    /**
     * Ends scan confirmation, after a person has seen the result. Throws `wrong-state` if the labels of this job are
     * not scanned.
     */
    end: (id: string, operator: string): void => endConfirmation(requireOpen(id), operator),
    /** Who scanned a label that its printer gives no proof of; null: it was not scanned. */
    scannedBy(label: LabelRecord): Cause | null {
      if (label.scanned_at === null) return null;
      return { who: whoScanned.get(label.seq) ?? '', why: 'scanned' };
    },
  };
}
