import { labelCapture, skuCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { freshOutbox } from './fresh-outbox.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const { box, withHold, add, claim, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

describe('claim', () => {
  it('takes entries first in, first out, across kinds', () => {
    const ids = [add(labelCapture('A1')), add(skuCapture('S')), add(labelCapture('A2'))].map((e) => e.id);
    expect(claim(2).map((c) => c.id)).toEqual(ids.slice(0, 2));
    expect(claim(2).map((c) => c.id)).toEqual(ids.slice(2));
  });

  it('records the attempt and its target before it returns', () => {
    const { id } = add(labelCapture('A1'));
    claim();
    expect(desk.reader.detail(id)?.attempts).toMatchObject([{ target: 'practice', endedAt: null, verdict: null }]);
    expect(row(id)).toMatchObject({ state: 'sending', tries: 1 });
  });

  it('skips an entry until its hold ends', () => {
    desk = withHold(5000);
    add(labelCapture('A1'));
    expect(claim()).toEqual([]);
    expect(desk.outbox.sync.nextDue(desk.now())).toBe(5000);
    desk.advance(5000);
    expect(claim()).toHaveLength(1);
  });

  it('ends a wait if the clock is before the time it was set', () => {
    desk = withHold(5000);
    add(labelCapture('A1'));
    desk.advance(-86_400_000);
    expect(desk.outbox.sync.nextDue(desk.now())).toBe(0);
    expect(claim()).toHaveLength(1);
  });

  it('skips endpoints that are paused', () => {
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

  it('never sends a request that does not match its hash', () => {
    const { id } = add(labelCapture('A1'));
    desk.db.prepare(`UPDATE entry SET request = replace(request, 'Ana', 'Eva') WHERE id = ?`).run(id);
    expect(claim()).toEqual([]);
    expect(row(id)).toMatchObject({ state: 'refused', reason: { code: 'damaged' } });
  });

  const besideLabels = (limit: { max: number; maxWhenAlone: number; health: 'well' | 'badly' }) => {
    for (const n of ['1', '2', '3']) add(skuCapture(`S${n}`));
    add(labelCapture('A1'));
    const skus = { endpoint: 15, max: 1, maxWhenAlone: 3, health: 'well', isRoundRobin: false } as const;
    const labels = { endpoint: 2, isRoundRobin: true, ...limit } as const;
    const taken = desk.outbox.sync.claim(9, desk.now(), 'practice', [labels, skus]);
    return taken.map(({ key }) => key.value);
  };
  it('limits an endpoint to its share beside a healthy endpoint', () => {
    expect(besideLabels({ max: 1, maxWhenAlone: 1, health: 'well' })).toEqual(['S1', 'A1']);
  });
  it('limits it to that share also while the healthy endpoint uses all it may: its next slot would be taken by a hanging request', () => {
    expect(besideLabels({ max: 0, maxWhenAlone: 0, health: 'well' })).toEqual(['S1']);
  });
  it('does not limit it to that share beside an endpoint that may send nothing for a while', () => {
    expect(besideLabels({ max: 0, maxWhenAlone: 0, health: 'badly' })).toEqual(['S1', 'S2', 'S3']);
  });
});
