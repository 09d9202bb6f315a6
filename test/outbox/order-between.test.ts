import {
  boxCapture,
  readTestCapture,
  declareCapture,
  inboundCapture,
  labelCapture,
  skuCapture,
  type TestOutbox,
} from '../support/open-test-outbox.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { because, freshOutbox, refused } from './fresh-outbox.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const { box, withHold, command, add, claim, settle, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

describe('order between entries', () => {
  it('lets an inbound order wait for the SKU create it uses', () => {
    const sku = add(skuCapture('S'));
    const inbound = add(inboundCapture('I1', 'S'));
    expect(row(inbound.id).waitsFor).toEqual({ for: 'entry', id: sku.id, key: 'S' });
    const [first] = claim();
    expect(claim()).toEqual([]);
    settle(first!, { events: ['accepted', 'made'] });
    expect(claim().map((c) => c.id)).toEqual([inbound.id]);
  });

  it('lets a declaration wait for the create of its PackageId, also while that is refused', () => {
    add(boxCapture('P1'));
    const declaration = add(declareCapture('P1'));
    settle(claim()[0]!, refused);
    expect(claim()).toEqual([]);
    desk.outbox.sendAnyway(command(), declaration.id, 'Mia');
    expect(claim().map((c) => c.id)).toEqual([declaration.id]);
  });

  it('sends entries of one key one after the other', () => {
    add(labelCapture('A1'));
    const second = add(labelCapture('A1', { Weight: 7, IsCreateNewOrder: true }));
    expect(claim()).toHaveLength(1);
    expect(row(second.id).waitsFor.for).toBe('entry');
  });

  it('lets a refused entry delay no unrelated one', () => {
    add(labelCapture('A1'));
    const other = add(labelCapture('A2'));
    settle(claim(1)[0]!, refused);
    expect(claim().map((c) => c.id)).toEqual([other.id]);
  });

  it('blocks an unsent entry again if the entry it needs fails after it was accepted', () => {
    desk = withHold(1000);
    const box = add(boxCapture('P1'));
    desk.advance(1000);
    const [first] = claim();
    settle(first!, { events: ['accepted'], wait: { setAt: desk.now(), forMs: 0 } });
    const declaration = add(declareCapture('P1'));
    expect(row(declaration.id).waitsFor.for).toBe('hold');
    const [due] = desk.outbox.sync.dueChecks(1, desk.now());
    desk.outbox.sync.settleCheck(due!, { ...refused, events: ['failed'], why: because, wait: null }, desk.now());
    expect(row(declaration.id).waitsFor).toMatchObject({ for: 'entry', id: box.id });
  });

  it('blocks an entry that returns to the queue if the entry it needs was refused meanwhile', () => {
    const inbound = add(inboundCapture('IN', 'S')).id;
    settle(claim()[0]!, { events: ['accepted'], wait: { setAt: desk.now(), forMs: 0 } });
    const order = { PackageId: 'OUT', RefInboundOrderInfo: { ShipmentId: 'IN' } };
    const { id } = add(readTestCapture(10, { WarehouseId: 'W1', Package: order }));
    const [sent] = claim();
    expect(sent).toMatchObject({ id });
    const [read] = desk.outbox.sync.dueChecks(1, desk.now());
    desk.outbox.sync.settleCheck(read!, { ...refused, events: ['failed'], wait: null }, desk.now());
    settle(sent!, { events: ['again'] });
    expect(row(id)).toMatchObject({ state: 'queued', waitsFor: { for: 'entry', id: inbound } });
    expect(claim()).toEqual([]);
  });

  it('is determined when an order is submitted: a draft needs nothing yet, and no entry waits for it', () => {
    const sku = add(skuCapture('S')).id;
    const draft = desk.outbox.enqueue(command(), inboundCapture('IN', 'S'), 'Mia', true).id;
    expect(desk.reader.detail(draft)).toMatchObject({ state: 'draft', needs: [] });
    expect(desk.reader.detail(sku)?.neededBy).toEqual([]);
    desk.outbox.submit(command(), draft, inboundCapture('IN', 'S'), 'Mia');
    expect(row(draft).waitsFor).toMatchObject({ for: 'entry', id: sku });
  });

  it('requires a confirmation before an entry is withdrawn that others need', () => {
    const sku = add(skuCapture('S'));
    const inbound = add(inboundCapture('I1', 'S'));
    const options = { operator: '', why: '', decided: false, alone: false };
    expect(problemKindOf(() => desk.outbox.withdraw(sku.id, options))).toBe('needed-by');
    desk.outbox.withdraw(sku.id, { ...options, alone: true });
    expect(claim().map((c) => c.id)).toEqual([inbound.id]);
  });
});
