import { problem, ProblemError, type Problem } from '../../../shared/contract/problem.ts';
import type { PrintResult } from '../../../shared/printing/print-states.ts';
import { hasLabelCondition } from '../../outbox/entry-filter.ts';
import type { PrintedLabel } from '../../outbox/printed-verbs.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { prepareNumberedInsert } from '../../storage/database/sealed-write.ts';
import { jobWriter, notOnPaper, type AddedJob } from './add-job.ts';
import {
  type QueueContext,
  awaitedLabels,
  drawnCells,
  type JobRecord,
  type LabelRecord,
  type Cause,
} from './queue-context.ts';

export interface ProvisionalRequest {
  /** orders that have a label; null: all that wait for a number and are not printed yet */
  ids: readonly string[] | null;
  /** the printer's name */
  printer: string;
  /** why printed labels are reprinted; null: they are not */
  reason: string | null;
}

/** SQL condition for an order with a label that has no number, and may get one. */
export const awaitsNumber = `${hasLabelCondition()} AND tracking_number IS NULL AND replaced_by IS NULL
  AND state IN ('queued', 'sending', 'unsure', 'accepted')`;

interface Order {
  seq: number;
  key: string;
  /** 1: it has a label without a number, and may get one */
  comes: 0 | 1;
  copies: number;
  printed: 0 | 1;
}

/** Maximum number of labels in one request; a screen selects no more. */
const maxLabels = 10_000;

/** Reads whether a label of the queue was requested as provisional, so that it may be drawn without a number. */
export function provisionalLabels(db: Sqlite) {
  const hasProvisionalRequest = db
    .prepare<[number], number>(
      `SELECT EXISTS (SELECT 1 FROM print_history WHERE label = ? AND event = 'add' AND why = 'no-number-yet')`,
    )
    .pluck();
  return { isProvisional: (label: number): boolean => hasProvisionalRequest.get(label) === 1 };
}

/**
 * Adds a job of labels for parcels that have no number yet, such as those captured offline: such a label identifies its
 * parcel, and a scan of it prints the final one once the number has arrived. If the number arrives before the label is
 * drawn, it is drawn with it. Runs inside the caller's transaction.
 */
export function provisionalVerb(context: QueueContext) {
  const { db, records } = context;
  const write = jobWriter(context);
  const orderById = db.prepare<[string], Order>(
    `SELECT seq, key, ${awaitsNumber} AS comes, copies, printed_number IS NOT NULL AS printed FROM entry WHERE id = ?`,
  );
  const idsWithoutNumber = db
    .prepare<[], string>(
      `SELECT id FROM entry WHERE ${awaitsNumber} AND printed_number IS NULL
         AND NOT EXISTS (SELECT 1 FROM print_label l WHERE l.entry = entry.seq AND l.settled_at IS NULL)
       ORDER BY seq LIMIT ${maxLabels}`,
    )
    .pluck();

  function requirePrintable(id: string, reason: string | null): Order {
    const order = orderById.get(id);
    if (order?.comes !== 1) throw problem('label', 'This entry has no label that waits for its number.', { id });
    const refusal = (why: string, message: string) => problem('wrong-state', message, { reason: why, id });
    if (records.unsettledOf(order.seq) !== null)
      throw refusal('in-job', `The label of ${order.key} is in a print job already.`);
    if (order.printed === 1 && reason === null)
      throw refusal(
        'on-paper',
        `A provisional label of ${order.key} is on paper. Give a reason to print it once more.`,
      );
    return order;
  }

  return function add({ ids, printer, reason }: ProvisionalRequest, operator: string): AddedJob {
    const problems: { id: string; problem: Problem }[] = [];
    const orders: Order[] = [];
    for (const id of new Set(ids ?? idsWithoutNumber.all())) {
      try {
        orders.push(requirePrintable(id, reason));
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        problems.push({ id, problem: error.problem });
      }
    }
    const [firstProblem] = problems;
    if (orders.length === 0)
      throw firstProblem
        ? new ProblemError(firstProblem.problem)
        : problem('label', 'No parcel waits for its number without a label.', { reason: 'none-without' });
    const job = write.addJob(printer, operator, 'not-begun', { who: operator, why: 'wanted' });
    orders.forEach(({ seq, copies, printed }, index) => {
      const copyCells = printed === 1 ? { copy: copies + 1, reason } : { copy: 1, reason: null };
      const cause = {
        who: operator,
        why: 'no-number-yet' as const,
        ...(copyCells.reason !== null && { said: copyCells.reason }),
      };
      write.addLabel({ job: job.seq, place: index + 1, entry: seq, ...copyCells }, 'waiting', notOnPaper, cause);
    });
    return { job: job.id, labels: orders.length, problems };
  };
}

/**
 * Where a label is sent: the printer's name, the kind of connection, whether the printer was told to reprint a cut
 * label, and what is drawn on it.
 */
export interface SentLabel extends PrintedLabel {
  printer: string;
  way: string;
  reprints: boolean | null;
}

/** Maximum length stored of a printer's message, in characters. */
const maxMessageLength = 2000;

/** Stores the print attempts of labels: before the first byte is sent, and again with how they ended. */
export function handOverVerbs(context: QueueContext, scannedBy: (label: LabelRecord) => Cause | null) {
  const { db, host, records, applyLabelEvent } = context;
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
  const lastSentPlace = db.prepare<[number], { sent: number | null; last: number }>(
    `SELECT max(iif(state IN ('handed-over', 'on-paper', 'unconfirmed'), place, NULL)) AS sent, max(place) AS last
     FROM print_label WHERE job = ?`,
  );
  /** The place of a label about to be sent: an overtaken label moves behind those sent before it. */
  function placeInOrder({ place }: LabelRecord, job: JobRecord): number {
    const { sent = null, last = 0 } = job.follows === 1 ? (lastSentPlace.get(job.seq) ?? {}) : {};
    return sent === null || place > sent ? place : last + 1;
  }
  const openAttempts = db.prepare<[], { id: number; job: number }>(
    `SELECT a.id, l.job FROM print_attempt a JOIN print_label l ON l.seq = a.label WHERE a.ended_at IS NULL ORDER BY a.id`,
  );

  const settle = db.transaction((attempt: number, result: PrintResult): LabelRecord => {
    const label = records.labelBySeq(attemptOf.get(attempt)?.label ?? 0);
    if (endAttempt.run(host.now(), result.end, result.said?.slice(0, maxMessageLength) ?? null, attempt).changes === 0)
      throw new Error(`print attempt ${attempt} is over`);
    const fault = result.end === 'refused' ? { fault: result.fault } : {};
    applyLabelEvent(label, result.end, { who: 'desk', why: result.why }, fault);
    // the label was scanned before its attempt ended without proof: the scan proves it
    const scanCause = label.state === 'unconfirmed' ? scannedBy(label) : null;
    if (scanCause) applyLabelEvent(label, 'seen', scanCause);
    return label;
  });

  return {
    /** The next label of a job; null if none waits, the job does not print, or it waits for a number. */
    next(jobId: string): LabelRecord | null {
      const job = records.jobById(jobId);
      if (job.state !== 'printing') return null;
      return job.follows === 1 ? pendingLabels.next(job) : records.firstInState(job, 'waiting');
    },
    /** Whether a job was started and not held since; `printer`: on the printer of this name. */
    isPrinting(jobId: string, printer?: string): boolean {
      const job = records.jobById(jobId);
      return job.state === 'printing' && (printer === undefined || job.printer === printer);
    },
    /**
     * Hands a label over to the printer of its job: on disk when it returns, before the caller sends anything. Answers
     * the id of the attempt. Throws `wrong-state` if the job was held, cancelled or moved to another printer meanwhile,
     * or the order has changed since the label was drawn.
     */
    handOver: db.transaction(
      (seq: number, { printer, way, reprints, number, provisional, drawnFrom }: SentLabel): number => {
        const label = records.labelBySeq(seq);
        const job = records.jobBySeq(label.job);
        if (job.state !== 'printing')
          throw problem('wrong-state', 'This print job does not print now.', { state: job.state, event: 'hand-over' });
        if (job.printer !== printer)
          throw problem('wrong-state', 'This print job is on another printer now.', { event: 'hand-over' });
        if (!isUnchanged.get({ entry: label.entry, number, provisional: Number(provisional), drawnFrom }))
          throw problem('wrong-state', 'This order is another since its label was drawn.', { event: 'hand-over' });
        const cells = drawnCells({ number, provisional, drawnFrom });
        applyLabelEvent(
          label,
          'hand-over',
          { who: 'desk', why: 'sent' },
          { ...cells, place: placeInOrder(label, job) },
        );
        const reprintsCell = reprints === null ? null : Number(reprints);
        return insertAttempt([seq, printer, way, number, reprintsCell, host.now()]);
      },
    ),
    settle,
    /** Fails a label that cannot be drawn, or whose order has no label any more; the others continue. */
    refuse: db.transaction((seq: number, fault: string): void =>
      applyLabelEvent(records.labelBySeq(seq), 'refused', { who: 'desk', why: 'cannot-be-drawn' }, { fault }),
    ),
    /** Ends open attempts of a run that broke off, of all jobs or of one: it is unknown what is on paper. */
    endOpenAttempts(onlyJob: JobRecord | null = null): void {
      for (const { id, job } of openAttempts.all())
        if (onlyJob === null || onlyJob.seq === job) settle(id, { end: 'lost', why: 'desk-ended' });
    },
  };
}
