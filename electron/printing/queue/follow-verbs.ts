import { ProblemError, problem, type Problem } from '../../../shared/contract/problem.ts';
import type { PrintReason } from '../../../shared/printing/print-states.ts';
import { hasLabelCondition } from '../../outbox/entry-filter.ts';
import { jobWriter, notOnPaper, type AddedJob } from './add-job.ts';
import { awaitedLabels, orderConditions, jobColumns, type JobRecord, type QueueContext } from './queue-context.ts';

export interface FollowRequest {
  /** orders with a label, with or without a number; null: all that are being delivered or ready */
  ids: readonly string[] | null;
  /** the printer's name */
  printer: string;
}

interface Order {
  seq: number;
  id: string;
  key: string;
  state: string;
  replaced_by: string | null;
  list: string | null;
  tracking_number: string | null;
}

/** Maximum number of labels in one request; a screen selects no more. */
const maxLabels = 10_000;

/**
 * Labels that are printed as their numbers arrive, in the order of entry. New labels join the job that already does
 * this on the same printer, so that the order holds over several requests. Verbs run inside the caller's transaction.
 */
export function followVerbs(context: QueueContext) {
  const { db, records, applyLabelEvent, applyJobEvent, recordLabelStep } = context;
  const write = jobWriter(context);
  const pendingLabels = awaitedLabels(db);
  const orderColumns = 'seq, id, key, state, replaced_by, label_list AS list, tracking_number';
  const orderById = db.prepare<[string], Order>(
    `SELECT ${orderColumns} FROM entry WHERE id = ? AND ${hasLabelCondition()}`,
  );
  const undeliveredIds = db
    .prepare<[], string>(
      `SELECT id FROM (
       SELECT id, seq FROM entry WHERE label_list = 'ready' AND label_list IS NOT NULL
       UNION SELECT id, seq FROM entry WHERE state IN ('queued', 'sending', 'unsure') AND ${hasLabelCondition()}
       UNION SELECT id, seq FROM entry WHERE state = 'accepted' AND ${hasLabelCondition()}
         AND replaced_by IS NULL AND (label_list IS NULL OR label_list = 'provisional'))
     ORDER BY seq LIMIT ${maxLabels}`,
    )
    .pluck();
  const openFollowingJob = db.prepare<[string], { seq: number }>(
    `SELECT seq FROM print_job WHERE follows = 1 AND ended_at IS NULL AND state = 'printing' AND printer = ? ORDER BY seq LIMIT 1`,
  );
  const waitingLabels = db.prepare<[number], { seq: number; entry: number }>(
    `SELECT seq, entry FROM print_label WHERE job = ? AND state = 'waiting' AND settled_at IS NULL ORDER BY place`,
  );
  const lastPlace = db.prepare<[number], { place: number | null }>(
    'SELECT max(place) AS place FROM print_label WHERE job = ?',
  );
  const setPlace = db.prepare<[number, number]>('UPDATE print_label SET place = ? WHERE seq = ?');
  const setPassed = db.prepare<[number]>('UPDATE print_label SET passed = 1 WHERE seq = ?');
  const obsoleteLabels = db.prepare<[], Order & { label: number }>(
    `SELECT l.seq AS label, e.seq, e.id, e.key, e.state, e.replaced_by, e.label_list AS list, e.tracking_number
     FROM print_job j JOIN print_label l ON l.job = j.seq JOIN entry e ON e.seq = l.entry
     WHERE j.follows = 1 AND j.ended_at IS NULL AND l.state = 'waiting' AND l.settled_at IS NULL AND NOT (${orderConditions.hasNumber} IS TRUE)
       AND (e.state = 'withdrawn' OR e.replaced_by IS NOT NULL OR e.label_list = 'printed'
         OR (e.state = 'done' AND e.tracking_number IS NULL))
     ORDER BY l.seq`,
  );
  const printingJobs = db.prepare<[], JobRecord>(
    `SELECT ${jobColumns} FROM print_job WHERE follows = 1 AND ended_at IS NULL AND state = 'printing' ORDER BY seq`,
  );

  /** The order, if a job may wait for its label. Throws ProblemError with the reason if not. */
  function requireAwaitable(id: string): Order {
    const order = orderById.get(id);
    const refusal = (reason: string, message: string) => problem('wrong-state', message, { reason, id });
    if (!order) throw problem('label', 'This entry has no label.', { id });
    const { key, state, list } = order;
    if (order.replaced_by !== null) throw refusal('replaced', `${key} is replaced. Print the one in its place.`);
    if (state === 'draft') throw refusal('draft', `${key} is put aside and gets no number before it is sent.`);
    if (state === 'withdrawn') throw refusal('withdrawn', `${key} was withdrawn, so there is no label of it.`);
    if (list === null && state === 'done')
      throw problem('label', `${key} was closed without a number, so there is no label of it.`, { id });
    if (list === 'unconfirmed')
      throw refusal('maybe-printed', `The label of ${key} may be on paper already. Say first whether it is.`);
    if (list === 'printed')
      throw refusal('on-paper', `The label of ${key} is on paper. Give a reason to print it once more.`);
    if (records.unsettledOf(order.seq) !== null)
      throw refusal('in-job', `The label of ${key} is in a print job already.`);
    return order;
  }

  /** Sorts the waiting labels of a job into the order of entry. */
  function sortWaiting(job: number): void {
    const waiting = waitingLabels.all(job);
    if (waiting.every(({ entry }, index) => index === 0 || entry > (waiting[index - 1]?.entry ?? 0))) return;
    let place = lastPlace.get(job)?.place ?? 0;
    for (const { seq } of waiting.toSorted((a, b) => a.entry - b.entry)) setPlace.run((place += 1), seq);
  }

  function addLabel(job: JobRecord, entry: number, operator: string, why: PrintReason): void {
    const place = (lastPlace.get(job.seq)?.place ?? 0) + 1;
    write.addLabel({ job: job.seq, place, entry, copy: 1, reason: null }, 'waiting', notOnPaper, {
      who: operator,
      why,
    });
  }

  /** Cancels a label that its order will not get any more; the label of an order that replaces it is added instead. */
  function removeLabel({ label, ...order }: Order & { label: number }): void {
    const record = records.labelBySeq(label);
    const job = records.jobBySeq(record.job);
    const replacement = order.replaced_by === null ? undefined : orderById.get(order.replaced_by);
    if (replacement && records.unsettledOf(replacement.seq) === null && replacement.state !== 'withdrawn') {
      addLabel(job, replacement.seq, 'desk', 'order-replaced');
      sortWaiting(job.seq);
    }
    applyLabelEvent(records.labelBySeq(label), 'cancel', { who: 'desk', why: obsoleteReason(order) });
  }

  return {
    /** Throws the problem of the first label if none can be waited for. */
    follow({ ids, printer }: FollowRequest, operator: string): AddedJob {
      const problems: { id: string; problem: Problem }[] = [];
      const orders: Order[] = [];
      for (const id of new Set(ids ?? undeliveredIds.all())) {
        try {
          orders.push(requireAwaitable(id));
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          // without explicit ids, orders that cannot be printed are skipped
          if (ids !== null) problems.push({ id, problem: error.problem });
        }
      }
      const [firstProblem] = problems;
      if (orders.length === 0)
        throw firstProblem
          ? new ProblemError(firstProblem.problem)
          : problem('label', 'No order with a label is on its way, and no label is ready.', { reason: 'none-comes' });
      const cause = { who: operator, why: 'wanted' } as const;
      const openJob = openFollowingJob.get(printer);
      const job = openJob ? records.jobBySeq(openJob.seq) : write.addJob(printer, operator, 'not-begun', cause, 1);
      for (const { seq } of orders.toSorted((a, b) => a.seq - b.seq)) addLabel(job, seq, operator, 'wanted');
      sortWaiting(job.seq);
      if (!openJob) applyJobEvent(job, 'begin', { who: operator, why: 'begun' });
      return { job: job.id, labels: orders.length, problems };
    },
    /**
     * Lets a job continue without the number of its next label; the label is printed when its number arrives. Throws
     * `wrong-state`.
     */
    passAwaited(id: string, operator: string): void {
      const job = records.jobById(id);
      const awaitedLabel = job.follows === 1 ? pendingLabels.awaitedLabel(job) : null;
      if (!awaitedLabel)
        throw problem('wrong-state', 'This print job waits for no number now.', {
          reason: 'not-waiting',
          event: 'pass',
        });
      setPassed.run(awaitedLabel.seq);
      recordLabelStep(awaitedLabel, 'pass', awaitedLabel.state, { who: operator, why: 'passed' });
    },
    /** Whether there are labels to cancel because their orders will not get any. */
    hasObsolete: (): boolean => obsoleteLabels.get() !== undefined,
    /** Cancels labels that their orders will not get any more; answers whether there were any. */
    removeObsolete(): boolean {
      const obsolete = obsoleteLabels.all();
      for (const one of obsolete) removeLabel(one);
      return obsolete.length > 0;
    },
    /** Running jobs that print as numbers arrive, and whether one of their labels can be printed now. */
    listFollowing: (): { id: string; printer: string; isDue: boolean }[] =>
      printingJobs.all().map((job) => ({ id: job.id, printer: job.printer, isDue: pendingLabels.next(job) !== null })),
  };
}

function obsoleteReason({ state, replaced_by, list }: Order): PrintReason {
  if (replaced_by !== null) return 'order-replaced';
  if (state === 'withdrawn') return 'order-withdrawn';
  return list === 'printed' ? 'printed-already' : 'order-closed';
}
