import { beforeEach, describe, expect, it } from 'vitest';
import { labelCapture, skuCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { freshOutbox } from './fresh-outbox.ts';

const { box, withHold, add, claim, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
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

  const besideLabels = (limit: { most: number; alone: number; goes: 'well' | 'badly' }) => {
    for (const n of ['1', '2', '3']) add(skuCapture(`S${n}`));
    add(labelCapture('A1'));
    const skus = { endpoint: 15, most: 1, alone: 3, goes: 'well', inTurns: false } as const;
    const labels = { endpoint: 2, inTurns: true, ...limit } as const;
    const taken = desk.outbox.sync.claim(9, desk.now(), 'practice', [labels, skus]);
    return taken.map(({ key }) => key.value);
  };
  it('holds an endpoint to its part beside another that goes well', () => {
    expect(besideLabels({ most: 1, alone: 1, goes: 'well' })).toEqual(['S1', 'A1']);
  });
  it('holds it to that part while the other has as many under way as it takes: a slot that hangs would be missing in a moment', () => {
    expect(besideLabels({ most: 0, alone: 0, goes: 'well' })).toEqual(['S1']);
  });
  it('does not hold it to that part beside one that may take nothing for a while', () => {
    expect(besideLabels({ most: 0, alone: 0, goes: 'badly' })).toEqual(['S1', 'S2', 'S3']);
  });
});
