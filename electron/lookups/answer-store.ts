import type { AnswerMismatch } from '../../shared/contract/lookup-answers.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { parseJson } from '../service/parse-json.ts';

export type AnswerKind = 'parcel' | 'tracked' | 'stock' | 'sku' | 'skus' | 'order' | 'price-inbound' | 'price-outbound';

/** The stored answer about one thing: the service's data, or null if it had none, and its time (ms). */
export interface StoredAnswer<T> {
  at: number;
  value: T;
  unexpected: AnswerMismatch[];
}

export interface AnswerLimits {
  rows: number;
  bytes: number;
  ageMs: number;
}

const limits: AnswerLimits = { rows: 20_000, bytes: 64 * 1024 * 1024, ageMs: 90 * 86_400_000 };

/** An invalid answer repeats the same fault in many places; more than these add no information. */
const maxUnexpected = 100;

/**
 * Stores the last answer about each thing, per target. The oldest are deleted when there are too many, and all after 90
 * days.
 */
export function answerStore(db: Sqlite, now: () => number, { rows, bytes, ageMs }: AnswerLimits = limits) {
  const read = db.prepare<[string, string, string], { at: number; answer: string }>(
    'SELECT at, answer FROM lookup_answer WHERE target = ? AND kind = ? AND subject = ?',
  );
  const sizeOf = db.prepare<[string, string, string], { bytes: number }>(
    'SELECT bytes FROM lookup_answer WHERE target = ? AND kind = ? AND subject = ?',
  );
  const write = db.prepare<[string, string, string, number, number, string]>(
    `INSERT INTO lookup_answer (target, kind, subject, at, bytes, answer) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (target, kind, subject) DO UPDATE SET at = excluded.at, bytes = excluded.bytes, answer = excluded.answer`,
  );
  const oldest = db.prepare<[], { id: number; at: number; bytes: number }>(
    'SELECT id, at, bytes FROM lookup_answer ORDER BY at LIMIT 50',
  );
  const remove = db.prepare<[number]>('DELETE FROM lookup_answer WHERE id = ?');
  const total = db
    .prepare<[], { rows: number; bytes: number }>('SELECT count(*) AS rows, total(bytes) AS bytes FROM lookup_answer')
    .get() ?? { rows: 0, bytes: 0 };

  function makeRoom(): void {
    for (;;) {
      const old = oldest.all();
      for (const { id, at, bytes: size } of old) {
        const fits = total.rows <= rows && total.bytes <= bytes;
        if (fits && at >= now() - ageMs) return;
        remove.run(id);
        total.rows -= 1;
        total.bytes -= size;
      }
      if (old.length === 0) return;
    }
  }

  return {
    last<T>(target: string, kind: AnswerKind, subject: string): StoredAnswer<T> | null {
      const row = read.get(target, kind, subject);
      const parsed = row && parseJson(row.answer);
      // A damaged row is only a copy of what the service knows.
      if (!row || !parsed?.ok) return null;
      return { at: row.at, ...(parsed.json as { value: T; unexpected: AnswerMismatch[] }) };
    },
    /** Stores answers in one transaction, with the current time. */
    keep: db.transaction(
      (
        target: string,
        answers: readonly {
          kind: AnswerKind;
          subject: string;
          value: unknown;
          unexpected?: readonly AnswerMismatch[];
        }[],
      ): number => {
        const at = now();
        for (const { kind, subject, value, unexpected = [] } of answers) {
          const answer = JSON.stringify({ value, unexpected: unexpected.slice(0, maxUnexpected) });
          const before = sizeOf.get(target, kind, subject);
          const size = Buffer.byteLength(answer);
          write.run(target, kind, subject, at, size, answer);
          total.rows += before ? 0 : 1;
          total.bytes += size - (before?.bytes ?? 0);
        }
        makeRoom();
        return at;
      },
    ),
  };
}
export type AnswerStore = ReturnType<typeof answerStore>;
