import { problem } from '../../shared/contract/problem.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { Capture } from './capture.ts';
import type { CapturedEntry } from './enqueue.ts';
import { setReason, setWait } from './apply-change.ts';
import { mayBeAtService, type OutboxContext } from './outbox-context.ts';
import type { EntryRecord } from './entry-record.ts';
import { contentWriter } from './write-content.ts';

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
     * Throws `maybe-taken` once the service may have the order: it must then be replaced, not changed. Throws it too for
     * the key of another order, see `ordersSentBefore`, unless a person decided to send it (`decided`).
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
