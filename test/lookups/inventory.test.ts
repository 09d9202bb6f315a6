import { httpAnswer, neverSent } from '../support/exchanges.ts';
import { openLookupDesk, type Asked, type LookupDesk } from './lookup-desk.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: LookupDesk;
beforeEach(() => void (desk = openLookupDesk()));
afterEach(() => desk.close());

const skusOf = ({ endpoint, query, body }: Asked): string[] =>
  endpoint === 19 ? String(query['Skus']).split(',') : (body['Skus'] ?? []);
const stock = (Sku: string, more: object = {}) => ({
  WarehouseId: 'W1',
  Sku,
  TotalStockQty: 10,
  AvailStockQty: 8,
  InTransitStockQty: 3,
  BlockQty: 2,
  ...more,
});
const look = async (skus: string[], mode: 'last' | 'fresh' = 'fresh') => {
  const answered = desk.lookups.inventory('W1', skus, mode);
  await desk.time.advance(60_000);
  return answered;
};
const made = (Sku: string, ProductAmountWarn: number) =>
  desk.add(15, {
    Sku,
    ProductName: 'Mug',
    ProductDescription: 'A mug',
    Weight: 300,
    Length: 10,
    Width: 10,
    Height: 10,
    DeclareName: 'Mug',
    DeclareValue: 3.2,
    ProductFlag: 'Simple',
    ProductAttribute: 'GeneralCargo',
    ProductAmountWarn,
  });
const outbound = (PackageId: string, Sku: string, Quantity: number, WarehouseId = 'W1') =>
  desk.add(10, { WarehouseId, Package: { PackageId, Skus: [{ Sku, Quantity }] } });

describe('inventory', () => {
  beforeEach(() => {
    desk.service = (asked) =>
      httpAnswer(
        200,
        skusOf(asked).map((sku) => stock(sku)),
      );
  });

  it.each([
    ['few SKUs', ['A', 'B'], 19, 1],
    ['50 SKUs', Array.from({ length: 50 }, (_, at) => `S${at}`), 19, 1],
    ['51 SKUs', Array.from({ length: 51 }, (_, at) => `S${at}`), 20, 1],
    ['1,200 SKUs', Array.from({ length: 1200 }, (_, at) => `S${at}`), 20, 3],
    ['a SKU with a comma', ['A,1'], 20, 1],
    ['a SKU with a space at its end', ['A '], 20, 1],
    ['long SKUs', Array.from({ length: 20 }, (_, at) => `${at}${'茶'.repeat(30)}`), 20, 1],
  ])('of %s uses the endpoint that fits', async (_, skus, endpoint, requests) => {
    const { rows, ...shown } = await look(skus);
    expect(desk.asked.map((one) => one.endpoint)).toEqual(Array.from({ length: requests }, () => endpoint));
    expect(desk.asked.flatMap(skusOf)).toEqual(skus);
    expect(shown).toMatchObject({ endpoint, onlyByQuery: ['VerifyState', 'BlockQty'] });
    expect(rows.map(({ Sku, fresh: fresh }) => [Sku, fresh])).toEqual(skus.map((sku) => [sku, true]));
  });

  it('adds up the storage numbers of a SKU, and shows a quantity only if the answer had one', async () => {
    desk.service = () =>
      httpAnswer(200, [
        stock('A', { StorageNo: '1', BlockQty: undefined }),
        stock('A', { StorageNo: '2', AvailStockQty: 'many', BlockQty: undefined }),
        stock('B'),
      ]);
    const { rows, others, unexpected } = await look(['A', 'C']);
    expect(rows[0]).toMatchObject({ Sku: 'A', TotalStockQty: '20', AvailStockQty: '8', BlockQty: null });
    expect(rows[1]).toMatchObject({ Sku: 'C', fresh: true, stock: [], TotalStockQty: null, availAfter: null });
    expect(others).toMatchObject([{ Sku: 'B' }]);
    expect(unexpected).toMatchObject([{ path: '$[1].AvailStockQty' }]);
  });

  it('shows undelivered orders of this desk separately, for this warehouse only', async () => {
    outbound('P1', 'A', 2);
    outbound('P2', 'A', 3);
    outbound('P3', 'A', 50, 'W2');
    const refused = outbound('P4', 'A', 4);
    const delivered = outbound('P5', 'A', 9);
    desk.db.prepare("UPDATE entry SET state = 'refused', reason_text = 'no' WHERE id = ?").run(refused);
    desk.db.prepare("UPDATE entry SET state = 'accepted', accepted_at = 1 WHERE id = ?").run(delivered);
    const { rows } = await look(['A', 'B']);
    expect(rows[0]).toMatchObject({
      AvailStockQty: '8',
      undelivered: { quantity: 5, orders: 2, refused: 4 },
      availAfter: '3',
    });
    expect(rows[1]).toMatchObject({ undelivered: { quantity: 0, orders: 0, refused: 0 }, availAfter: '8' });
  });

  it('lists low stock first, by the warning level of SKUs created at this desk', async () => {
    made('B', 5);
    made('C', 8);
    made('D', 7);
    outbound('P1', 'D', 1);
    const { rows } = await look(['A', 'B', 'C', 'D']);
    expect(rows.map(({ Sku, low, lowAfter, ProductAmountWarn }) => [Sku, low, lowAfter, ProductAmountWarn])).toEqual([
      ['C', true, true, 8],
      ['D', false, true, 7],
      ['A', false, false, null],
      ['B', false, false, 5],
    ]);
  });

  it('is available offline, each SKU with its age', async () => {
    const first = await look(['A', 'B']);
    desk.service = () => neverSent('refused');
    const { rows } = await look(['B', 'Z']);
    expect(rows).toMatchObject([
      { Sku: 'B', at: first.rows[1]?.at, fresh: false, why: { kind: 'offline' }, AvailStockQty: '8' },
      { Sku: 'Z', at: null, fresh: false, why: { kind: 'offline' }, stock: [] },
    ]);
    const last = await look(['B'], 'last');
    expect(last.rows).toMatchObject([{ fresh: false, why: null, AvailStockQty: '8' }]);
  });

  it('separates warehouses', async () => {
    await look(['A']);
    const { rows } = await desk.lookups.inventory('W2', ['A'], 'last');
    expect(rows).toMatchObject([{ at: null, stock: [] }]);
  });
});

describe('SKUs', () => {
  const find = async (question: object, mode: 'last' | 'fresh' = 'fresh') => {
    const answered = desk.lookups.skus(question, mode);
    await desk.time.advance(60_000);
    return answered;
  };
  beforeEach(() => {
    desk.service = ({ body }) =>
      httpAnswer(
        200,
        (body['SkuList'] ?? []).map((Sku) => ({ Sku, ApprovalStatus: 'Pending' })),
      );
  });

  it('are requested by list, by storage number and by storage query, unchanged', async () => {
    const question = { SkuList: ['A'], CustomStorageNoList: ['ST-1'], ProductStorageQuery: { ClinetId: 7 } };
    const { records } = await find(question);
    expect(desk.asked).toMatchObject([{ endpoint: 13, body: question }]);
    expect(records).toEqual([{ Sku: 'A', ApprovalStatus: 'Pending' }]);
  });

  it('of a long list are requested in several requests', async () => {
    const SkuList = Array.from({ length: 450 }, (_, at) => `S${at}`);
    const { records, fresh: fresh } = await find({ SkuList });
    expect(desk.asked.map(({ body }) => body['SkuList']?.length)).toEqual([200, 200, 50]);
    expect([records.length, fresh]).toEqual([450, true]);
  });

  it('are available offline, even those requested together with others', async () => {
    await find({ SkuList: ['A', 'B'] });
    desk.service = () => neverSent();
    expect(await find({ SkuList: ['B', 'A'] })).toMatchObject({
      fresh: false,
      why: { kind: 'offline' },
      records: [{ Sku: 'A' }, { Sku: 'B' }],
    });
    expect(await find({ SkuList: ['B'] }, 'last')).toMatchObject({ fresh: false, why: null, records: [{ Sku: 'B' }] });
    expect(await find({ CustomStorageNoList: ['X'] }, 'last')).toMatchObject({ at: null, records: [] });
  });

  it('include those still waiting in the outbox to be created', async () => {
    const id = made('A', 5);
    const done = made('B', 5);
    desk.db.prepare("UPDATE entry SET state = 'done', accepted_at = 1, settled_at = 1 WHERE id = ?").run(done);
    expect((await find({ SkuList: ['A', 'B'] })).waiting).toEqual([
      { id, Sku: 'A', state: 'queued', CustomStorageNo: '', ProductName: 'Mug', reason: '' },
    ]);
    expect((await find({}, 'last')).waiting).toMatchObject([{ Sku: 'A' }]);
    expect((await find({ SkuList: ['B'] }, 'last')).waiting).toEqual([]);
  });
});
