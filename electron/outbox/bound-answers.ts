import { opaqueIntParam } from '../database/given.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { Answer } from './entry.ts';

/** Number of first and of last attempts of an entry whose answers are stored whole. */
const wholeAtEachEnd = 3;
/**
 * Number of attempts before the last ones that keep the beginning of their answer; older ones keep only the verdict.
 */
const shortenedAttempts = 100;
/**
 * Characters kept of a beginning, each at most four bytes. SQLite's length() stops at a NUL, so bytes are counted too.
 */
const maxBeginning = 2048;
/** A shorter answer (characters) is stored again rather than looked up. */
const minSharedLength = 256;

/**
 * Bounds the answers stored for the attempts of one entry: if the service fails for a week, an entry gets a thousand
 * answers. Every attempt keeps its status and verdict. The cost per attempt does not grow with their number.
 */
export function answerBounds(db: Sqlite) {
  const first = `SELECT * FROM (SELECT id, same_as FROM attempt WHERE entry = ${opaqueIntParam('@entry')} ORDER BY id LIMIT ${wholeAtEachEnd})`;
  // One more than are stored whole, because an attempt that is just ending is itself the last.
  const last = (count: number) =>
    `SELECT * FROM (SELECT id, same_as FROM attempt WHERE entry = ${opaqueIntParam('@entry')} ORDER BY id DESC LIMIT ${count})`;
  const same = db.prepare<[Answer & { entry: number; tryId: number }], { id: number }>(
    `SELECT o.id FROM (${first} UNION ${last(wholeAtEachEnd + 1)}) t CROSS JOIN attempt o ON o.id = coalesce(t.same_as, t.id)
     WHERE o.id < @tryId AND o.answer = @body AND o.answer_bytes IS NULL AND o.status = @status
       AND o.content_type IS @contentType LIMIT 1`,
  );
  const nthLast = db.prepare<[{ entry: number; nth: number }], { id: number; same_as: number | null }>(
    `SELECT id, same_as FROM attempt WHERE entry = ${opaqueIntParam('@entry')} ORDER BY id DESC LIMIT 1 OFFSET @nth`,
  );
  const needed = db.prepare<[{ entry: number; id: number }], { needed: 1 }>(
    `SELECT 1 AS needed FROM (${first}) WHERE id = @id
     UNION ALL SELECT 1 FROM (${last(wholeAtEachEnd)}) WHERE coalesce(same_as, id) = @id`,
  );
  const cut = db.prepare<[number]>(
    `UPDATE attempt SET answer_bytes = octet_length(answer), answer = substr(answer, 1, ${maxBeginning})
     WHERE id = ? AND answer_bytes IS NULL AND (length(answer) > ${maxBeginning} OR octet_length(answer) > ${4 * maxBeginning})`,
  );
  const empty = db.prepare<[number]>(
    `UPDATE attempt SET answer_bytes = coalesce(answer_bytes, octet_length(answer)), answer = ''
     WHERE id = ? AND octet_length(answer) > 0`,
  );

  /** Returns whether the entry has that many attempts. */
  function leave(entry: number, nth: number, shorten: typeof cut): boolean {
    const left = nthLast.get({ entry, nth });
    if (left === undefined) return false;
    const id = left.same_as ?? left.id;
    if (needed.get({ entry, id }) === undefined) shorten.run(id);
    return true;
  }

  return {
    /** The attempt of this entry that already stores the identical answer; null: none of those stored whole. */
    same(entry: number, tryId: number, answer: Answer): number | null {
      if (answer.body.length <= minSharedLength) return null;
      const { status, contentType, body } = answer;
      return same.get({ entry, tryId, status, contentType, body })?.id ?? null;
    },
    /** Called after an attempt has ended: shortens answers that are no longer among the first or the last. */
    shorten(entry: number): void {
      if (leave(entry, wholeAtEachEnd, cut)) leave(entry, wholeAtEachEnd + shortenedAttempts, empty);
    },
  };
}
