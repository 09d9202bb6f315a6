import { problem, ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { hasLabelCondition } from '../outbox/runs.ts';
import { jobWriter, type AddedJob } from './add-job.ts';
import type { QueueContext } from './queue-context.ts';

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
  comes: 0 | 1;
  copies: number;
  printed: 0 | 1;
}

/** Labels requested at once; a screen selects no more. */
const maxLabels = 10_000;

/** Whether a label of the queue was requested as provisional: it may be drawn without a number. */
export function provisionalLabels(db: Sqlite) {
  const asked = db
    .prepare<[number], number>(
      `SELECT EXISTS (SELECT 1 FROM print_history WHERE label = ? AND event = 'add' AND why = 'no-number-yet')`,
    )
    .pluck();
  return { isProvisional: (label: number): boolean => asked.get(label) === 1 };
}

/**
 * Labels of parcels that have no number yet, such as those captured offline: they identify the parcel, and a scan of
 * one prints its label when the number has arrived. If the number arrives before the label is drawn, it is drawn with
 * it. Runs inside the caller's transaction.
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
    if (records.underWay(order.seq) !== null)
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
    const [first] = problems;
    if (orders.length === 0)
      throw first
        ? new ProblemError(first.problem)
        : problem('label', 'No parcel waits for its number without a label.', { reason: 'none-without' });
    const job = write.job(printer, operator, 'not-begun', { who: operator, why: 'wanted' });
    orders.forEach(({ seq, copies, printed }, at) => {
      const copyCells = printed === 1 ? { copy: copies + 1, reason } : { copy: 1, reason: null };
      const by = {
        who: operator,
        why: 'no-number-yet' as const,
        ...(copyCells.reason !== null && { said: copyCells.reason }),
      };
      write.label({ job: job.seq, place: at + 1, entry: seq, ...copyCells }, 'waiting', null, by);
    });
    return { job: job.id, labels: orders.length, problems };
  };
}
