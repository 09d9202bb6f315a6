import type { Problem } from '../../shared/problem.ts';
import type { Handlers } from './answer.ts';
import { problemOf } from './failure.ts';
import { afterActs, type OpenParts } from './open-parts.ts';

type Names =
  'entry.withdraw' | 'entry.decide' | 'entry.tryNow' | 'entry.sendAnyway' | 'entry.cancelled' | 'labels.printed';

/** Procedures by which a person decides about entries that are there. */
export function decisionHandlers(parts: OpenParts): Pick<Handlers<'desk'>, Names> {
  const { outbox } = parts;

  function told<T>(ids: readonly string[], answer: T): T {
    afterActs(parts, ids);
    return answer;
  }

  return {
    'entry.withdraw'({ commandId, ids, ...options }) {
      const done = outbox.once(commandId, 'withdraw', () => {
        const withdrawn: string[] = [];
        const problems: { id: string; problem: Problem }[] = [];
        for (const id of ids) {
          const failed = outbox.each(() => outbox.withdraw(id, options));
          if (failed instanceof Error) problems.push({ id, problem: problemOf(failed) });
          else withdrawn.push(id);
        }
        return { withdrawn, problems };
      });
      return told(done.withdrawn, done);
    },
    'entry.decide': ({ commandId, id, decision, operator, why }) =>
      told([id], { id, state: outbox.decide(commandId, id, decision, operator, why) }),
    'entry.tryNow'({ ids }) {
      outbox.tryNow(ids);
      return told(ids, { ids });
    },
    'entry.sendAnyway'({ commandId, id, operator }) {
      outbox.sendAnyway(commandId, id, operator);
      return told([id], { id });
    },
    'entry.cancelled'({ commandId, id, operator }) {
      outbox.cancelled(commandId, id, operator);
      return told([id], { id });
    },
    'labels.printed': ({ commandId, ids, operator }) => told(ids, { ids: outbox.printed(commandId, ids, operator) }),
  };
}
