import type { Problem } from '../../../shared/contract/problem.ts';
import type { WithdrawOptions } from '../../outbox/withdraw.ts';
import type { Handlers } from '../transport/answer.ts';
import { problemOf } from '../transport/failure.ts';
import { afterActs, type DeskContext } from '../desk-context.ts';

type Names =
  | 'entry.withdraw'
  | 'entry.decide'
  | 'entry.tryNow'
  | 'entry.sendAnyway'
  | 'entry.cancelled'
  | 'labels.printed'
  | 'labels.notPrinted';

interface Withdrawn {
  withdrawn: string[];
  problems: { id: string; problem: Problem }[];
}

/** Entries withdrawn per transaction: some ms of work, which captures wait for. */
const atOnce = 50;

/** Procedures for decisions about existing entries. `yieldToEventLoop` lets pending calls run first. */
export function decisionHandlers(
  parts: DeskContext,
  yieldToEventLoop: () => Promise<void>,
): Pick<Handlers<'desk'>, Names> {
  const { outbox, paper } = parts;

  function afterwards<T>(ids: readonly string[], answer: T): T {
    afterActs(parts, ids);
    return answer;
  }

  function withdrawSome(ids: readonly string[], options: WithdrawOptions): Withdrawn {
    const done: Withdrawn = { withdrawn: [], problems: [] };
    for (const id of ids) {
      const failed = outbox.each(() => outbox.withdraw(id, options));
      if (failed instanceof Error) done.problems.push({ id, problem: problemOf(failed) });
      else done.withdrawn.push(id);
    }
    return done;
  }

  /** Each slice is a command of its own, so that an interrupted call resumes there when it is repeated. */
  async function withdrawMany(commandId: string, ids: readonly string[], options: WithdrawOptions): Promise<Withdrawn> {
    const done: Withdrawn = { withdrawn: [], problems: [] };
    for (let at = 0; at < ids.length; at += atOnce) {
      if (at > 0) await yieldToEventLoop();
      const some = ids.slice(at, at + atOnce);
      const part = outbox.once(`${commandId} ${at}`, 'withdraw', () => withdrawSome(some, options));
      done.withdrawn.push(...part.withdrawn);
      done.problems.push(...part.problems);
      afterwards(part.withdrawn, part);
    }
    return outbox.once(commandId, 'withdraw', () => done);
  }

  return {
    async 'entry.withdraw'({ commandId, ids, ...options }) {
      const before = outbox.answered<Withdrawn>(commandId, 'withdraw');
      if (before) return afterwards(before.withdrawn, before);
      if (ids.length > atOnce) return withdrawMany(commandId, ids, options);
      const done = outbox.once(commandId, 'withdraw', () => withdrawSome(ids, options));
      return afterwards(done.withdrawn, done);
    },
    'entry.decide': ({ commandId, id, decision, operator, why }) =>
      afterwards([id], { id, state: outbox.decide(commandId, id, decision, operator, why) }),
    'entry.tryNow'({ ids }) {
      outbox.tryNow(ids);
      return afterwards(ids, { ids });
    },
    'entry.sendAnyway'({ commandId, id, operator }) {
      outbox.sendAnyway(commandId, id, operator);
      return afterwards([id], { id });
    },
    'entry.cancelled'({ commandId, id, operator }) {
      outbox.cancelled(commandId, id, operator);
      return afterwards([id], { id });
    },
    'labels.printed': ({ commandId, ids, reason, operator }) =>
      afterwards(ids, { ids: paper.printed(commandId, ids, operator, reason) }),
    'labels.notPrinted': ({ commandId, ids, operator }) =>
      afterwards(ids, { ids: paper.notPrinted(commandId, ids, operator) }),
  };
}
