import { openTestPractice, type TestPractice } from './open-test-practice.ts';
import { batchOutbound, fbaOrder, inboundOrder, outboundOrder, sku } from './sample-creates.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let practice: TestPractice;
beforeEach(async () => void (practice = await openTestPractice()));
afterEach(() => practice.close());

const inbound = async (id: string) => (await practice.get(`/v1/inboundOrders/${id}/status`)).body;
const stock = async (skus = 'MUG-BLUE', warehouse = 'W1') =>
  (await practice.get(`/v1/inventories?Skus=${skus}&WarehouseId=${warehouse}`)).body;
const quantities = async () => {
  const [record] = await stock();
  return [record.InTransitStockQty, record.TotalStockQty, record.AvailStockQty, record.BlockQty];
};

describe('an inbound order', () => {
  it('is opened, submitted, received, and put away step by step', async () => {
    const { body } = await practice.post('/v1/inboundOrders', inboundOrder('S-1'));
    expect(body).toEqual({ ShipmentId: 'S-1', SvcOrderId: expect.stringMatching(/^PRACTICE/) });
    const line = async () => {
      const { Status, HandleStatus, HandleState, Skus } = await inbound('S-1');
      return [Status, HandleStatus, HandleState, Skus[0].Quantity, Skus[0].ArrivalQuantity, Skus[0].PutawayQuantity];
    };
    expect(await line()).toEqual(['Open', 'Initial', 'Init', 11, 0, 0]);
    practice.pass(1);
    expect(await line()).toEqual(['Open', 'Submitted', 'Submitted', 11, 0, 0]);
    practice.pass(3);
    expect(await line()).toEqual(['Open', 'Submitted', 'Submitted', 11, 11, 0]);
    practice.pass(3);
    expect(await line()).toEqual(['Open', 'Submitted', 'Submitted', 11, 11, 5]);
    practice.pass(3);
    expect(await line()).toEqual(['Open', 'Submitted', 'Submitted', 11, 11, 11]);
    const record = await inbound('S-1');
    expect(record).toMatchObject({ ContainerCount: 2, Weight: 14.5, FinishedTime: '2026-03-02T08:00:10.000Z' });
    expect(record.Containers.map(({ ContainerId }: { ContainerId: string }) => ContainerId)).toEqual(['C1', 'C2']);
    expect(record.Trackings).toHaveLength(5);
  });

  it('with SubmitLater stays Initial, and adds no stock', async () => {
    await practice.post('/v1/inboundOrders', inboundOrder('S-1', { SubmitLater: true }));
    practice.pass(100);
    expect(await inbound('S-1')).toMatchObject({ HandleStatus: 'Initial', HandleState: 'Init' });
    expect(await stock()).toEqual([]);
  });

  it('with SHORT arrives one piece short', async () => {
    await practice.post('/v1/inboundOrders', inboundOrder('S-1', { Remark: 'SHORT' }));
    practice.pass(10);
    expect((await inbound('S-1')).Skus[0]).toMatchObject({ Quantity: 11, ArrivalQuantity: 10, PutawayQuantity: 10 });
    expect(await quantities()).toEqual([0, 10, 10, 0]);
  });

  it("is also found by the service's id, and with any idType", async () => {
    const { body } = await practice.post('/v1/inboundOrders', inboundOrder('S-1'));
    expect((await inbound(body.SvcOrderId)).ShipmentId).toBe('S-1');
    expect((await practice.get('/v1/inboundOrders/S-1/status?idType=PackageId')).status).toBe(200);
  });
});

describe('inventory', () => {
  it('is in transit, grows as goods are put away, is reserved by orders and shrinks as they ship', async () => {
    await practice.post('/v1/inboundOrders', inboundOrder('S-1'));
    expect(await quantities()).toEqual([11, 0, 0, 0]);
    practice.pass(4);
    expect(await quantities()).toEqual([0, 0, 0, 0]);
    practice.pass(3);
    expect(await quantities()).toEqual([0, 5, 5, 0]);
    practice.pass(3);
    await practice.post('/v1/outboundOrders', outboundOrder('P-10'));
    await practice.post('/v1/batchOutboundOrder', batchOutbound('B-1'));
    await practice.post('/v1/fbaOrder', fbaOrder('P-9'));
    expect(await quantities()).toEqual([0, 11, 5, 6]);
    practice.pass(7);
    expect(await quantities()).toEqual([0, 5, 5, 0]);
  });

  it('is unchanged by a repeat, a failure or a held order', async () => {
    await practice.post('/v1/inboundOrders', inboundOrder('S-1'));
    await practice.post('/v1/inboundOrders', inboundOrder('S-1'));
    practice.pass(10);
    await practice.post('/v1/outboundOrders', outboundOrder('F-1', { Remark: 'FAIL' }));
    await practice.post('/v1/outboundOrders', outboundOrder('L-1', { SubmitLater: true }));
    await practice.post('/v1/batchOutboundOrder', batchOutbound('B-1', { Remark: 'FAIL' }));
    practice.pass(100);
    expect(await quantities()).toEqual([0, 11, 11, 0]);
  });

  it('is reported per warehouse and SKU in both forms, without VerifyState and BlockQty in the body form', async () => {
    await practice.post('/v1/merchantSkus', sku('MUG-BLUE', { CustomStorageNo: 'A-001' }));
    await practice.post('/v1/inboundOrders', inboundOrder('S-1'));
    practice.pass(10);
    const [byQuery] = await stock('MUG-BLUE,NOTHING,MUG-BLUE');
    expect(byQuery).toMatchObject({
      Sku: 'MUG-BLUE',
      StorageNo: 'A-001',
      Weight: 300,
      VerifyState: 'Verified',
      TotalStockQty: 11,
    });
    const { body } = await practice.post('/v1/inventories', { Skus: ['MUG-BLUE'], WarehouseId: 'W1' });
    const { VerifyState: _state, BlockQty: _block, ...rest } = byQuery;
    expect(body).toEqual([rest]);
    expect((await stock('MUG-BLUE', 'W2'))[0]).toMatchObject({ TotalStockQty: 0 });
    expect(await stock('NOTHING')).toEqual([]);
  });

  it('equals the sum of all orders, even after many', async () => {
    await practice.post(
      '/v1/inboundOrders',
      inboundOrder('S-0', { Containers: [{ Skus: [{ Sku: 'MUG-BLUE', Quantity: 1000 }] }] }),
    );
    practice.pass(10);
    for (let at = 0; at < 30; at += 1) {
      await practice.post('/v1/outboundOrders', outboundOrder(`P-${at}`));
      practice.pass(1);
    }
    practice.pass(7);
    expect(await quantities()).toEqual([0, 940, 940, 0]);
  });
});

describe('a SKU', () => {
  const search = async (body: unknown) => (await practice.post('/v1/sku/lists', body)).body;
  const found = async (body: unknown) => (await search(body)).map(({ Sku }: { Sku: string }) => Sku);

  it('is Pending, then Approved, or Rejected with REJECT', async () => {
    await practice.post('/v1/merchantSkus', sku('A'));
    await practice.post('/v1/merchantSkus', sku('B', { ProductRemark: 'REJECT' }));
    const approvals = async () =>
      (await search({ SkuList: ['A', 'B'] })).map(({ ApprovalStatus }: { ApprovalStatus: string }) => ApprovalStatus);
    expect(await approvals()).toEqual(['Pending', 'Pending']);
    practice.pass(2);
    expect(await approvals()).toEqual(['Approved', 'Rejected']);
  });

  it('is found once, by any part of the search', async () => {
    await practice.post('/v1/merchantSkus', sku('A', { CustomStorageNo: 'SHELF-1' }));
    await practice.post('/v1/merchantSkus', sku('MUG-BLUE', { CustomStorageNo: 'SHELF-2' }));
    await practice.post('/v1/inboundOrders', inboundOrder('S-1', { WarehouseId: '7' }));
    expect(await found({ SkuList: ['A', 'A', 'none'] })).toEqual(['A']);
    expect(await found({ CustomStorageNoList: ['SHELF-2', 'none'] })).toEqual(['MUG-BLUE']);
    expect(await found({ SkuList: ['A'], ProductStorageQuery: { StorageNo: 'SHELF-1' } })).toEqual(['A']);
    expect(await found({ ProductStorageQuery: { ClinetId: 1, WarehouseId: 7 } })).toEqual(['MUG-BLUE']);
    expect(await found({})).toEqual([]);
  });

  it('is returned as it was created', async () => {
    const created = sku('A', { CustomStorageNo: 'SHELF-1', HsCode: '691200', Brand: 'Blue' });
    await practice.post('/v1/merchantSkus', created);
    const { ProductName: _name, ProductFlag: _flag, ...told } = created as Record<string, unknown>;
    expect((await search({ SkuList: ['A'] }))[0]).toMatchObject(told);
  });
});
