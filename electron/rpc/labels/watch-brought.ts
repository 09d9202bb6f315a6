import type { BadLabels } from '../../../shared/labels/label-lists.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import { ProblemError } from '../../../shared/contract/problem.ts';
import { reportFault } from '../transport/failure.ts';
import type { LabelsToCome, ToCome } from '../../outbox/read-brought.ts';

export interface WatchHost {
  toCome: LabelsToCome;
  /** why the own label in this body cannot be printed, else warnings about it; empty if it has none */
  problemsOf: (body: unknown) => Promise<LabelProblem[]>;
  /** called with entries whose problems have changed */
  changed: (ids: string[]) => void;
  yieldToEventLoop: () => Promise<void>;
  /** a monotonic clock (ms) */
  monotonic: () => number;
}

/** Maximum number of bad labels listed; the rest is only counted. */
const named = 5;

/**
 * Checks own labels before anyone prints them, one after the other: an import, or a save before their file existed,
 * could not report their problems. Results are lost with the desk, and found again when a person opens the day or the
 * labels.
 */
export function watchBrought({ toCome, problemsOf, changed, yieldToEventLoop, monotonic }: WatchHost) {
  const known = new Map<string, { content: string; problems: readonly LabelProblem[] }>();
  let looking: Promise<void> | null = null;
  let isClosed = false;

  const knownOf = ({ id, content }: Pick<ToCome, 'id' | 'content'>): readonly LabelProblem[] | null => {
    const found = known.get(id);
    return found?.content === content ? found.problems : null;
  };

  /** Null if the check was closed meanwhile. */
  async function look(id: string): Promise<readonly LabelProblem[] | null> {
    const order = toCome.order(id);
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

  async function lookAt(all: readonly ToCome[]): Promise<void> {
    const there = new Set(all.map(({ id }) => id));
    for (const id of known.keys()) if (!there.has(id)) known.delete(id);
    for (const order of all) {
      if (isClosed) return;
      if (knownOf(order)) continue;
      const problems = await look(order.id);
      if (problems !== null && problems.length > 0) changed([order.id]);
      await yieldToEventLoop();
    }
  }

  // after an error the next request tries again
  function lookSoon(all: () => readonly ToCome[]): void {
    if (isClosed) return;
    looking ??= Promise.resolve()
      .then(() => lookAt(all()))
      .catch(reportFault)
      .finally(() => (looking = null));
  }

  return {
    /** The known problem of an entry, or a warning; entries not checked yet are checked soon. */
    of(id: string): LabelProblem | null {
      lookSoon(toCome.all);
      return known.get(id)?.problems[0] ?? null;
    },
    /** Labels still to be printed that are known to be unprintable. */
    bad(): BadLabels {
      const all = toCome.all();
      lookSoon(() => all);
      const bad = all.flatMap((order) => {
        const problem = knownOf(order)?.find(({ stops }) => stops);
        return problem ? [{ id: order.id, key: order.key, problem }] : [];
      });
      return { count: bad.length, first: bad.slice(0, named) };
    },
    /** Checks the given entries now, within a time limit; `left` counts those not checked. */
    async now(ids: readonly string[], ms: number) {
      const until = monotonic() + ms;
      const found: { id: string; problems: LabelProblem[] }[] = [];
      let done = 0;
      for (const id of ids) {
        if (isClosed || monotonic() >= until) break;
        const problems = await look(id);
        if (problems && problems.length > 0) found.push({ id, problems: [...problems] });
        done += 1;
        await yieldToEventLoop();
      }
      return { found, left: ids.length - done };
    },
    async close(): Promise<void> {
      isClosed = true;
      await looking;
    },
  };
}
export type BroughtWatch = ReturnType<typeof watchBrought>;
