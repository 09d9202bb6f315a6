import type { BadLabels } from '../../../shared/labels/label-lists.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import { ProblemError } from '../../../shared/contract/problem.ts';
import { reportFault } from '../transport/failure.ts';
import type { LabelsToCome, ToCome } from '../../outbox/read-brought.ts';

export interface WatchHost {
  toCome: LabelsToCome;
  /** why what this body brings along cannot be printed; none where it brings nothing */
  problemsOf: (body: unknown) => Promise<LabelProblem[]>;
  /** told of entries of which more is known now */
  changed: (ids: string[]) => void;
  yieldToEventLoop: () => Promise<void>;
  /** a clock that only runs forward (ms) */
  monotonic: () => number;
}

/** Bad ones that are told by name; of the others their number. */
const named = 5;

/**
 * Looks at the labels that orders bring along before anybody prints them, one after the other: who imported them, or saved before their
 * picture was there, was not told. What is known is forgotten with the desk and found again when somebody looks at the day or at labels.
 */
export function watchBrought({ toCome, problemsOf, changed, yieldToEventLoop, monotonic }: WatchHost) {
  const known = new Map<string, { content: string; problems: readonly LabelProblem[] }>();
  let looking: Promise<void> | null = null;
  let isClosed = false;

  const knownOf = ({ id, content }: Pick<ToCome, 'id' | 'content'>): readonly LabelProblem[] | null => {
    const found = known.get(id);
    return found?.content === content ? found.problems : null;
  };

  /** Null where it was closed meanwhile. */
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

  // where they cannot be read now, whoever asks next has it tried again
  function lookSoon(all: () => readonly ToCome[]): void {
    if (isClosed) return;
    looking ??= Promise.resolve()
      .then(() => lookAt(all()))
      .catch(reportFault)
      .finally(() => (looking = null));
  }

  return {
    /** What is known of these now; what is not is looked at soon. */
    of(id: string): LabelProblem | null {
      lookSoon(toCome.all);
      return known.get(id)?.problems[0] ?? null;
    },
    /** The same of all whose label is still to come out. */
    bad(): BadLabels {
      const all = toCome.all();
      lookSoon(() => all);
      const bad = all.flatMap((order) => {
        const [problem] = knownOf(order) ?? [];
        return problem ? [{ id: order.id, key: order.key, problem }] : [];
      });
      return { count: bad.length, first: bad.slice(0, named) };
    },
    /** Looks at these now, for as long as there is time; `left` were not looked at. */
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
