import type { State } from '../../shared/outbox/states.ts';
import { factStore } from '../storage/database/facts.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import type { Capture } from './capture.ts';
import { claimVerb } from './claim.ts';
import { idempotentCommands } from './commands.ts';
import { decideVerb, type Decision, rescheduleVerbs, answerTexts, answerTextVerbs, withdrawVerb } from './decide.ts';
import { dueQueries } from './due-queries.ts';
import { failingEndpointStore } from './endpoint-stores.ts';
import type { CapturedEntry, EnqueueOptions } from './enqueue.ts';
import { quarantine } from './entry-record.ts';
import type { SyncOutbox } from './entry.ts';
import { outboxContext, type OutboxDependencies } from './outbox-context.ts';
import { replaceVerb, rewriteVerbs } from './rewrite.ts';
import { settleVerbs } from './settle.ts';
import { targetStore } from './target.ts';

/**
 * The outbox over its one writing connection: one verb per transition, one transaction per verb. A person's actions
 * carry a command id and are done once. A verb that throws ProblemError has changed nothing.
 */
export function openOutbox(db: Sqlite, host: OutboxDependencies) {
  const context = outboxContext(db, host);
  const facts = factStore(db);
  const unwritable = quarantine(host.onUnwritable ?? (() => undefined));
  const target = targetStore(facts);
  const { once, answered } = idempotentCommands(db, host.now);
  const rewrite = rewriteVerbs(context);
  const withdraw = withdrawVerb(context);
  const replace = replaceVerb(context);
  const textMeanings = answerTexts(facts);
  const failingEndpoints = failingEndpointStore(facts);
  const decide = decideVerb(context, answerTextVerbs(context, textMeanings, target));
  const reschedule = rescheduleVerbs(context);
  const { settle, settleRead, interrupted } = settleVerbs(db, context.records);

  const enqueue = (
    capture: Capture,
    operator: string,
    draft: boolean,
    { imported = false, decided = false }: Pick<EnqueueOptions, 'imported' | 'decided'>,
  ): CapturedEntry => {
    const now = host.now();
    return context.enqueue(capture, {
      id: host.newId(),
      operator,
      state: draft ? 'draft' : 'queued',
      wait: draft ? null : context.initialHold(),
      now,
      imported,
      decided,
    });
  };
  const provenFactName = (targetName: string, status: number, create: number) =>
    `knows ${targetName} ${status} ${create}`;

  const sync: SyncOutbox = {
    claim: claimVerb(db, context.records, target, unwritable),
    settle,
    settleCheck: settleRead,
    interrupted,
    inTransaction: db.transaction((action: () => void) => action()),
    isFolderPresent: () => true,
    ...dueQueries(db, context.records, unwritable),
    failingEndpoints: failingEndpoints.read,
    saveFailingEndpoints: failingEndpoints.write,
    runningMs: () => Number(facts.get('running-ms') ?? 0),
    addRunningMs: (ms) => facts.set('running-ms', String(Number(facts.get('running-ms') ?? 0) + ms)),
    isStatusProven: (targetName, status, create) => facts.get(provenFactName(targetName, status, create)) !== null,
    textMeaning: textMeanings.meaningOf,
    recordStatusProven: (targetName, status, create) => {
      if (facts.get(provenFactName(targetName, status, create)) === null)
        facts.set(provenFactName(targetName, status, create), String(host.now()));
    },
  };

  return {
    sync,
    facts,
    target,
    /**
     * Many captures in one transaction, all on disk when it returns. Each has its own result; a problem does not stop
     * the others. `imported`: they come from a file, which their histories record. `decided`: as for `enqueue`.
     */
    enqueueMany: db.transaction(
      (
        captures: readonly Capture[],
        operator: string,
        draft: boolean,
        imported?: boolean,
        decided?: boolean,
      ): (CapturedEntry | Error)[] =>
        captures.map((capture) => {
          try {
            // Throws problems before it writes anything.
            return enqueue(capture, operator, draft, { imported: imported === true, decided: decided === true });
          } catch (error) {
            if (error instanceof Error && error.name === 'ProblemError') return error;
            throw error;
          }
        }),
    ),
    enqueue: (commandId: string, capture: Capture, operator: string, draft: boolean, decided = false): CapturedEntry =>
      once(commandId, 'enqueue', () => enqueue(capture, operator, draft, { decided })),
    change: (commandId: string, id: string, capture: Capture, operator: string, decided = false): CapturedEntry =>
      once(commandId, 'change', () => rewrite.change(id, capture, operator, decided)),
    mend: (commandId: string, id: string, capture: Capture, operator: string, decided: boolean): CapturedEntry =>
      once(commandId, 'mend', () => rewrite.mend(id, capture, operator, decided)),
    submit: (commandId: string, id: string, capture: Capture, operator: string, decided = false): CapturedEntry =>
      once(commandId, 'submit', () => rewrite.submit(id, capture, operator, decided)),
    replace: (commandId: string, id: string, capture: Capture, operator: string, decided = false): CapturedEntry =>
      once(commandId, 'replace', () => replace(id, capture, operator, decided)),
    decide(commandId: string, id: string, decision: Decision, operator: string, why: string): State {
      const runDecision = () => ({ id, state: decide(id, decision, operator, why) });
      const result = once<{ id: string; state: State } | State>(commandId, 'decide', runDecision);
      // Older versions stored only the state.
      return typeof result === 'string' ? result : result.state;
    },
    sendAnyway: (commandId: string, id: string, operator: string): void =>
      void once(commandId, 'send-anyway', () => (reschedule.sendAnyway(id, operator), id)),
    cancelled: (commandId: string, id: string, operator: string): void =>
      void once(commandId, 'cancelled', () => (reschedule.markCancelled(id, operator), id)),
    tryNow: db.transaction((ids: readonly string[]): void => ids.forEach((id) => reschedule.tryNow(id))),
    withdraw,
    /** For actions on many entries: one command in one transaction, with failures reported for each entry. */
    once,
    answered,
    inOwnTransaction<T>(action: () => T): T | Error {
      try {
        return db.transaction(action)();
      } catch (error) {
        if (error instanceof Error && error.name === 'ProblemError') return error;
        throw error;
      }
    },
    rewrite,
  };
}
export type Outbox = ReturnType<typeof openOutbox>;
