import { problem } from '../../shared/contract/problem.ts';
import { hasOnlyOwnLabel } from '../../shared/creates/create-kinds.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { Capture } from './capture.ts';
import { keyNamespace, keyNamespaceOfRow } from './dependencies.ts';
import type { CapturedEntry } from './enqueue.ts';
import {
  asCorrected,
  asUnsent,
  type ChangeResult,
  actionStep,
  applyTransition,
  withContent,
  withHolder,
  withReplacement,
  withWait,
} from './entry-change.ts';
import type { StoredEntry } from './entry-row.ts';
import { type OutboxContext, mayBeAtService } from './outbox-context.ts';
import { writeRequest } from './stored-request.ts';

/**
 * Gives an entry new content, and returns its row and whether the content is the same as before. Its dependencies are
 * deleted, for the caller to add again. Throws `invalid` for content of another kind, `key-in-use` if another entry has
 * the key. Runs inside the caller's transaction.
 */
export function contentWriter({ db, search }: OutboxContext) {
  const write = db.prepare<[string, string, string, Buffer, string, number, number]>(
    // A person who sets the content again has checked it, so a seal broken by damage is renewed.
    'UPDATE entry SET key_kind = ?, key = ?, request = ?, request_sha256 = ?, recipient = ?, brings_label = ?, seal = NULL WHERE seq = ?',
  );
  const entryWithKey = db.prepare<[string, string, number, number], { id: string }>(
    `SELECT id FROM entry WHERE key_kind = ? AND key = ? AND seq <> ? AND state <> 'withdrawn'
       AND ${keyNamespaceOfRow} = ? LIMIT 1`,
  );
  const deleteDependencies = db.prepare<[number]>('DELETE FROM need WHERE entry = ?');

  return function rewrite(row: StoredEntry, capture: Capture): { row: StoredEntry; isSame: boolean } {
    if (capture.endpoint !== row.endpoint) {
      throw problem('invalid', 'An entry keeps its kind. Withdraw it and enter another one.');
    }
    const { kind, value } = capture.key;
    if (value !== row.key && !capture.isCreateNewOrder) {
      const existing = entryWithKey.get(kind, value, row.seq, keyNamespace(row.endpoint));
      if (existing !== undefined) {
        throw problem('key-in-use', `${kind} ${value} belongs to another entry of this desk. Use another one.`, {
          key: value,
          entryId: existing.id,
        });
      }
    }
    const { text, sha256 } = writeRequest(capture);
    const isSame = row.request_sha256.equals(sha256);
    const bringsLabel = Number(hasOnlyOwnLabel(capture.endpoint, capture.body));
    write.run(kind, value, text, sha256, capture.recipient, bringsLabel, row.seq);
    search.putRequest(row.seq, value, capture.body);
    deleteDependencies.run(row.seq);
    return { row: withContent(row, capture.key, sha256), isSame };
  };
}

/** Verbs that give an entry new content: change before it was sent, correct after it was refused, submit a draft. */
export function rewriteVerbs(context: OutboxContext) {
  const { host, needs, records } = context;
  const rewrite = contentWriter(context);

  /** Saves an entry with new content; a queued one is blocked by the dependencies of that content, and held first. */
  function saveQueued(
    previous: StoredEntry,
    { row, steps }: ChangeResult,
    capture: Capture,
    operator: string,
  ): CapturedEntry {
    const isQueued = row.state === 'queued';
    const blocked = withHolder(row, isQueued ? needs.addDependencies(row.seq, capture.dependencies) : null);
    records.save(previous, withWait(blocked, isQueued ? context.initialHold() : null), { steps, who: operator });
    return { id: row.id, key: capture.key.value, state: row.state, already: false };
  }

  return {
    /**
     * Throws `maybe-taken` once the service may have the order: it must then be replaced, not changed. Throws it too
     * for the key of another order, see `ordersSentBefore`, unless a person decided to send it (`decided`).
     */
    change(id: string, capture: Capture, operator: string, decided = false): CapturedEntry {
      const previous = context.find(id);
      const { state: oldState, key } = previous;
      if (oldState === 'queued' && mayBeAtService(previous)) throw maybeTakenProblem(previous);
      if (oldState === 'queued' && !decided && capture.key.value !== key) context.throwIfSentBefore(capture);
      const changed = applyTransition(previous, 'change', why('changed'), host.now());
      const { row } = rewrite(changed.row, capture);
      return saveQueued(previous, { ...changed, row }, capture, operator);
    },
    /**
     * Sends a refused entry again with other content, at its old place in the order. If the service may have a record
     * under the same key, throws `maybe-taken` unless a person decided to send it (`decided`). Throws `wrong-state` if
     * the entry was replaced: both would be made.
     */
    mend(id: string, capture: Capture, operator: string, decided: boolean): CapturedEntry {
      const previous = context.find(id);
      if (previous.replaced_by !== null) {
        const params = { by: previous.replaced_by };
        throw problem(
          'wrong-state',
          'This entry is replaced: correct the one in its place, or withdraw this one.',
          params,
        );
      }
      const hasOtherKey = capture.key.value !== previous.key;
      if (mayBeAtService(previous) && !decided && (previous.maybe_taken === 1 || !hasOtherKey))
        throw maybeTakenProblem(previous);
      if (!decided && hasOtherKey) context.throwIfSentBefore(capture);
      const mended = applyTransition(previous, 'mend', why('mended'), host.now());
      const { row, isSame } = rewrite(mended.row, capture);
      return saveQueued(previous, { ...mended, row: asCorrected(row, { isSame, hasOtherKey }) }, capture, operator);
    },
    /**
     * Queues a draft. A restored draft may have been sent since, and an order with its key may have been withdrawn that
     * the service has: throws `maybe-taken` until a person decides that it may be sent.
     */
    submit(id: string, capture: Capture, operator: string, decided: boolean): CapturedEntry {
      const previous = context.find(id);
      if (previous.maybe_taken === 1 && !decided) throw maybeSubmittedProblem(previous);
      if (!decided) context.throwIfSentBefore(capture);
      const submitted = applyTransition(asUnsent(previous), 'submit', why('submitted'), host.now());
      const { row } = rewrite(submitted.row, capture);
      return saveQueued(previous, { ...submitted, row }, capture, operator);
    },
  };
}

function maybeSubmittedProblem({ key_kind, key }: StoredEntry) {
  return problem(
    'maybe-taken',
    `This draft comes from a backup, and ${key_kind} ${key} may have been sent since. Look whether the service has it, then decide that it may be sent.`,
    { key },
  );
}

function maybeTakenProblem({ key_kind, key }: StoredEntry) {
  return problem(
    'maybe-taken',
    `The service may already have ${key_kind} ${key}. Wait for the status check, replace the order under another key, or decide that it may be sent so.`,
    { key },
  );
}

/**
 * Replaces an order the service has, or may have, with a copy under a new key: the service has no edit and no cancel.
 * The old order is never sent again, and stays on the "cancel at the service" list until a person ticks it.
 */
export function replaceVerb(context: OutboxContext) {
  const { db, find, host, initialHold, records, enqueue } = context;
  // If the old label is or may be printed, the new label must take its place.
  const markReplacesPrinted = db.prepare<[string, number]>(
    `UPDATE entry SET replaces_printed = 1 WHERE id = ? AND EXISTS (
       SELECT 1 FROM entry o WHERE o.seq = ? AND (o.printed_number IS NOT NULL OR o.maybe_printed = 1 OR EXISTS (
         SELECT 1 FROM print_label l WHERE l.entry = o.seq AND l.state IN ('handed-over', 'unconfirmed'))))`,
  );
  /**
   * Throws `maybe-taken` while it is unknown whether the service has the old order, since the copy sends it again, and
   * also for the key of a withdrawn order that the service may have (`ordersSentBefore`); not if a person decided to
   * send it (`decided`).
   */
  return function replace(id: string, capture: Capture, operator: string, decided = false): CapturedEntry {
    const old = find(id);
    const oldState = old.state;
    if (oldState === 'sending')
      throw problem('wrong-state', 'This entry is being sent. Wait for its answer, then replace it.');
    if (oldState === 'draft' || oldState === 'withdrawn') {
      throw problem('wrong-state', `This entry is ${oldState}. Enter a new one instead.`, { state: oldState });
    }
    if (old.replaced_by !== null)
      throw problem('wrong-state', 'This entry is replaced already.', { by: old.replaced_by });
    if (capture.key.value === old.key) {
      throw problem('key-in-use', `A replacement needs a new ${old.key_kind}; ${old.key} stays with the old order.`, {
        key: old.key,
        entryId: old.id,
      });
    }
    if (!decided && (old.maybe_taken === 1 || oldState === 'unsure')) {
      throw problem(
        'maybe-taken',
        `It is not known whether the service has ${old.key_kind} ${old.key}. Wait for the status check, or decide that a copy may be sent all the same.`,
        { key: old.key },
      );
    }
    const now = host.now();
    const added = enqueue(capture, {
      id: host.newId(),
      operator,
      state: 'queued',
      wait: initialHold(),
      now,
      replaces: old.id,
      decided,
    });
    if (added.already) {
      throw problem('key-in-use', `${capture.key.value} is another entry of this desk already.`, {
        key: added.key,
        entryId: added.id,
      });
    }
    const replaced = withReplacement(old, added.id, mayBeAtService(old));
    const reason = why('replaced', { key: added.key });
    const { row, steps } =
      oldState === 'queued' || oldState === 'unsure' || oldState === 'refused'
        ? applyTransition(replaced, 'withdraw', reason, now)
        : { row: replaced, steps: [actionStep(replaced, 'replaced', reason, now)] };
    records.save(old, row, { steps, who: operator });
    markReplacesPrinted.run(added.id, old.seq);
    return added;
  };
}
