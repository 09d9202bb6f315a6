import type { Sqlite } from '../database/open-sqlite.ts';
import type { State } from '../../shared/outbox-states.ts';
import type { Capture } from './capture.ts';
import { claimVerb } from './claim.ts';
import { commandsOnce } from './commands.ts';
import { decideVerb, type Decision } from './decide.ts';
import { dueQueries } from './due-reads.ts';
import type { Captured } from './enqueue.ts';
import type { SyncOutbox } from './entry.ts';
import { factStore } from './facts.ts';
import { illEndpointStore } from './ill-endpoints.ts';
import { nudgeVerbs } from './nudge.ts';
import { outboxParts, type OutboxHost } from './parts.ts';
import { printedVerb } from './printed.ts';
import { replaceVerb } from './replace.ts';
import { rewriteVerbs } from './rewrite.ts';
import { saidTexts } from './said-texts.ts';
import { saidVerbs } from './said-verbs.ts';
import { settleVerbs } from './settle.ts';
import { targetOf } from './target.ts';
import { unwritableEntries } from './unwritable.ts';
import { withdrawVerb } from './withdraw.ts';

/**
 * The outbox over its one writing connection: a verb for each arrow, one transaction for each verb. Acts of a person carry a
 * command id and are done once. Verbs throw ProblemError and then have changed nothing.
 */
export function openOutbox(db: Sqlite, host: OutboxHost) {
  const parts = outboxParts(db, host);
  const facts = factStore(db);
  const unwritable = unwritableEntries(host.onUnwritable ?? (() => undefined));
  const target = targetOf(facts);
  const { once, answered } = commandsOnce(db, host.now);
  const rewrite = rewriteVerbs(parts);
  const withdraw = withdrawVerb(parts);
  const replace = replaceVerb(parts);
  const texts = saidTexts(facts);
  const ill = illEndpointStore(facts);
  const decide = decideVerb(parts, saidVerbs(parts, texts, target));
  const nudge = nudgeVerbs(parts);
  const printed = printedVerb(parts);
  const { settle, settleRead, interrupted } = settleVerbs(db, parts.marks, parts.take, parts.needs);

  const enqueue = (capture: Capture, operator: string, draft: boolean, imported = false): Captured => {
    const now = host.now();
    return parts.enqueue(capture, {
      id: host.newId(),
      operator,
      state: draft ? 'draft' : 'queued',
      wait: draft ? null : parts.hold(),
      now,
      imported,
    });
  };
  const knows = (to: string, status: number, create: number) => `knows ${to} ${status} ${create}`;

  const sync: SyncOutbox = {
    claim: claimVerb(db, parts.marks, parts.take, target, unwritable),
    settle,
    settleRead,
    interrupted,
    together: db.transaction((act: () => void) => act()),
    ...dueQueries(db, parts.marks, unwritable),
    illEndpoints: ill.read,
    noteIllEndpoints: ill.write,
    runningMs: () => Number(facts.get('running-ms') ?? 0),
    addRunningMs: (ms) => facts.set('running-ms', String(Number(facts.get('running-ms') ?? 0) + ms)),
    statusKnows: (to, status, create) => facts.get(knows(to, status, create)) !== null,
    textMeans: texts.means,
    noteStatusKnows: (to, status, create) => {
      if (facts.get(knows(to, status, create)) === null) facts.set(knows(to, status, create), String(host.now()));
    },
  };

  return {
    sync,
    facts,
    target,
    /**
     * Many captures in one transaction: all on disk when it returns. Each answers for itself; a problem stops none of the others.
     * `imported`: they came from a file, and their histories say so.
     */
    enqueueMany: db.transaction(
      (captures: readonly Capture[], operator: string, draft: boolean, imported?: boolean): (Captured | Error)[] =>
        captures.map((capture) => {
          try {
            return db.transaction(() => enqueue(capture, operator, draft, imported))();
          } catch (error) {
            if (error instanceof Error && error.name === 'ProblemError') return error;
            throw error;
          }
        }),
    ),
    enqueue: (commandId: string, capture: Capture, operator: string, draft: boolean): Captured =>
      once(commandId, 'enqueue', () => enqueue(capture, operator, draft)),
    change: (commandId: string, id: string, capture: Capture, operator: string): Captured =>
      once(commandId, 'change', () => rewrite.change(id, capture, operator)),
    mend: (commandId: string, id: string, capture: Capture, operator: string, decided: boolean): Captured =>
      once(commandId, 'mend', () => rewrite.mend(id, capture, operator, decided)),
    submit: (commandId: string, id: string, capture: Capture, operator: string, decided = false): Captured =>
      once(commandId, 'submit', () => rewrite.submit(id, capture, operator, decided)),
    replace: (commandId: string, id: string, capture: Capture, operator: string): Captured =>
      once(commandId, 'replace', () => replace(id, capture, operator)),
    decide(commandId: string, id: string, decision: Decision, operator: string, why: string): State {
      const act = () => ({ id, state: decide(id, decision, operator, why) });
      const done = once<{ id: string; state: State } | State>(commandId, 'decide', act);
      // an older program kept the state alone
      return typeof done === 'string' ? done : done.state;
    },
    sendAnyway: (commandId: string, id: string, operator: string): void =>
      void once(commandId, 'send-anyway', () => (nudge.sendAnyway(id, operator), id)),
    cancelled: (commandId: string, id: string, operator: string): void =>
      void once(commandId, 'cancelled', () => (nudge.cancelled(id, operator), id)),
    printed: (commandId: string, ids: readonly string[], operator: string): string[] =>
      once(commandId, 'printed', () => printed(ids, operator)),
    tryNow: db.transaction((ids: readonly string[]): void => ids.forEach((id) => nudge.tryNow(id))),
    withdraw,
    /** For acts on many entries at once, each on its own: one transaction, one command, what failed is told. */
    once,
    answered,
    each<T>(act: () => T): T | Error {
      try {
        return db.transaction(act)();
      } catch (error) {
        if (error instanceof Error && error.name === 'ProblemError') return error;
        throw error;
      }
    },
    rewrite,
  };
}
export type Outbox = ReturnType<typeof openOutbox>;
