import { ProblemError } from '../../../shared/contract/problem.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { UnprintableLabels } from '../../../shared/labels/label-lists.ts';
import type { UnprintedOrders, UnprintedOrder } from '../../outbox/read-labels.ts';
import { reportFault } from '../../platform/link/failure.ts';

export interface OwnLabelWatchHost {
  unprinted: UnprintedOrders;
  /** why the own label in this body cannot be printed, else warnings about it; empty if it has none */
  problemsOf: (body: unknown) => Promise<LabelProblem[]>;
  /** called with entries whose problems have changed */
  onChange: (ids: string[]) => void;
  yieldToEventLoop: () => Promise<void>;
  /** a monotonic clock (ms) */
  monotonic: () => number;
}

/** Maximum number of unprintable labels listed; the others are only counted. */
const maxListed = 5;

/**
 * Checks own labels before anyone prints them, one after the other: an import, or a save before their file existed,
 * could not report their problems. Results are kept in memory only; after a restart the labels are checked again when a
 * person opens the day or the labels.
 */
export function watchOwnLabels({ unprinted, problemsOf, onChange, yieldToEventLoop, monotonic }: OwnLabelWatchHost) {
  const checkResults = new Map<string, { content: string; problems: readonly LabelProblem[] }>();
  let runningCheck: Promise<void> | null = null;
  let isClosed = false;

  const currentProblemsOf = ({
    id,
    content,
  }: Pick<UnprintedOrder, 'id' | 'content'>): readonly LabelProblem[] | null => {
    const result = checkResults.get(id);
    return result?.content === content ? result.problems : null;
  };

  /** Problems of the own label of an entry; null if the desk closed meanwhile. */
  async function check(id: string): Promise<readonly LabelProblem[] | null> {
    const order = unprinted.order(id);
    if (!order) return [];
    const knownProblems = currentProblemsOf(order);
    if (knownProblems) return knownProblems;
    try {
      const problems = await problemsOf(order.body);
      checkResults.set(id, { content: order.content, problems });
      return problems;
    } catch (error) {
      if (error instanceof ProblemError) return null;
      throw error;
    }
  }

  async function checkAll(all: readonly UnprintedOrder[]): Promise<void> {
    const presentIds = new Set(all.map(({ id }) => id));
    for (const id of checkResults.keys()) if (!presentIds.has(id)) checkResults.delete(id);
    for (const order of all) {
      if (isClosed) return;
      if (currentProblemsOf(order)) continue;
      const problems = await check(order.id);
      if (problems !== null && problems.length > 0) onChange([order.id]);
      await yieldToEventLoop();
    }
  }

  // after an error the next request tries again
  function scheduleCheck(all: () => readonly UnprintedOrder[]): void {
    if (isClosed) return;
    runningCheck ??= Promise.resolve()
      .then(() => checkAll(all()))
      .catch(reportFault)
      .finally(() => (runningCheck = null));
  }

  return {
    /** The first known problem of an entry, or else its first warning; starts checks of entries not checked yet. */
    problemOf(id: string): LabelProblem | null {
      scheduleCheck(unprinted.all);
      return checkResults.get(id)?.problems[0] ?? null;
    },
    /** Labels not printed yet that are known to be unprintable. */
    badLabels(): UnprintableLabels {
      const all = unprinted.all();
      scheduleCheck(() => all);
      const bad = all.flatMap((order) => {
        const problem = currentProblemsOf(order)?.find(({ stops }) => stops);
        return problem ? [{ id: order.id, key: order.key, problem }] : [];
      });
      return { count: bad.length, first: bad.slice(0, maxListed) };
    },
    /** Checks the given entries now, within a time limit; `left` counts those not checked. */
    async checkNow(ids: readonly string[], limitMs: number) {
      const deadlineMs = monotonic() + limitMs;
      const found: { id: string; problems: LabelProblem[] }[] = [];
      let checkedCount = 0;
      for (const id of ids) {
        if (isClosed || monotonic() >= deadlineMs) break;
        const problems = await check(id);
        if (problems && problems.length > 0) found.push({ id, problems: [...problems] });
        checkedCount += 1;
        await yieldToEventLoop();
      }
      return { found, left: ids.length - checkedCount };
    },
    async close(): Promise<void> {
      isClosed = true;
      await runningCheck;
    },
  };
}
export type OwnLabelWatch = ReturnType<typeof watchOwnLabels>;
