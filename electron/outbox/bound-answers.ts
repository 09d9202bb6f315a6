import { givenNumber } from '../database/given.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { Answer } from './entry.ts';

/** Tries at either end of an entry's that keep their whole answers. */
const ends = 3;
/** Tries before the last ones that keep the beginning of theirs; older ones keep what was decided. */
const between = 100;
/** Characters of a beginning, each at most four bytes; SQLite counts none behind a NUL, so that bytes are counted too. */
const beginning = 2048;
/** An answer that is shorter is kept again rather than looked up (characters). */
const worthASearch = 256;

/**
 * Bounds what the tries of one entry keep of the answers: a service that is ill for a week answers an entry a thousand times. Every try
 * keeps its status and verdict. What it costs does not grow with the tries.
 */
export function answerBounds(db: Sqlite) {
  const first = `SELECT * FROM (SELECT id, same_as FROM attempt WHERE entry = ${givenNumber('@entry')} ORDER BY id LIMIT ${ends})`;
  // one more: while a try ends, it is the last itself
  const last = (count: number) =>
    `SELECT * FROM (SELECT id, same_as FROM attempt WHERE entry = ${givenNumber('@entry')} ORDER BY id DESC LIMIT ${count})`;
  const same = db.prepare<[Answer & { entry: number; tryId: number }], { id: number }>(
    `SELECT o.id FROM (${first} UNION ${last(ends + 1)}) t CROSS JOIN attempt o ON o.id = coalesce(t.same_as, t.id)
     WHERE o.id < @tryId AND o.answer = @body AND o.answer_bytes IS NULL AND o.status = @status
       AND o.content_type IS @contentType LIMIT 1`,
  );
  const nthLast = db.prepare<[{ entry: number; nth: number }], { id: number; same_as: number | null }>(
    `SELECT id, same_as FROM attempt WHERE entry = ${givenNumber('@entry')} ORDER BY id DESC LIMIT 1 OFFSET @nth`,
  );
  const needed = db.prepare<[{ entry: number; id: number }], { needed: 1 }>(
    `SELECT 1 AS needed FROM (${first}) WHERE id = @id
     UNION ALL SELECT 1 FROM (${last(ends)}) WHERE coalesce(same_as, id) = @id`,
  );
  const cut = db.prepare<[number]>(
    `UPDATE attempt SET answer_bytes = octet_length(answer), answer = substr(answer, 1, ${beginning})
     WHERE id = ? AND answer_bytes IS NULL AND (length(answer) > ${beginning} OR octet_length(answer) > ${4 * beginning})`,
  );
  const empty = db.prepare<[number]>(
    `UPDATE attempt SET answer_bytes = coalesce(answer_bytes, octet_length(answer)), answer = ''
     WHERE id = ? AND octet_length(answer) > 0`,
  );

  /** Answers whether the entry has so many tries at all. */
  function leave(entry: number, nth: number, shorten: typeof cut): boolean {
    const left = nthLast.get({ entry, nth });
    if (left === undefined) return false;
    const id = left.same_as ?? left.id;
    if (needed.get({ entry, id }) === undefined) shorten.run(id);
    return true;
  }

  return {
    /** The try of this entry that has the very same answer already; null: none of those that keep theirs whole. */
    same(entry: number, tryId: number, answer: Answer): number | null {
      if (answer.body.length <= worthASearch) return null;
      const { status, contentType, body } = answer;
      return same.get({ entry, tryId, status, contentType, body })?.id ?? null;
    },
    /** After a try has ended: shortens what is neither among the first nor among the last any more. */
    shorten(entry: number): void {
      if (leave(entry, ends, cut)) leave(entry, ends + between, empty);
    },
  };
}
