import { problem } from '../../shared/contract/problem.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { Capture } from './capture.ts';
import type { CapturedEntry } from './enqueue.ts';
import { mayBeAtService, type OutboxContext } from './outbox-context.ts';

/**
 * Replaces an order the service has, or may have, with a copy under a new key: the service has no edit and no cancel.
 * The old order is never sent again, and stays on the "cancel at the service" list until a person ticks it.
 */
export function replaceVerb(parts: OutboxContext) {
  const { db, find, applyTransition, recordAction: noteAct, host, hold, save, enqueue } = parts;
  // The old label is printed, or may be: the new one must take its place.
  const tellPaper = db.prepare<[string, number]>(
    `UPDATE entry SET replaces_printed = 1 WHERE id = ? AND EXISTS (
       SELECT 1 FROM entry o WHERE o.seq = ? AND (o.printed_number IS NOT NULL OR o.maybe_printed = 1 OR EXISTS (
         SELECT 1 FROM print_label l WHERE l.entry = o.seq AND l.state IN ('handed-over', 'unconfirmed'))))`,
  );
  /**
   * Throws `maybe-taken` while it is not known whether the service has the old order, since the copy sends it again, and
   * for the key of an order that was withdrawn so (`ordersSentBefore`), unless a person decided it (`decided`).
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
    else noteAct(old, 'replaced', operator, because);
    save(old, from);
    tellPaper.run(added.id, old.seq);
    return added;
  };
}
