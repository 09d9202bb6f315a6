import { problem } from '../../shared/contract/problem.ts';
import { hasOnlyOwnLabel } from '../../shared/creates/create-kinds.ts';
import { why } from '../../shared/outbox/whys.ts';
import { setReason, setWait } from './apply-transition.ts';
import type { Capture } from './capture.ts';
import { keyNamespace, keyNamespaceOfRow } from './dependencies.ts';
import type { CapturedEntry } from './enqueue.ts';
import type { EntryRecord } from './entry-record.ts';
import { type OutboxContext, mayBeAtService } from './outbox-context.ts';
import { writeRequest } from './stored-request.ts';

/**
 * Gives an entry new content and returns whether it is the same as before. Its dependencies are deleted, for the caller
 * to add again. Throws `invalid` for content of another kind, `key-in-use` if another entry has the key. Runs inside
 * the caller's transaction.
 */
export function contentWriter({ db, search }: OutboxContext) {
  const write = db.prepare<[string, string, string, Buffer, string, number, number]>(
    // A person who sets the content again has checked it, so a seal broken by damage is renewed.
    'UPDATE entry SET key_kind = ?, key = ?, request = ?, request_sha256 = ?, recipient = ?, brings_label = ?, seal = NULL WHERE seq = ?',
  );
  const hashOf = db.prepare<[number], { request_sha256: Buffer }>('SELECT request_sha256 FROM entry WHERE seq = ?');
  const keyTaken = db.prepare<[string, string, number, number], { id: string }>(
    `SELECT id FROM entry WHERE key_kind = ? AND key = ? AND seq <> ? AND state <> 'withdrawn'
       AND ${keyNamespaceOfRow} = ? LIMIT 1`,
  );
  const forgetNeeds = db.prepare<[number]>('DELETE FROM need WHERE entry = ?');

  return function rewrite(record: EntryRecord, capture: Capture): { same: boolean } {
    if (capture.endpoint !== record.endpoint) {
      throw problem('invalid', 'An entry keeps its kind. Withdraw it and enter another one.');
    }
    const { kind, value } = capture.key;
    if (value !== record.key && !capture.isCreateNewOrder) {
      const other = keyTaken.get(kind, value, record.seq, keyNamespace(record.endpoint));
      if (other !== undefined) {
        throw problem('key-in-use', `${kind} ${value} belongs to another entry of this desk. Use another one.`, {
          key: value,
          entryId: other.id,
        });
      }
    }
    const { text, sha256 } = writeRequest(capture);
    const same = hashOf.get(record.seq)?.request_sha256.equals(sha256) ?? false;
    const brings = Number(hasOnlyOwnLabel(capture.endpoint, capture.body));
    write.run(kind, value, text, sha256, capture.recipient, brings, record.seq);
    search.putRequest(record.seq, value, capture.body);
    forgetNeeds.run(record.seq);
    return { same };
  };
}

/** Verbs that give an entry new content: change before it was sent, correct after it was refused, submit a draft. */
export function rewriteVerbs(context: OutboxContext) {
  const { host, needs, applyTransition } = context;
  const rewrite = contentWriter(context);

  function queueAgain(record: EntryRecord, capture: Capture): CapturedEntry {
    record.held_by = record.state === 'queued' ? needs.note(record.seq, capture.needs) : null;
    setWait(record, record.state === 'queued' ? context.hold() : null);
    return { id: record.id, key: capture.key.value, state: record.state, already: false };
  }

  return {
    /**
     * Throws `maybe-taken` once the service may have the order: it must then be replaced, not changed. Throws it too
     * for the key of another order, see `ordersSentBefore`, unless a person decided to send it (`decided`).
     */
    change(id: string, capture: Capture, operator: string, decided = false): CapturedEntry {
      const record = context.find(id);
      const from = record.state;
      if (from === 'queued' && mayBeAtService(record)) throw maybeTaken(record);
      if (from === 'queued' && !decided && capture.key.value !== record.key) context.refuseSentBefore(capture);
      applyTransition(record, 'change', operator, why('changed'), host.now());
      rewrite(record, capture);
      const answer = queueAgain(record, capture);
      context.save(record, from);
      return answer;
    },
    /**
     * Sends a refused entry again with other content, at its old place in the order. If the service may have a record
     * under the same key, throws `maybe-taken` unless a person decided to send it (`decided`). Throws `wrong-state` if
     * the entry was replaced: both would be made.
     */
    mend(id: string, capture: Capture, operator: string, decided: boolean): CapturedEntry {
      const record = context.find(id);
      const { state: from, key } = record;
      if (record.replaced_by !== null) {
        const by = { by: record.replaced_by };
        throw problem('wrong-state', 'This entry is replaced: correct the one in its place, or withdraw this one.', by);
      }
      if (mayBeAtService(record) && !decided && (record.maybe_taken === 1 || capture.key.value === record.key)) {
        throw maybeTaken(record);
      }
      if (!decided && capture.key.value !== key) context.refuseSentBefore(capture);
      applyTransition(record, 'mend', operator, why('mended'), host.now());
      const { same } = rewrite(record, capture);
      // Content delivered under another key says nothing about this one.
      if (capture.key.value !== key) record.reached_sha256 = null;
      // "Not changed" proves an earlier attempt only if that attempt had the same content.
      if (!same) record.maybe_taken = 0;
      record.tries = 0;
      record.accepted_at = null;
      record.said = null;
      record.asks = null;
      record.absences = 0;
      record.reads = 0;
      setReason(record, null);
      const answer = queueAgain(record, capture);
      context.save(record, from);
      return answer;
    },
    /**
     * Queues a draft. A restored draft may have been sent since, and an order with its key may have been withdrawn that
     * the service has: throws `maybe-taken` until a person decides that it may be sent.
     */
    submit(id: string, capture: Capture, operator: string, decided: boolean): CapturedEntry {
      const record = context.find(id);
      if (record.maybe_taken === 1 && !decided) throw maybeSubmitted(record);
      if (!decided) context.refuseSentBefore(capture);
      record.maybe_taken = 0;
      applyTransition(record, 'submit', operator, why('submitted'), host.now());
      rewrite(record, capture);
      const answer = queueAgain(record, capture);
      context.save(record, 'draft');
      return answer;
    },
  };
}

function maybeSubmitted(record: EntryRecord) {
  return problem(
    'maybe-taken',
    `This draft comes from a backup, and ${record.key_kind} ${record.key} may have been sent since. Look whether the service has it, then decide that it may be sent.`,
    { key: record.key },
  );
}

function maybeTaken(record: EntryRecord) {
  return problem(
    'maybe-taken',
    `The service may already have ${record.key_kind} ${record.key}. Wait for the status check, replace the order under another key, or decide that it may be sent so.`,
    { key: record.key },
  );
}

/**
 * Replaces an order the service has, or may have, with a copy under a new key: the service has no edit and no cancel.
 * The old order is never sent again, and stays on the "cancel at the service" list until a person ticks it.
 */
export function replaceVerb(parts: OutboxContext) {
  const { db, find, applyTransition, recordAction, host, hold, save, enqueue } = parts;
  // The old label is printed, or may be: the new one must take its place.
  const tellPaper = db.prepare<[string, number]>(
    `UPDATE entry SET replaces_printed = 1 WHERE id = ? AND EXISTS (
       SELECT 1 FROM entry o WHERE o.seq = ? AND (o.printed_number IS NOT NULL OR o.maybe_printed = 1 OR EXISTS (
         SELECT 1 FROM print_label l WHERE l.entry = o.seq AND l.state IN ('handed-over', 'unconfirmed'))))`,
  );
  /**
   * Throws `maybe-taken` while it is not known whether the service has the old order, since the copy sends it again,
   * and for the key of an order that was withdrawn so (`ordersSentBefore`), unless a person decided it (`decided`).
   */
  return function replace(id: string, capture: Capture, operator: string, decided = false): CapturedEntry {
    const old = find(id);
    const from = old.state;
    if (from === 'sending')
      throw problem('wrong-state', 'This entry is being sent. Wait for its answer, then replace it.');
    if (from === 'draft' || from === 'withdrawn') {
      throw problem('wrong-state', `This entry is ${from}. Enter a new one instead.`, { state: from });
    }
    if (old.replaced_by !== null)
      throw problem('wrong-state', 'This entry is replaced already.', { by: old.replaced_by });
    if (capture.key.value === old.key) {
      throw problem('key-in-use', `A replacement needs a new ${old.key_kind}; ${old.key} stays with the old order.`, {
        key: old.key,
        entryId: old.id,
      });
    }
    if (!decided && (old.maybe_taken === 1 || from === 'unsure')) {
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
      wait: hold(),
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
    old.replaced_by = added.id;
    old.to_cancel = mayBeAtService(old) ? 1 : 0;
    const because = why('replaced', { key: added.key });
    if (from === 'queued' || from === 'unsure' || from === 'refused')
      applyTransition(old, 'withdraw', operator, because, now);
    else recordAction(old, 'replaced', operator, because);
    save(old, from);
    tellPaper.run(added.id, old.seq);
    return added;
  };
}
