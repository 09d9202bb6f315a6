import type { Problem } from '../../../shared/contract/problem.ts';
import type { WithdrawOptions } from '../../outbox/withdraw.ts';
import type { Handlers } from '../transport/answer.ts';
import { problemOf } from '../transport/failure.ts';
import { publishChanges, type DeskContext } from '../desk-context.ts';

type DecisionName =
  | 'entry.withdraw'
  | 'entry.decide'
  | 'entry.tryNow'
  | 'entry.sendAnyway'
  | 'entry.cancelled'
  | 'labels.printed'
  | 'labels.notPrinted';

interface WithdrawResult {
  withdrawn: string[];
  problems: { id: string; problem: Problem }[];
}

/** Entries withdrawn per transaction: some ms of work, which captures wait for. */
const withdrawnPerBatch = 50;

/** Procedures for decisions about existing entries. `yieldToEventLoop` lets pending calls run first. */
export function decisionHandlers(
  context: DeskContext,
  yieldToEventLoop: () => Promise<void>,
): Pick<Handlers<'desk'>, DecisionName> {
  const { outbox, printQueue: paper } = context;

  function publishAndReturn<T>(ids: readonly string[], answer: T): T {
    publishChanges(context, ids);
    return answer;
  }

  function withdrawBatch(ids: readonly string[], options: WithdrawOptions): WithdrawResult {
    const done: WithdrawResult = { withdrawn: [], problems: [] };
    for (const id of ids) {
      const failed = outbox.each(() => outbox.withdraw(id, options));
      if (failed instanceof Error) done.problems.push({ id, problem: problemOf(failed) });
      else done.withdrawn.push(id);
    }
    return done;
  }

  /** Each slice is a command of its own, so that an interrupted call resumes there when it is repeated. */
  async function withdrawMany(
    commandId: string,
    ids: readonly string[],
    options: WithdrawOptions,
  ): Promise<WithdrawResult> {
    const done: WithdrawResult = { withdrawn: [], problems: [] };
    for (let at = 0; at < ids.length; at += withdrawnPerBatch) {
      if (at > 0) await yieldToEventLoop();
      const some = ids.slice(at, at + withdrawnPerBatch);
      const part = outbox.once(`${commandId} ${at}`, 'withdraw', () => withdrawBatch(some, options));
      done.withdrawn.push(...part.withdrawn);
      done.problems.push(...part.problems);
      publishAndReturn(part.withdrawn, part);
    }
    return outbox.once(commandId, 'withdraw', () => done);
  }

  return {
    async 'entry.withdraw'({ commandId, ids, ...options }) {
      const before = outbox.answered<WithdrawResult>(commandId, 'withdraw');
      if (before) return publishAndReturn(before.withdrawn, before);
      if (ids.length > withdrawnPerBatch) return withdrawMany(commandId, ids, options);
      const done = outbox.once(commandId, 'withdraw', () => withdrawBatch(ids, options));
      return publishAndReturn(done.withdrawn, done);
    },
    'entry.decide': ({ commandId, id, decision, operator, why }) =>
      publishAndReturn([id], { id, state: outbox.decide(commandId, id, decision, operator, why) }),
    'entry.tryNow'({ ids }) {
      outbox.tryNow(ids);
      return publishAndReturn(ids, { ids });
    },
    'entry.sendAnyway'({ commandId, id, operator }) {
      outbox.sendAnyway(commandId, id, operator);
      return publishAndReturn([id], { id });
    },
    'entry.cancelled'({ commandId, id, operator }) {
      outbox.cancelled(commandId, id, operator);
      return publishAndReturn([id], { id });
    },
    'labels.printed': ({ commandId, ids, reason, operator }) =>
      publishAndReturn(ids, { ids: paper.printed(commandId, ids, operator, reason) }),
    'labels.notPrinted': ({ commandId, ids, operator }) =>
      publishAndReturn(ids, { ids: paper.notPrinted(commandId, ids, operator) }),
  };
}
