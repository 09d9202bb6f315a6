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

/** Maximum number of bad labels listed; the rest is only counted. */
const maxListed = 5;

/**
 * Checks own labels before anyone prints them, one after the other: an import, or a save before their file existed,
 * could not report their problems. Results are lost with the desk, and found again when a person opens the day or the
 * labels.
 */
export function watchOwnLabels({ unprinted, problemsOf, onChange, yieldToEventLoop, monotonic }: OwnLabelWatchHost) {
  const known = new Map<string, { content: string; problems: readonly LabelProblem[] }>();
  let checking: Promise<void> | null = null;
  let isClosed = false;

  const knownOf = ({ id, content }: Pick<UnprintedOrder, 'id' | 'content'>): readonly LabelProblem[] | null => {
    const found = known.get(id);
    return found?.content === content ? found.problems : null;
  };

  /** Null if the check was closed meanwhile. */
  async function check(id: string): Promise<readonly LabelProblem[] | null> {
    const order = unprinted.order(id);
    if (!order) return [];
    const before = knownOf(order);
    if (before) return before;
    try {
      const problems = await problemsOf(order.body);
      known.set(id, { content: order.content, problems });
      return problems;
    } catch (error) {
      if (error instanceof ProblemError) return null;
      throw error;
    }
  }

  async function checkAll(all: readonly UnprintedOrder[]): Promise<void> {
    const there = new Set(all.map(({ id }) => id));
    for (const id of known.keys()) if (!there.has(id)) known.delete(id);
    for (const order of all) {
      if (isClosed) return;
      if (knownOf(order)) continue;
      const problems = await check(order.id);
      if (problems !== null && problems.length > 0) onChange([order.id]);
      await yieldToEventLoop();
    }
  }

  // after an error the next request tries again
  function scheduleCheck(all: () => readonly UnprintedOrder[]): void {
    if (isClosed) return;
    checking ??= Promise.resolve()
      .then(() => checkAll(all()))
      .catch(reportFault)
      .finally(() => (checking = null));
  }

  return {
    /** The known problem of an entry, or a warning; entries not checked yet are checked soon. */
    problemOf(id: string): LabelProblem | null {
      scheduleCheck(unprinted.all);
      return known.get(id)?.problems[0] ?? null;
    },
    /** Labels still to be printed that are known to be unprintable. */
    badLabels(): UnprintableLabels {
      const all = unprinted.all();
      scheduleCheck(() => all);
      const bad = all.flatMap((order) => {
        const problem = knownOf(order)?.find(({ stops }) => stops);
        return problem ? [{ id: order.id, key: order.key, problem }] : [];
      });
      return { count: bad.length, first: bad.slice(0, maxListed) };
    },
    /** Checks the given entries now, within a time limit; `left` counts those not checked. */
    async checkNow(ids: readonly string[], ms: number) {
      const until = monotonic() + ms;
      const found: { id: string; problems: LabelProblem[] }[] = [];
      let done = 0;
      for (const id of ids) {
        if (isClosed || monotonic() >= until) break;
        const problems = await check(id);
        if (problems && problems.length > 0) found.push({ id, problems: [...problems] });
        done += 1;
        await yieldToEventLoop();
      }
      return { found, left: ids.length - done };
    },
    async close(): Promise<void> {
      isClosed = true;
      await checking;
    },
  };
}
export type OwnLabelWatch = ReturnType<typeof watchOwnLabels>;
