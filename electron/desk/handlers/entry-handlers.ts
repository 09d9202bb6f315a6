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
import { publishCaptures, captureOf, type DeskContext, publishChanges } from '../desk-context.ts';

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

  const commit = db.transaction((batch: readonly PendingCapture[]) =>
    batch.map(({ commandId, capture, operator, draft, decided }) => ({
      isKnown: outbox.answered(commandId, 'enqueue') !== undefined,
      answer: outbox.each(() => outbox.enqueue(commandId, capture, operator, draft, decided)),
    })),
  );
  const captures = groupCommit<PendingCapture, CapturedEntry>({
    commit(batch) {
      const done = commit(batch);
      const saved = done.flatMap(({ isKnown, answer }) => (isKnown || answer instanceof Error ? [] : [answer]));
      publishCaptures(context, saved);
      return done.map(({ answer }) => answer);
    },
    schedule: soon,
  });

  function rewriteOnce(
    commandId: string,
    name: 'change' | 'mend' | 'submit' | 'replace',
    capture: Capture,
    act: () => CapturedEntry,
  ): Enqueued {
    const before = outbox.answered<CapturedEntry>(commandId, name);
    const captured = before ?? act();
    if (!before) publishCaptures(context, [captured]);
    return { ...captured, warnings: capture.warnings };
  }

  return {
    async 'entry.enqueue'({ commandId, request, ...given }) {
      const capture = captureOf(context, request);
      return { ...(await captures.add({ commandId, capture, ...given })), warnings: capture.warnings };
    },
    'entry.submit'(given) {
      const { commandId, id, operator, decided } = given;
      const entry = context.reader.detail(id);
      if (!entry) throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
      const capture = captureOf(context, { endpoint: entry.endpoint, ...entry.request });
      const submit = () => outbox.submit(commandId, id, capture, operator, decided);
      return { id, state: rewriteOnce(commandId, 'submit', capture, submit).state };
    },
    'entry.change'(given) {
      const { commandId, id, operator, decided } = given;
      const capture = captureOf(context, given.request);
      return rewriteOnce(commandId, 'change', capture, () => outbox.change(commandId, id, capture, operator, decided));
    },
    'entry.mend'(given) {
      const { commandId, id, operator, decided } = given;
      const capture = captureOf(context, given.request);
      return rewriteOnce(commandId, 'mend', capture, () => outbox.mend(commandId, id, capture, operator, decided));
    },
    'entry.replace'(given) {
      const { commandId, id, operator, decided } = given;
      const capture = captureOf(context, given.request);
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
    'labels.printed': ({ commandId, ids, drawn, reason, operator }) =>
      publishAndReturn(ids, { ids: printQueue.printed(commandId, ids, operator, reason, drawn) }),
    'labels.notPrinted': ({ commandId, ids, operator }) =>
      publishAndReturn(ids, { ids: printQueue.notPrinted(commandId, ids, operator) }),
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
      const way = readJsonPath(path);
      if (way === null) throw problem('invalid', `${path} names no field; write it as $.Package.Weight.`);
      const prepared = [];
      for (const [index, id] of [...new Set(ids)].entries()) {
        if (index > 0 && index % preparedPerTurn === 0) await yieldToEventLoop();
        prepared.push(verb.prepare(id, way, value, context.settings.get()));
      }
      const saved: string[] = [];
      const answer = verb.apply(commandId, prepared, operator, ({ id }) => saved.push(id));
      publishChanges(context, saved);
      return answer;
    },
  };
}
