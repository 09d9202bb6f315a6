import type { Enqueued } from '../../../shared/contract/entry-answers.ts';
import { problem, type Problem } from '../../../shared/contract/problem.ts';
import { readJsonPath } from '../../../shared/path/path.ts';
import type { Capture } from '../../outbox/capture.ts';
import type { WithdrawOptions } from '../../outbox/decide.ts';
import type { CapturedEntry } from '../../outbox/enqueue.ts';
import { setFieldVerb } from '../../outbox/set-field.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import { problemOf } from '../../platform/link/failure.ts';
import { groupCommit } from '../../storage/database/transactions.ts';
import { publishCaptures, requireCapture, type DeskContext, publishChanges } from '../desk-context.ts';

interface PendingCapture {
  commandId: string;
  capture: Capture;
  operator: string;
  draft: boolean;
  decided: boolean;
}

type CaptureName = 'entry.enqueue' | 'entry.submit' | 'entry.change' | 'entry.mend' | 'entry.replace';

/** Procedures that set an entry's content. `soon` runs its argument after the calls already received. */
export function captureHandlers(
  context: DeskContext,
  soon: (run: () => void) => void,
): Pick<Handlers<'desk'>, CaptureName> {
  const { db, outbox } = context;

  const commitBatch = db.transaction((batch: readonly PendingCapture[]) =>
    batch.map(({ commandId, capture, operator, draft, decided }) => ({
      isKnown: outbox.answered(commandId, 'enqueue') !== undefined,
      answer: outbox.inOwnTransaction(() => outbox.enqueue(commandId, capture, operator, draft, decided)),
    })),
  );
  const captureQueue = groupCommit<PendingCapture, CapturedEntry>({
    commit(batch) {
      const results = commitBatch(batch);
      const newCaptures = results.flatMap(({ isKnown, answer }) =>
        isKnown || answer instanceof Error ? [] : [answer],
      );
      publishCaptures(context, newCaptures);
      return results.map(({ answer }) => answer);
    },
    schedule: soon,
  });

  function rewriteOnce(
    commandId: string,
    name: 'change' | 'mend' | 'submit' | 'replace',
    capture: Capture,
    rewrite: () => CapturedEntry,
  ): Enqueued {
    const stored = outbox.answered<CapturedEntry>(commandId, name);
    const captured = stored ?? rewrite();
    if (!stored) publishCaptures(context, [captured]);
    return { ...captured, warnings: capture.warnings };
  }

  return {
    async 'entry.enqueue'({ commandId, request, ...options }) {
      const capture = requireCapture(context, request);
      return { ...(await captureQueue.add({ commandId, capture, ...options })), warnings: capture.warnings };
    },
    'entry.submit'(input) {
      const { commandId, id, operator, decided } = input;
      const entry = context.reader.detail(id);
      if (!entry) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
      const capture = requireCapture(context, { endpoint: entry.endpoint, ...entry.request });
      const submit = () => outbox.submit(commandId, id, capture, operator, decided);
      return { id, state: rewriteOnce(commandId, 'submit', capture, submit).state };
    },
    'entry.change'(input) {
      const { commandId, id, operator, decided } = input;
      const capture = requireCapture(context, input.request);
      return rewriteOnce(commandId, 'change', capture, () => outbox.change(commandId, id, capture, operator, decided));
    },
    'entry.mend'(input) {
      const { commandId, id, operator, decided } = input;
      const capture = requireCapture(context, input.request);
      return rewriteOnce(commandId, 'mend', capture, () => outbox.mend(commandId, id, capture, operator, decided));
    },
    'entry.replace'(input) {
      const { commandId, id, operator, decided } = input;
      const capture = requireCapture(context, input.request);
      const replace = () => outbox.replace(commandId, id, capture, operator, decided);
      const copy = rewriteOnce(commandId, 'replace', capture, replace);
      context.emit({ kind: 'entries', ids: [id] });
      return copy;
    },
  };
}

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
  const { outbox, printQueue } = context;

  function publishAndReturn<T>(ids: readonly string[], answer: T): T {
    publishChanges(context, ids);
    return answer;
  }

  function withdrawBatch(ids: readonly string[], options: WithdrawOptions): WithdrawResult {
    const result: WithdrawResult = { withdrawn: [], problems: [] };
    for (const id of ids) {
      const outcome = outbox.inOwnTransaction(() => outbox.withdraw(id, options));
      if (outcome instanceof Error) result.problems.push({ id, problem: problemOf(outcome) });
      else result.withdrawn.push(id);
    }
    return result;
  }

  /** Each batch is a command of its own, so that a repeated call continues where it was interrupted. */
  async function withdrawMany(
    commandId: string,
    ids: readonly string[],
    options: WithdrawOptions,
  ): Promise<WithdrawResult> {
    const result: WithdrawResult = { withdrawn: [], problems: [] };
    for (let start = 0; start < ids.length; start += withdrawnPerBatch) {
      if (start > 0) await yieldToEventLoop();
      const batch = ids.slice(start, start + withdrawnPerBatch);
      const partResult = outbox.once(`${commandId} ${start}`, 'withdraw', () => withdrawBatch(batch, options));
      result.withdrawn.push(...partResult.withdrawn);
      result.problems.push(...partResult.problems);
      publishAndReturn(partResult.withdrawn, partResult);
    }
    return outbox.once(commandId, 'withdraw', () => result);
  }

  return {
    async 'entry.withdraw'({ commandId, ids, ...options }) {
      const stored = outbox.answered<WithdrawResult>(commandId, 'withdraw');
      if (stored) return publishAndReturn(stored.withdrawn, stored);
      if (ids.length > withdrawnPerBatch) return withdrawMany(commandId, ids, options);
      const result = outbox.once(commandId, 'withdraw', () => withdrawBatch(ids, options));
      return publishAndReturn(result.withdrawn, result);
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
    'labels.printed': ({ commandId, ids, drawn, reason, operator }) =>
      publishAndReturn(ids, { ids: printQueue.markPrinted(commandId, ids, operator, reason, drawn) }),
    'labels.notPrinted': ({ commandId, ids, operator }) =>
      publishAndReturn(ids, { ids: printQueue.markNotPrinted(commandId, ids, operator) }),
  };
}

/** Entries prepared between two yields: about 4 ms of work. */
const preparedPerTurn = 10;

/** Sets one field of many entries together. `yieldToEventLoop` lets pending calls run first. */
export function setFieldHandlers(
  context: DeskContext,
  yieldToEventLoop: () => Promise<void>,
): Pick<Handlers<'desk'>, 'entries.setField'> {
  const verb = setFieldVerb(context.db, context.outbox);
  return {
    async 'entries.setField'({ commandId, ids, operator, path, value }) {
      const fieldPath = readJsonPath(path);
      if (fieldPath === null) throw problem('invalid', `${path} names no field; write it as $.Package.Weight.`);
      const prepared = [];
      for (const [index, id] of [...new Set(ids)].entries()) {
        if (index > 0 && index % preparedPerTurn === 0) await yieldToEventLoop();
        prepared.push(verb.prepare(id, fieldPath, value, context.settings.get()));
      }
      const savedIds: string[] = [];
      const answer = verb.apply(commandId, prepared, operator, ({ id }) => savedIds.push(id));
      publishChanges(context, savedIds);
      return answer;
    },
  };
}
