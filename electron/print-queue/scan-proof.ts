import { problem } from '../../shared/contract/problem.ts';
import type { ScanResult, WhichPrint } from '../../shared/printing/scan-proof.ts';
import { textOfScan } from '../../shared/scan/text-of-scan.ts';
import type { JobRecord, LabelRecord } from './print-record.ts';
import type { Cause, QueueContext } from './queue-context.ts';
import { isSent, scannedCodes, type ScannedLabel } from './scanned-code.ts';

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
