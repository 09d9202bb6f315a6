import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import { labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { freshOutbox } from './fresh-outbox.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const { box, add } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

describe('the database file', () => {
  it('rejects impossible rows', () => {
    const { id } = add(labelCapture('A1'));
    const set = (sql: string) => () => desk.db.prepare(`UPDATE entry SET ${sql} WHERE id = ?`).run(id);
    expect(set(`state = 'done'`)).toThrow(/settled_exactly/);
    expect(set(`state = 'refused'`)).toThrow(/refused_has_a_reason/);
    expect(set(`state = 'sending'`)).toThrow(/sending_has_a_try/);
    expect(set(`held_by = seq`)).toThrow(/held_only_before/);
    expect(() => desk.db.prepare('DELETE FROM history').run()).toThrow(/append-only/);
  });

  it('keeps everything across a restart', () => {
    const { id } = add(labelCapture('A1'));
    const second = openOutbox(desk.db, { now: desk.now, newId: () => 'x', holdMs: () => 0 });
    expect(second.sync.claim(1, desk.now(), 'practice', []).map((c) => c.id)).toEqual([id]);
  });

  it('is paged by key at any depth', () => {
    for (let n = 0; n < 25; n++) add(labelCapture(`A${n}`));
    const keys: string[] = [];
    for (let before: number | null | undefined = undefined; before !== null;) {
      const page: { rows: { key: string }[]; next: number | null } = desk.reader.page(
        { before: before ?? undefined },
        10,
      );
      keys.push(...page.rows.map((r) => r.key));
      before = page.next;
    }
    expect(keys).toEqual(Array.from({ length: 25 }, (_, n) => `A${24 - n}`));
  });

  it('is searched by any part of a key, without wildcards', () => {
    add(labelCapture('AB_1'));
    add(labelCapture('ABC1'));
    expect(desk.reader.page({ search: 'B_' }, 10).rows.map((r) => r.key)).toEqual(['AB_1']);
  });
});
