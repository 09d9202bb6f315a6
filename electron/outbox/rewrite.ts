import { problem } from '../../shared/problem.ts';
import { why } from '../../shared/whys.ts';
import type { Capture } from './capture.ts';
import type { Captured } from './enqueue.ts';
import { setReason, setWait } from './apply-change.ts';
import { mayBeAtService, type OutboxParts } from './parts.ts';
import type { Marks } from './marks.ts';
import { writeRequest } from './stored-request.ts';

/** Verbs that give an entry other content: change before it was sent, mend after it was refused, submit a draft. */
export function rewriteVerbs(parts: OutboxParts) {
  const { db, host, needs, search, take } = parts;
  const write = db.prepare<[string, string, string, Buffer, string, number]>(
    'UPDATE entry SET key_kind = ?, key = ?, request = ?, request_sha256 = ?, recipient = ? WHERE seq = ?',
  );
  const hashOf = db.prepare<[number], { request_sha256: Buffer }>('SELECT request_sha256 FROM entry WHERE seq = ?');
  const keyTaken = db.prepare<[string, string, number, number], { id: string }>(
    `SELECT id FROM entry WHERE key_kind = ? AND key = ? AND seq <> ? AND state <> 'withdrawn'
       AND (endpoint = 7) = (? = 7) LIMIT 1`,
  );
  const forgetNeeds = db.prepare<[number]>('DELETE FROM need WHERE entry = ?');

  function rewrite(mark: Marks, capture: Capture): { same: boolean } {
    if (capture.endpoint !== mark.endpoint) {
      throw problem('invalid', 'An entry keeps its kind. Withdraw it and enter another one.');
    }
    const { kind, value } = capture.key;
    if (value !== mark.key && !capture.isCreateNewOrder) {
      const other = keyTaken.get(kind, value, mark.seq, mark.endpoint);
      if (other !== undefined) {
        throw problem('key-in-use', `${kind} ${value} belongs to another entry of this desk. Use another one.`, {
          key: value,
          entryId: other.id,
        });
      }
    }
    const { text, sha256 } = writeRequest(capture);
    const same = hashOf.get(mark.seq)?.request_sha256.equals(sha256) ?? false;
    write.run(kind, value, text, sha256, capture.recipient, mark.seq);
    search.putRequest(mark.seq, value, capture.body);
    forgetNeeds.run(mark.seq);
    return { same };
  }

  function queueAgain(mark: Marks, capture: Capture): Captured {
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
     * the same key, only a person's decision (`decided`) sends changed content under it; throws `maybe-taken` otherwise.
     */
    mend(id: string, capture: Capture, operator: string, decided: boolean): Captured {
      const mark = parts.find(id);
      const from = mark.state;
      if (mayBeAtService(mark) && !decided && (mark.maybe_taken === 1 || capture.key.value === mark.key)) {
        throw maybeTaken(mark);
      }
      take(mark, 'mend', operator, why('mended'), host.now());
      const { same } = rewrite(mark, capture);
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
    /** Puts a draft into the queue. */
    submit(id: string, capture: Capture, operator: string): Captured {
      const mark = parts.find(id);
      take(mark, 'submit', operator, why('submitted'), host.now());
      rewrite(mark, capture);
      const answer = queueAgain(mark, capture);
      parts.save(mark, 'draft');
      return answer;
    },
  };
}

function maybeTaken(mark: Marks) {
  return problem(
    'maybe-taken',
    `The service may already have ${mark.key_kind} ${mark.key}. Wait for the status check, replace the order under another key, or decide that it may be sent so.`,
    { key: mark.key },
  );
}
