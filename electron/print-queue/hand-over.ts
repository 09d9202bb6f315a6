import { problem } from '../../shared/contract/problem.ts';
import type { PrintResult } from '../../shared/printing/print-end.ts';
import type { PrintedLabel } from '../outbox/printed.ts';
import { prepareNumberedInsert } from '../database/sealed-write.ts';
import { awaitsNumber } from './provisional.ts';
import { awaitedLabels } from './coming-labels.ts';
import type { JobRecord, LabelRecord } from './print-record.ts';
import type { Cause, QueueContext } from './queue-context.ts';

/**
 * Where a label is sent: the printer's name, the kind of connection, whether the printer was told to reprint a cut
 * label, and what is drawn on it.
 */
export interface SentLabel extends PrintedLabel {
  printer: string;
  way: string;
  reprints: boolean | null;
}

/** Longest message of a printer that is stored, in characters. */
const maxMessageLength = 2000;

/** The print attempts of labels: written before the first byte is sent, and ended with what is known of them. */
export function handOverVerbs(context: QueueContext, scannedBy: (label: LabelRecord) => Cause | null) {
  const { db, host, records, takeLabel } = context;
  const pendingLabels = awaitedLabels(db);
  const insertAttempt = prepareNumberedInsert(db, 'print_attempt', 'id', [
    'label',
    'printer',
    'way',
    'number',
    'reprints',
    'started_at',
  ]);
  const attemptOf = db.prepare<[number], { label: number; ended_at: number | null }>(
    'SELECT label, ended_at FROM print_attempt WHERE id = ?',
  );
  const endAttempt = db.prepare<[number, string, string | null, number]>(
    'UPDATE print_attempt SET ended_at = ?, verdict = ?, said = ? WHERE id = ? AND ended_at IS NULL',
  );
  const isUnchanged = db.prepare<
    [{ entry: number; number: string; provisional: number; drawnFrom: Buffer }],
    { seq: number }
  >(
    `SELECT seq FROM entry WHERE seq = @entry AND request_sha256 = @drawnFrom AND (
       (label_list IS NOT NULL AND tracking_number = @number AND (tracking_final IS 0) = @provisional) OR (@number = '' AND ${awaitsNumber}))`,
  );
  const lastSent = db.prepare<[number], { sent: number | null; last: number }>(
    `SELECT max(iif(state IN ('handed-over', 'on-paper', 'unconfirmed'), place, NULL)) AS sent, max(place) AS last
     FROM print_label WHERE job = ?`,
  );
  /**
   * Places in a job follow the order in which its labels were sent: an overtaken label moves behind those sent before
   * it.
   */
  function placeInOrder({ place }: LabelRecord, job: JobRecord): number {
    const { sent = null, last = 0 } = job.follows === 1 ? (lastSent.get(job.seq) ?? {}) : {};
    return sent === null || place > sent ? place : last + 1;
  }
  const openAttempts = db.prepare<[], { id: number; job: number }>(
    `SELECT a.id, l.job FROM print_attempt a JOIN print_label l ON l.seq = a.label WHERE a.ended_at IS NULL ORDER BY a.id`,
  );

  const settle = db.transaction((attempt: number, result: PrintResult): LabelRecord => {
    const label = records.label(attemptOf.get(attempt)?.label ?? 0);
    if (endAttempt.run(host.now(), result.end, result.said?.slice(0, maxMessageLength) ?? null, attempt).changes === 0)
      throw new Error(`print attempt ${attempt} is over`);
    const fault = result.end === 'refused' ? { fault: result.fault } : {};
    takeLabel(label, result.end, { who: 'desk', why: result.why }, fault);
    // it was scanned as it was stuck on, before its printer reported an unknown end
    const scanned = label.state === 'unconfirmed' ? scannedBy(label) : null;
    if (scanned) takeLabel(label, 'seen', scanned);
    return label;
  });

  return {
    /** The next label of a job; null if none waits, the job does not print, or it waits for a number. */
    next(jobId: string): LabelRecord | null {
      const job = records.jobById(jobId);
      if (job.state !== 'printing') return null;
      return job.follows === 1 ? pendingLabels.next(job) : records.firstIn(job, 'waiting');
    },
    /** Whether a job was started and not held since; `printer`: on the printer of this name. */
    isPrinting(jobId: string, printer?: string): boolean {
      const job = records.jobById(jobId);
      return job.state === 'printing' && (printer === undefined || job.printer === printer);
    },
    /**
     * Hands a label over to the printer of its job: on disk when it returns, before the caller sends anything. Answers
     * the id of the attempt. Throws `wrong-state` if the job was held, cancelled or moved to another printer meanwhile,
     * or the order is no longer what was drawn.
     */
    handOver: db.transaction(
      (seq: number, { printer, way, reprints, number, provisional, drawnFrom }: SentLabel): number => {
        const label = records.label(seq);
        const job = records.job(label.job);
        if (job.state !== 'printing')
          throw problem('wrong-state', 'This print job does not print now.', { state: job.state, event: 'hand-over' });
        if (job.printer !== printer)
          throw problem('wrong-state', 'This print job is on another printer now.', { event: 'hand-over' });
        if (!isUnchanged.get({ entry: label.entry, number, provisional: Number(provisional), drawnFrom }))
          throw problem('wrong-state', 'This order is another since its label was drawn.', { event: 'hand-over' });
        const drawn = { number, provisional: provisional ? 1 : 0, drawn_from: drawnFrom } as const;
        takeLabel(label, 'hand-over', { who: 'desk', why: 'sent' }, { ...drawn, place: placeInOrder(label, job) });
        const reprintsCell = reprints === null ? null : Number(reprints);
        return insertAttempt([seq, printer, way, number, reprintsCell, host.now()]);
      },
    ),
    settle,
    /** Fails a label that cannot be drawn, or whose order has no label any more; the others continue. */
    refuse: db.transaction((seq: number, fault: string): void =>
      takeLabel(records.label(seq), 'refused', { who: 'desk', why: 'cannot-be-drawn' }, { fault }),
    ),
    /** Ends the attempts that an earlier run left open, of all jobs or of one: it is unknown what is on paper. */
    endOpenAttempts(onlyJob: JobRecord | null = null): void {
      for (const { id, job } of openAttempts.all())
        if (onlyJob === null || onlyJob.seq === job) settle(id, { end: 'lost', why: 'desk-ended' });
    },
  };
}
