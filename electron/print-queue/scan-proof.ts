import { problem } from '../../shared/contract/problem.ts';
import type { ScanEnd } from '../../shared/printing/scan-proof.ts';
import { readCode } from '../../shared/scan/read-code.ts';
import { withoutRouting } from '../../shared/scan/without-routing.ts';
import type { JobRecord, LabelRecord } from './print-record.ts';
import type { By, QueueContext } from './queue-context.ts';

/** What a scan came to. */
export interface LabelScanned {
  /** the job it is of, or was scanned for */
  job: string;
  end: ScanEnd;
  /** of the order whose label it is; null: none of this job */
  key: string | null;
  /** labels that are still to be scanned */
  left: number;
  /** all were scanned, and nothing else: there is nothing to see, so it is over */
  over: boolean;
}

/** The same code again within so long is one reading that bounced (ms). */
const bounceMs = 1500;
/** A code that is none of this job is kept so far, in characters: a number or a PackageId is shorter. */
const longestCode = 80;

/**
 * Labels that are scanned as they are stuck on, which proves paper with every printer: one that nobody knows of is on paper by its scan. A
 * label can be scanned before its printer has told what became of it. Verbs run inside the caller's transaction.
 */
export function scanProofVerbs(parts: QueueContext) {
  const { db, host, records, takeLabel, noteLabel, noteJob } = parts;
  const set = db.prepare<['open' | 'closed', number]>('UPDATE print_job SET scan_proof = ? WHERE seq = ?');
  const setScanned = db.prepare<[number, number]>('UPDATE print_label SET scanned_at = ? WHERE seq = ?');
  interface Found {
    seq: number;
    key: string;
    replaced: 0 | 1;
  }
  interface Code {
    job: number;
    text: string;
    bare: string;
  }
  const columns = 'l.seq, e.key, e.replaced_by IS NOT NULL AS replaced';
  const newest = `l.state <> 'cancelled' ORDER BY l.place DESC LIMIT 1`;
  // by what its order has now, which is nearly always what is on the label; a batch may have thousands of them
  const byOrder = db.prepare<[Code], Found>(
    `SELECT ${columns} FROM (
       SELECT seq FROM entry WHERE key_kind = 'PackageId' AND key = @text
       UNION SELECT seq FROM entry WHERE tracking_number IN (@text, @bare) AND tracking_number IS NOT NULL) o
     CROSS JOIN entry e ON e.seq = o.seq CROSS JOIN print_label l ON l.entry = e.seq
     WHERE l.job = @job AND (e.key = @text OR coalesce(l.number, e.tracking_number) IN (@text, @bare)) AND ${newest}`,
  );
  const byNumber = db.prepare<[Code], Found>(
    `SELECT ${columns} FROM print_label l JOIN entry e ON e.seq = l.entry
     WHERE l.job = @job AND l.number IN (@text, @bare) AND ${newest}`,
  );
  const byCode = (code: Code): Found | undefined => byOrder.get(code) ?? byNumber.get(code);
  const lastScan = db.prepare<[number], { label: number | null; said: string; at: number }>(
    `SELECT label, said, at FROM print_history WHERE job = ? AND event = 'scan' ORDER BY seq DESC LIMIT 1`,
  );
  const left = db
    .prepare<[number], number>(
      `SELECT count(*) FROM print_label WHERE job = ? AND state <> 'cancelled' AND scanned_at IS NULL`,
    )
    .pluck();
  const wrong = db
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

  const others = db
    .prepare<[number], number>(`SELECT seq FROM print_job WHERE scan_proof = 'open' AND seq <> ? ORDER BY seq DESC`)
    .pluck();

  /** The job of this code: the one it is scanned for, else another whose labels are scanned now. */
  function jobOf(asked: JobRecord, text: string): { job: JobRecord; found: Found | undefined } {
    for (const seq of [asked.seq, ...others.all(asked.seq)]) {
      const found = byCode({ job: seq, text, bare: withoutRouting(text) });
      if (found) return { job: records.job(seq), found };
    }
    return { job: asked, found: undefined };
  }

  function open(id: string): JobRecord {
    const job = records.jobById(id);
    if (job.scan_proof === 'open') return job;
    throw problem('wrong-state', 'The labels of this print job are not scanned now.', {
      reason: 'not-scanned',
      state: job.scan_proof ?? '',
      event: 'scan',
    });
  }
  function close(job: JobRecord, who: string): void {
    set.run('closed', job.seq);
    noteJob(job, 'scans-end', job.state, { who, why: 'scanned' });
  }

  /** What a label of the job is when it is scanned. */
  function endOf(label: LabelRecord, isReplaced: boolean): ScanEnd {
    if (isReplaced) return 'order-replaced';
    if (label.state === 'waiting' || label.state === 'failed') return 'not-sent';
    return label.scanned_at === null ? 'stuck-on' : 'stuck-on-twice';
  }

  return {
    /** From now on the labels of a job are scanned as they are stuck on. */
    begin(id: string, operator: string): void {
      const job = records.jobById(id);
      if (job.scan_proof === 'open') return;
      set.run('open', job.seq);
      noteJob(job, 'scans-begin', job.state, { who: operator, why: 'scanned' });
    },
    /** Throws `wrong-state` where the labels of this job are not scanned. */
    scan(id: string, code: string, operator: string): LabelScanned {
      const read = readCode(code);
      const text = 'text' in read ? read.text : code.trim();
      const { job, found } = jobOf(open(id), text);
      const kept = text.slice(0, longestCode);
      const last = lastScan.get(job.seq);
      const isSame = found ? last?.label === found.seq : last?.label === null && last.said === kept;
      const answer = (end: ScanEnd, over = false): LabelScanned => ({
        ...{ job: job.id, end, key: found?.key ?? null, left: left.get(job.seq) ?? 0, over },
      });
      const label = found && records.label(found.seq);
      const bounced = isSame && host.now() - (last?.at ?? 0) < bounceMs;
      if (bounced) {
        const before = label ? endOf(label, found.replaced === 1) : 'other-batch';
        return answer(before === 'stuck-on-twice' ? 'stuck-on' : before);
      }
      if (!label) {
        noteJob(job, 'scan', job.state, { who: operator, why: 'other-batch', said: kept });
        return answer('other-batch');
      }
      const end = endOf(label, found.replaced === 1);
      noteLabel(label, 'scan', label.state, { who: operator, why: end });
      if (end !== 'stuck-on') return answer(end);
      setScanned.run(host.now(), label.seq);
      if (label.state === 'unconfirmed') takeLabel(label, 'seen', { who: operator, why: 'scanned' });
      const isOver = left.get(job.seq) === 0 && wrong.get(job.seq) === 0;
      if (isOver) close(records.job(job.seq), operator);
      return answer(end, isOver);
    },
    /** A person has seen what came of it. Throws `wrong-state` where the labels of this job are not scanned. */
    end: (id: string, operator: string): void => close(open(id), operator),
    /** Who scanned a label that its printer gives no proof of. */
    scannedBy(label: LabelRecord): By | null {
      if (label.scanned_at === null) return null;
      return { who: whoScanned.get(label.seq) ?? '', why: 'scanned' };
    },
  };
}
