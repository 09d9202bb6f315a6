import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { freshOutbox } from './fresh-outbox.ts';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

const { box, add, claim } = freshOutbox();
let desk: TestOutbox;
let id: string;
beforeEach(() => {
  desk = box();
  ({ id } = add(labelCapture('A1')));
});

const limit = 64 * 1024;
const long = (text: string) => text.padEnd(limit, '.');

/** Attempts the only entry once, with this answer; the entry stays queued. */
function tryOnce(body: string | null): void {
  const [claimed] = claim();
  const answer = body === null ? null : { status: 500, contentType: 'text/plain', body };
  const again = { events: ['again'] as const, why: { said: 'a test' }, wait: null };
  desk.outbox.sync.settle(claimed!, answer, 'again', again, desk.now());
}
const tries = () => desk.reader.detail(id)!.attempts;
const kept = () => tries().map(({ answer }) => answer?.length ?? null);

describe('the answers of an entry with many attempts', () => {
  it('are whole for the first and the last three attempts, and cut to 2 KiB between them, which the rows show', () => {
    for (let n = 0; n < 9; n++) tryOnce(long(`answer ${n} `));
    expect(kept()).toEqual([limit, limit, limit, 2048, 2048, 2048, limit, limit, limit]);
    expect(tries().map(({ cutFrom }) => cutFrom)).toEqual([null, null, null, limit, limit, limit, null, null, null]);
    expect(tries().map(({ status, verdict }) => `${status} ${verdict}`)).toEqual(Array(9).fill('500 again'));
    expect(tries()[4]!.answer).toBe(long('answer 4 ').slice(0, 2048));
    expect(verifyDatabase(desk.db)).toMatchObject({ whole: true, uncovered: 0 });
  });

  it('are stored once if they are identical', () => {
    for (let n = 0; n < 4; n++) tryOnce(long(`answer ${n} `));
    const [first] = tries();
    tryOnce(long('answer 0 '));
    for (let n = 0; n < 9; n++) tryOnce(long('at last '));
    expect(kept()).toEqual([limit, limit, limit, 2048, null, limit, ...Array(8).fill(null)]);
    const owner = tries()[5]!.id;
    expect(tries().map(({ sameAs }) => sameAs)).toEqual([
      null,
      null,
      null,
      null,
      first!.id,
      null,
      ...Array(8).fill(owner),
    ]);
    // Once none of the last three attempts needs it, it is cut like others.
    for (let n = 0; n < 3; n++) tryOnce(long(`other ${n} `));
    expect(tries()[5]!).toMatchObject({ cutFrom: limit, sameAs: null });
    expect(verifyDatabase(desk.db)).toMatchObject({ whole: true, uncovered: 0 });
  });

  it('are left as they are if short, and absent if none arrived', () => {
    for (let n = 0; n < 9; n++) tryOnce(n % 2 === 0 ? 'no' : null);
    expect(kept()).toEqual([2, null, 2, null, 2, null, 2, null, 2]);
    expect(tries().every(({ cutFrom, sameAs }) => cutFrom === null && sameAs === null)).toBe(true);
  });

  it('take no more space however many attempts there are, whatever they contain', () => {
    const room = () =>
      desk.db.prepare<[], { bytes: number }>('SELECT sum(octet_length(answer)) AS bytes FROM attempt').get()!.bytes;
    for (let n = 0; n < 112; n++) tryOnce(long(`\u{1f4e6}\0 ${n} `));
    const full = room();
    for (let n = 0; n < 60; n++) tryOnce(long(`\u{1f4e6}\0 again ${n} `));
    expect(room()).toBeLessThanOrEqual(full + 100);
    expect(tries()[3]!).toMatchObject({ answer: '', status: 500 });
    expect(tries()[3]!.cutFrom).toBeGreaterThanOrEqual(limit);
  });
});

it('answers stored by an older version are cut when the desk is opened, and pass verification', () => {
  const path = join(desk.folder, 'older.db');
  const older = openSqlite(path, deskMigrations.slice(0, 12));
  older.exec(
    `INSERT INTO entry (id, endpoint, key_kind, key, state, request, request_sha256, operator, recipient, captured_at)
     VALUES ('e1', 2, 'PackageId', 'A1', 'queued', '{}', zeroblob(32), '', '', 1)`,
  );
  const attempt = older.prepare<[string]>(
    `INSERT INTO attempt (entry, target, started_at, ended_at, verdict, status, answer) VALUES (1, 'practice', 1, 2, 'again', 500, ?)`,
  );
  for (let n = 0; n < 7; n++) attempt.run(n === 4 ? 'short' : long(`answer ${n} `));
  older.close();
  const newer = openSqlite(path, deskMigrations);
  const lengths = newer.prepare<[], { n: number; cut: number | null }>(
    'SELECT length(answer) AS n, answer_bytes AS cut FROM attempt ORDER BY id',
  );
  const whole = { n: limit, cut: null };
  expect(lengths.all()).toEqual(
    [whole, whole, whole, { n: 2048, cut: limit }, whole, whole, whole].with(4, { n: 5, cut: null }),
  );
  expect(verifyDatabase(newer).damages.filter(({ part }) => part === 'try')).toEqual([]);
  expect(verifyDatabase(newer).uncovered).toBe(0);
  newer.close();
});
