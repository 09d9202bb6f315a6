import { beforeEach, describe, expect, it } from 'vitest';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import {
  boxCapture,
  captureOf,
  declareCapture,
  labelCapture,
  skuCapture,
  type TestOutbox,
} from '../support/open-test-outbox.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { because, freshOutbox, refused } from './fresh-outbox.ts';

const { box, withHold, command, add, claim, settle, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

describe('capture', () => {
  it('is on disk, with its hash and its history, when enqueue returns', () => {
    const { id } = add(labelCapture('A1'));
    const detail = desk.reader.detail(id);
    expect(detail).toMatchObject({ state: 'queued', key: 'A1', recipient: 'Ana Ruiz, ES', operator: 'Mia' });
    expect(detail?.history).toMatchObject([{ from: null, to: 'queued', who: 'Mia' }]);
  });

  it('of a known command id changes nothing and answers as before', () => {
    const id = command();
    const first = desk.outbox.enqueue(id, labelCapture('A1'), '', false);
    expect(desk.outbox.enqueue(id, labelCapture('B1'), '', false)).toEqual(first);
    expect(desk.reader.counts().byState.queued).toBe(1);
  });

  it('of the very same request answers the entry that is there', () => {
    const first = add(labelCapture('A1'));
    expect(add(labelCapture('A1'))).toEqual({ ...first, already: true });
    const capture = labelCapture('A1', { Weight: 7, Custom: 'x' });
    const { Package } = capture.body as { Package: object };
    const turned = { ...capture, body: { Package: Object.fromEntries(Object.entries(Package).reverse()) } };
    expect(JSON.stringify(turned.body)).not.toBe(JSON.stringify(capture.body));
    const second = add({ ...capture, key: { ...capture.key, value: 'A2' } });
    expect(add({ ...turned, key: { ...capture.key, value: 'A2' } })).toEqual({ ...second, already: true });
  });

  it('of other content under a key in use is refused, unless the order says IsCreateNewOrder', () => {
    add(labelCapture('A1'));
    expect(problemKindOf(() => add(labelCapture('A1', { Weight: 7 })))).toBe('key-in-use');
    expect(problemKindOf(() => add(labelCapture('A1', { Weight: 7, IsCreateNewOrder: true })))).toBe('none');
  });

  it('takes one PackageId once over all endpoints, but for its declaration', () => {
    add(boxCapture('A1'));
    expect(problemKindOf(() => add(labelCapture('A1')))).toBe('key-in-use');
    expect(problemKindOf(() => add(declareCapture('A1')))).toBe('none');
  });

  it('frees the key of an entry that was withdrawn', () => {
    const { id } = add(labelCapture('A1'));
    desk.outbox.withdraw(id, { operator: '', why: '', decided: false, alone: false });
    expect(problemKindOf(() => add(labelCapture('A1', { Weight: 7 })))).toBe('none');
  });

  it('of many answers each for itself', () => {
    const answers = desk.outbox.enqueueMany(
      [labelCapture('A1'), labelCapture('A1', { Weight: 7 }), labelCapture('A2')],
      '',
      false,
    );
    expect(answers.map((a) => a instanceof Error)).toEqual([false, true, false]);
    expect(desk.reader.counts().byState.queued).toBe(2);
  });
});

describe('claim', () => {
  it('takes entries first in first out, whatever their kind', () => {
    const ids = [add(labelCapture('A1')), add(skuCapture('S')), add(labelCapture('A2'))].map((e) => e.id);
    expect(claim(2).map((c) => c.id)).toEqual(ids.slice(0, 2));
    expect(claim(2).map((c) => c.id)).toEqual(ids.slice(2));
  });

  it('writes the try, with its target, before it returns', () => {
    const { id } = add(labelCapture('A1'));
    claim();
    expect(desk.reader.detail(id)?.attempts).toMatchObject([{ target: 'practice', endedAt: null, verdict: null }]);
    expect(row(id)).toMatchObject({ state: 'sending', tries: 1 });
  });

  it('holds an entry until its hold is over', () => {
    desk = withHold(5000);
    add(labelCapture('A1'));
    expect(claim()).toEqual([]);
    expect(desk.outbox.sync.nextDue(desk.now())).toBe(5000);
    desk.pass(5000);
    expect(claim()).toHaveLength(1);
  });

  it('ends a wait when the clock stands before it was set', () => {
    desk = withHold(5000);
    add(labelCapture('A1'));
    desk.pass(-86_400_000);
    expect(desk.outbox.sync.nextDue(desk.now())).toBe(0);
    expect(claim()).toHaveLength(1);
  });

  it('passes over endpoints that are paused', () => {
    add(labelCapture('A1'));
    const sku = add(skuCapture('S'));
    expect(claim(10, [2]).map((c) => c.id)).toEqual([sku.id]);
  });

  it('binds the folder to its target, and refuses another', () => {
    add(labelCapture('A1'));
    claim();
    add(labelCapture('A2'));
    expect(problemKindOf(() => desk.outbox.sync.claim(1, desk.now(), 'https://other', []))).toBe('other-target');
    expect(desk.outbox.target.bound()).toBe('practice');
  });

  it('never sends what no longer matches its hash', () => {
    const { id } = add(labelCapture('A1'));
    desk.db.prepare(`UPDATE entry SET request = replace(request, 'Ana', 'Eva') WHERE id = ?`).run(id);
    expect(claim()).toEqual([]);
    expect(row(id)).toMatchObject({ state: 'refused', reason: { code: 'damaged' } });
  });
});

describe('settling', () => {
  it('tells of a refused entry when it is asked for again, and nothing where it is not', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, refused);
    expect(row(id).waitsFor).toEqual({ for: 'mend' });

    const failed = add(labelCapture('A2'));
    settle(claim()[0]!, { events: ['accepted'], wait: { setAt: desk.now(), forMs: 0 } });
    const [due] = desk.outbox.sync.dueReads(1, desk.now());
    const wait = { setAt: desk.now(), forMs: 600 };
    desk.outbox.sync.settleRead(due!, { ...refused, events: ['failed'], why: because, wait }, desk.now());
    expect(row(failed.id).waitsFor).toEqual({ for: 'mend', until: desk.now() + 600 });
  });

  it('keeps every try with what came back', () => {
    const { id } = add(labelCapture('A1'));
    const [first] = claim();
    const answer = { status: 503, contentType: 'text/plain', body: 'busy' };
    const wait = { setAt: desk.now(), forMs: 1000 };
    const again = { events: ['again'], why: because, wait, maybeTaken: true } as const;
    desk.outbox.sync.settle(first!, answer, 'again', again, desk.now());
    desk.pass(1000);
    settle(claim()[0]!, { events: ['accepted'] });
    expect(desk.reader.detail(id)?.attempts).toMatchObject([
      { status: 503, answer: 'busy', verdict: 'again' },
      { status: null, verdict: 'test' },
    ]);
  });

  it('finds what an ended run left sending, with its try', () => {
    add(labelCapture('A1'));
    const [claimed] = claim();
    expect(desk.outbox.sync.interrupted()).toMatchObject([{ id: claimed!.id, tryId: claimed!.tryId, tries: 1 }]);
  });

  it('leaves an entry alone that a person has moved on since its status was asked', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['lost'], maybeTaken: true, wait: { setAt: desk.now(), forMs: 0 } });
    const [due] = desk.outbox.sync.dueReads(1, desk.now());
    desk.outbox.decide(command(), id, 'withdraw', 'Mia', 'by phone');
    expect(desk.outbox.sync.settleRead(due!, { events: ['found'], why: because, wait: null }, desk.now())).toBe(false);
    expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: true });
  });

  it('reads a provisional number on after the end, until the final one comes', () => {
    const { id } = add(labelCapture('A1'));
    const outcome = {
      TrackingNumber: 'T1',
      IsFinalTrackingNumber: false,
      ShippingProvider: null,
      SvcId: null,
      record: {},
    };
    settle(claim()[0]!, { events: ['accepted', 'made'], outcome, wait: { setAt: desk.now(), forMs: 10 } });
    expect(desk.reader.labels.counts()).toMatchObject({ provisional: 1 });
    desk.queue.printed(command(), [id], 'Mia');
    desk.pass(10);
    const [due] = desk.outbox.sync.dueReads(1, desk.now());
    const final = { ...outcome, TrackingNumber: 'T2', IsFinalTrackingNumber: true };
    desk.outbox.sync.settleRead(due!, { events: [], why: null, wait: null, outcome: final }, desk.now());
    expect(desk.reader.labels.counts()).toMatchObject({ reprint: 1, provisional: 0, printed: 0 });
  });

  it('costs no try where a pause was the reason', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['paused'], costsNoTry: true });
    expect(row(id)).toMatchObject({ state: 'queued', tries: 0 });
  });

  it('keeps counters equal to a count', () => {
    for (const n of ['A', 'B', 'C', 'D']) add(labelCapture(n));
    const [a, b] = claim(3);
    settle(a!, { events: ['accepted', 'made'] });
    settle(b!, refused);
    const counted = desk.db.prepare('SELECT state, count(*) AS n FROM entry GROUP BY state').all() as {
      state: string;
      n: number;
    }[];
    for (const { state, n } of counted) expect(desk.reader.counts().byState).toHaveProperty(state, n);
  });
});

describe('what a person does', () => {
  it('changes an entry only while it was never sent', () => {
    const { id } = add(labelCapture('A1'));
    desk.outbox.change(command(), id, labelCapture('A1', { Weight: 9 }), 'Mia');
    expect(desk.reader.detail(id)?.request.body).toMatchObject({ Package: { Weight: 9 } });
    settle(claim()[0]!, { events: ['again'], maybeTaken: true });
    expect(problemKindOf(() => desk.outbox.change(command(), id, labelCapture('A1'), 'Mia'))).toBe('maybe-taken');
  });

  it('mends a refused entry at its old place in the order', () => {
    const first = add(labelCapture('A1'));
    const second = add(labelCapture('A2'));
    settle(claim(1)[0]!, refused);
    desk.outbox.mend(command(), first.id, labelCapture('A1', { Weight: 9 }), 'Mia', false);
    expect(claim().map((c) => c.id)).toEqual([first.id, second.id]);
  });

  it('sends changed content under a key the service may have only by decision', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['accepted'] });
    const [entry] = [row(id)];
    expect(entry?.state).toBe('accepted');
    desk.db.prepare(`UPDATE entry SET wait_set_at = 0, wait_for = 0 WHERE id = ?`).run(id);
    const [due] = desk.outbox.sync.dueReads(1, desk.now());
    desk.outbox.sync.settleRead(due!, { ...refused, events: ['failed'], why: because, wait: null }, desk.now());
    const other = labelCapture('A1', { Weight: 9 });
    expect(problemKindOf(() => desk.outbox.mend(command(), id, other, 'Mia', false))).toBe('maybe-taken');
    expect(
      problemKindOf(() => desk.outbox.mend(command(), id, labelCapture('A1-2', { Weight: 9 }), 'Mia', false)),
    ).toBe('none');
  });

  it('withdraws what may be taken only by decision, and puts it on the cancel list', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['again'], maybeTaken: true });
    const options = { operator: '', why: '', decided: false, alone: false };
    expect(problemKindOf(() => desk.outbox.withdraw(id, options))).toBe('maybe-taken');
    desk.outbox.withdraw(id, { ...options, decided: true });
    expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: true });
    desk.outbox.cancelled(command(), id, 'Mia');
    expect(row(id).toCancel).toBe(false);
  });

  it('decides what became of an unsure entry', () => {
    const ids = ['A', 'B', 'C'].map((key) => add(labelCapture(key)).id);
    for (const claimed of claim()) settle(claimed, { events: ['lost'], maybeTaken: true, asks: 'may-be-there' });
    expect(row(ids[0]!).waitsFor).toEqual({ for: 'person', question: 'may-be-there' });
    expect(desk.outbox.decide(command(), ids[0]!, 'send-again', 'Mia', '')).toBe('queued');
    expect(desk.outbox.decide(command(), ids[1]!, 'taken', 'Mia', '')).toBe('accepted');
    expect(desk.outbox.decide(command(), ids[2]!, 'withdraw', 'Mia', '')).toBe('withdrawn');
    expect(desk.reader.counts().asking).toBe(0);
  });

  it('closes an accepted order by phone, with who and why', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['accepted'] });
    desk.outbox.decide(command(), id, 'closed', 'Mia', 'confirmed by phone');
    const last = desk.reader.detail(id)?.history.at(-1);
    expect(last).toMatchObject({ to: 'done', who: 'Mia', why: { said: 'confirmed by phone' } });
  });

  it('is never answered by an arrow the table does not have', () => {
    const { id } = add(labelCapture('A1'));
    expect(problemKindOf(() => desk.outbox.decide(command(), id, 'closed', 'Mia', ''))).toBe('wrong-state');
    expect(row(id).state).toBe('queued');
  });
});

describe('the file itself', () => {
  it('refuses impossible rows', () => {
    const { id } = add(labelCapture('A1'));
    const set = (sql: string) => () => desk.db.prepare(`UPDATE entry SET ${sql} WHERE id = ?`).run(id);
    expect(set(`state = 'done'`)).toThrow(/settled_exactly/);
    expect(set(`state = 'refused'`)).toThrow(/refused_has_a_reason/);
    expect(set(`state = 'sending'`)).toThrow(/sending_has_a_try/);
    expect(set(`held_by = seq`)).toThrow(/held_only_before/);
    expect(() => desk.db.prepare('DELETE FROM history').run()).toThrow(/append-only/);
  });

  it('asks the status of a refused order that may be there when a person says now', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { ...refused, maybeTaken: true });
    expect(desk.outbox.sync.dueReads(1, desk.now())).toEqual([]);
    desk.outbox.tryNow([id]);
    expect(desk.outbox.sync.dueReads(1, desk.now())).toMatchObject([{ id, state: 'refused', maybeTaken: true }]);
  });

  it('keeps everything over a restart', () => {
    const { id } = add(labelCapture('A1'));
    const second = openOutbox(desk.db, { now: desk.now, newId: () => 'x', holdMs: () => 0 });
    expect(second.sync.claim(1, desk.now(), 'practice', []).map((c) => c.id)).toEqual([id]);
  });

  it('pages by key at any depth', () => {
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

  it('finds by any part of a key, and never takes wildcards from the search', () => {
    add(labelCapture('AB_1'));
    add(labelCapture('ABC1'));
    expect(desk.reader.page({ search: 'B_' }, 10).rows.map((r) => r.key)).toEqual(['AB_1']);
  });

  it('captures every one of the nine creates', () => {
    const outbound = captureOf(10, { WarehouseId: 'W', Package: { PackageId: 'O1' } });
    expect(problemKindOf(() => add(outbound))).toBe('none');
    expect(row(desk.reader.page({}, 1).rows[0]!.id).endpoint).toBe(10);
  });
});
