import { problem } from '../../shared/contract/problem.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { Capture } from './capture.ts';
import type { Captured } from './enqueue.ts';
import { setReason, setWait } from './apply-change.ts';
import { mayBeAtService, type OutboxContext } from './outbox-context.ts';
import type { EntryRecord } from './entry-record.ts';
import { contentWriter } from './write-content.ts';

/** Verbs that give an entry other content: change before it was sent, mend after it was refused, submit a draft. */
export function rewriteVerbs(parts: OutboxContext) {
  const { host, needs, take } = parts;
  const rewrite = contentWriter(parts);

  function queueAgain(mark: EntryRecord, capture: Capture): Captured {
    mark.held_by = mark.state === 'queued' ? needs.note(mark.seq, capture.needs) : null;
    setWait(mark, mark.state === 'queued' ? parts.hold() : null);
    return { id: mark.id, key: capture.key.value, state: mark.state, already: false };
  }

  return {
    /** Throws `maybe-taken` once the service may have the order: then it is replaced, not changed. */
    change(id: string, capture: Capture, operator: string): Captured {
      const mark = parts.find(id);
      const from = mark.state;
      if (from === 'queued' && mayBeAtService(mark)) throw maybeTaken(mark);
      take(mark, 'change', operator, why('changed'), host.now());
      rewrite(mark, capture);
      const answer = queueAgain(mark, capture);
      parts.save(mark, from);
      return answer;
    },
    /**
     * Sends a refused entry again with other content, at its old place in the order. Where the service may have a record under
     * the same key, only a person's decision (`decided`) sends changed content under it; throws `maybe-taken` otherwise. Throws
     * `wrong-state` where another one was put in its place: both would be made.
     */
    mend(id: string, capture: Capture, operator: string, decided: boolean): Captured {
      const mark = parts.find(id);
      const { state: from, key } = mark;
      if (mark.replaced_by !== null) {
        const by = { by: mark.replaced_by };
        throw problem('wrong-state', 'This entry is replaced: correct the one in its place, or withdraw this one.', by);
      }
      if (mayBeAtService(mark) && !decided && (mark.maybe_taken === 1 || capture.key.value === mark.key)) {
        throw maybeTaken(mark);
      }
      take(mark, 'mend', operator, why('mended'), host.now());
      const { same } = rewrite(mark, capture);
      // What came under another key says nothing of this one.
      if (capture.key.value !== key) mark.reached_sha256 = null;
      // "Not changed" proves an earlier try only where that try had the same content.
      if (!same) mark.maybe_taken = 0;
      mark.tries = 0;
      mark.accepted_at = null;
      mark.said = null;
      mark.asks = null;
      mark.absences = 0;
      mark.reads = 0;
      setReason(mark, null);
      const answer = queueAgain(mark, capture);
      parts.save(mark, from);
      return answer;
    },
    /** Puts a draft into the queue. A restored one may have been sent since: throws `maybe-taken` until a person says that it was not. */
    submit(id: string, capture: Capture, operator: string, decided: boolean): Captured {
      const mark = parts.find(id);
      if (mark.maybe_taken === 1 && !decided) throw maybeSubmitted(mark);
      mark.maybe_taken = 0;
      take(mark, 'submit', operator, why('submitted'), host.now());
      rewrite(mark, capture);
      const answer = queueAgain(mark, capture);
      parts.save(mark, 'draft');
      return answer;
    },
  };
}

function maybeSubmitted(mark: EntryRecord) {
  return problem(
    'maybe-taken',
    `This draft comes from a backup, and ${mark.key_kind} ${mark.key} may have been sent since. Look whether the service has it, then decide that it may be sent.`,
    { key: mark.key },
  );
}

function maybeTaken(mark: EntryRecord) {
  return problem(
    'maybe-taken',
    `The service may already have ${mark.key_kind} ${mark.key}. Wait for the status check, replace the order under another key, or decide that it may be sent so.`,
    { key: mark.key },
  );
}
