import { fateOf } from '../../electron/practice/order-life.ts';
import { openTestPractice, type TestPractice } from './open-test-practice.ts';
import { boxOrder, dropShipPath, fbaOrder, labelOrder, outboundOrder } from './sample-creates.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let practice: TestPractice;
beforeEach(async () => void (practice = await openTestPractice()));
afterEach(() => practice.close());

const labels = '/v1/directExpressLabelOrders';
const status = async (id: string) => (await practice.get(`/v1/directExpressOrders/${id}/status`)).body;
const outbound = async (...Ids: string[]) => practice.post('/v1/outboundOrders/PackageId', { Ids });

/** A key whose hash leads to this ending. */
const keyThat = (ending: string): string => {
  const keys = Array.from({ length: 5000 }, (_, at) => `K-${at}`);
  return keys.find((key) => fateOf({ key, body: {} }).ending === ending) ?? 'none';
};

describe('a drop-ship order', () => {
  it('changes from Creating to Created with a tracking number', async () => {
    const created = await practice.post(dropShipPath, labelOrder('P-1'));
    expect(created.body).toMatchObject({
      PackageId: 'P-1',
      Status: 'Creating',
      HandleStatus: 'Initial',
      RetryCount: 0,
    });
    practice.pass(0.5);
    const creating = await status('P-1');
    expect(creating).toMatchObject({ Status: 'Creating', HandleStatus: 'Submitted' });
    expect(creating).not.toHaveProperty('TrackingNumber');
    practice.pass(0.5);
    const made = await status('P-1');
    expect(made).toMatchObject({ Status: 'Created', IsFinalTrackingNumber: true, Country: 'PT', ServiceCode: 'SGP' });
    expect(made.TrackingNumber).toMatch(/^PR\d{9}ZZ$/);
    expect(made).not.toHaveProperty('CreateFailedReason');
  });

  it('is weighed, departs and is delivered at the defined times', async () => {
    await practice.post(dropShipPath, labelOrder('P-1'));
    practice.pass(1 + 6);
    expect(await status('P-1')).toMatchObject({
      Weight: 640,
      TrackingState: 1,
      WarehouseDepartedTime: expect.any(String),
    });
    expect(await status('P-1')).not.toHaveProperty('DeliveredTime');
    practice.pass(18);
    const { DeliveredTime, CreatedTime, ShippingCosts } = await status('P-1');
    expect(Date.parse(DeliveredTime) - Date.parse(CreatedTime)).toBe(25_000);
    expect(ShippingCosts[0]).toEqual({ Money: 56.4, Currency: 'CNY', Type: 'None', Remark: 'Freight' });
  });

  it('with FAIL fails with a reason, and retries fail too', async () => {
    await practice.post(labels, labelOrder('P-1', { Custom: 'please FAIL this' }));
    practice.pass(1);
    const failed = await status('P-1');
    expect(failed).toMatchObject({ RetryCount: 1, CreateFailedReason: { ReasonText: expect.stringMatching(/./) } });
    practice.pass(100);
    expect(await status('P-1')).toMatchObject({ RetryCount: 5, CreateFailedReason: failed.CreateFailedReason });
    expect(await status('P-1')).not.toHaveProperty('TrackingNumber');
  });

  it('reacts to practice words only in capitals and as whole words', async () => {
    await practice.post(labels, labelOrder('P-1', { Remark: 'fail FAILURE UNFAIL' }));
    practice.pass(1);
    expect((await status('P-1')).Status).toBe('Created');
  });

  it('with HEAL recovers after a failure', async () => {
    await practice.post(labels, { ...labelOrder('P-1'), Remark: 'HEAL' });
    practice.pass(6.9);
    expect(await status('P-1')).toMatchObject({ RetryCount: 3, CreateFailedReason: {} });
    practice.pass(0.1);
    const healed = await status('P-1');
    expect(healed).toMatchObject({ Status: 'Created', TrackingNumber: expect.any(String), RetryCount: 4 });
    expect(healed).not.toHaveProperty('CreateFailedReason');
  });

  it('with PROVISIONAL has a provisional number first, then a final one', async () => {
    await practice.post(labels, labelOrder('P-1', { Remark: 'PROVISIONAL' }));
    practice.pass(1);
    const first = await status('P-1');
    expect(first).toMatchObject({ IsFinalTrackingNumber: false, TrackingNumber: expect.stringMatching(/^PV/) });
    practice.pass(8);
    const last = await status('P-1');
    expect(last).toMatchObject({ IsFinalTrackingNumber: true, TrackingNumber: expect.stringMatching(/^PR/) });
    expect((await practice.get(`/v1/trackings/${first.TrackingNumber}`)).body.Checkpoints).not.toEqual([]);
  });

  it('with SLOW takes ten moments', async () => {
    await practice.post(labels, labelOrder('P-1', { Remark: 'SLOW' }));
    practice.pass(9.9);
    expect((await status('P-1')).Status).toBe('Creating');
    practice.pass(0.1);
    expect((await status('P-1')).Status).toBe('Created');
  });

  it('with SubmitLater stays Initial forever', async () => {
    await practice.post(labels, { ...labelOrder('P-1'), SubmitLater: true });
    practice.pass(1000);
    const held = await status('P-1');
    expect(held).toMatchObject({ Status: 'Creating', HandleStatus: 'Initial' });
    expect(held).not.toHaveProperty('TrackingNumber');
  });

  it('with an imported number echoes it while Creating, and keeps it when created', async () => {
    await practice.post(labels, labelOrder('P-1', { ImportTrackingNumber: 'MINE-1' }));
    expect(await status('P-1')).toMatchObject({
      Status: 'Creating',
      TrackingNumber: 'MINE-1',
      IsFinalTrackingNumber: false,
    });
    expect((await practice.get('/v1/trackings/MINE-1')).body.Checkpoints).toEqual([]);
    practice.pass(1);
    expect(await status('P-1')).toMatchObject({
      Status: 'Created',
      TrackingNumber: 'MINE-1',
      IsFinalTrackingNumber: true,
    });
    expect((await practice.get('/v1/trackings/MINE-1')).body.PackageId).toBe('P-1');
  });

  it('fails for a few PackageIds, always the same ones, but not if created again', async () => {
    const key = keyThat('fails');
    await practice.post(labels, labelOrder(key));
    practice.pass(2);
    expect(await status(key)).toHaveProperty('CreateFailedReason');
    await practice.restart();
    expect(await status(key)).toHaveProperty('CreateFailedReason');
    await practice.post(labels, labelOrder(key, { IsCreateNewOrder: true }));
    practice.pass(1);
    expect((await status(key)).Status).toBe('Created');
  });

  it('reaches each rare ending in a small share of many orders', () => {
    const endings = Array.from(
      { length: 20_000 },
      (_, at) => fateOf({ key: `PD-${String(at).padStart(5, '0')}`, body: {} }).ending,
    );
    const share = (ending: string) => endings.filter((one) => one === ending).length / endings.length;
    expect(share('fails')).toBeGreaterThan(0.0005);
    expect(share('fails')).toBeLessThan(0.005);
    expect(share('heals')).toBeGreaterThan(0.0002);
    expect(share('provisional')).toBeGreaterThan(0.01);
    expect(share('made')).toBeGreaterThan(0.95);
  });
});

describe('a box order and an FBA order', () => {
  it('report their outcome with their boxes', async () => {
    await practice.post('/v1/directExpressOrdersHaveBox', boxOrder('P-6'));
    await practice.post('/v1/fbaOrder', fbaOrder('P-9'));
    practice.pass(5);
    const box = (await practice.get('/v1/directExpressOrdersHaveBox/P-6/status')).body;
    expect(box).toMatchObject({ PackageId: 'P-6', Status: 'Created', IsFinalTrackingNumber: true });
    expect(box.ContainerInfos).toEqual([
      {
        CustomContainerNo: 'B1',
        ...{ WeightInit: 900, LengthInit: 20, WidthInit: 15, HeightInit: 10 },
        ...{ Weight: 900, Length: 20, Width: 15, Height: 10 },
      },
    ]);
    expect((await practice.get('/v1/directExpressOrdersHaveBox/P-9/status')).body.TrackingNumber).toMatch(/^PR/);
  });

  it('are unknown to the status endpoint of plain orders, and vice versa', async () => {
    await practice.post('/v1/directExpressOrdersHaveBox', boxOrder('P-6'));
    await practice.post(labels, labelOrder('P-2'));
    expect((await practice.get('/v1/directExpressOrders/P-6/status')).status).toBe(404);
    expect((await practice.get('/v1/directExpressOrdersHaveBox/P-2/status')).status).toBe(404);
  });
});

describe('an outbound order', () => {
  it('gets a tracking number, is packed and ships', async () => {
    await practice.post('/v1/outboundOrders', outboundOrder('P-10'));
    expect((await outbound('P-10')).body).toMatchObject([
      { PackageId: 'P-10', Status: 'Creating', HandleStatus: 'Initial' },
    ]);
    practice.pass(1);
    const [made] = (await outbound('P-10')).body;
    expect(made).toMatchObject({ Status: 'Created', HandleStatus: 'Submitted', WarehouseId: 'W1', RetryCount: 0 });
    expect(made).not.toHaveProperty('SvcOrderShipOuted');
    practice.pass(6);
    expect((await outbound('P-10')).body[0]).toMatchObject({
      SvcOrderShipOuted: '2026-03-02T08:00:07.000Z',
      SvcOrderShipOutedStr: '2026-03-02',
      SvcOrderPackedTimeStr: '2026-03-02T08:00:04.000Z',
    });
  });

  it('with FAIL or DELETE reports why it does not ship or that it was deleted', async () => {
    await practice.post('/v1/outboundOrders', outboundOrder('F-1', { Remark: 'FAIL' }));
    await practice.post('/v1/outboundOrders', outboundOrder('D-1', { Remark: 'DELETE' }));
    practice.pass(1);
    const [failed, deleted] = (await outbound('F-1', 'D-1')).body;
    expect(failed).toMatchObject({ RetryCount: 1, UnShippedReason: { ReasonCode: expect.stringMatching(/./) } });
    expect(deleted).toMatchObject({ HandleStatus: 'Delete' });
    expect(deleted).not.toHaveProperty('TrackingNumber');
  });

  it("can be queried with others and by the service's id; one unknown id gives 404", async () => {
    await practice.post('/v1/outboundOrders', outboundOrder('P-10'));
    await practice.post('/v1/outboundOrders', outboundOrder('P-11'));
    const { body } = await outbound('P-11', 'P-10');
    expect(body.map(({ PackageId }: { PackageId: string }) => PackageId)).toEqual(['P-11', 'P-10']);
    const byOwn = await practice.post('/v1/outboundOrders/SvcPackageId', { Ids: [body[0].SvcPackageId] });
    expect(byOwn.body[0].PackageId).toBe('P-11');
    expect((await outbound('P-10', 'nobody')).status).toBe(404);
    expect((await outbound()).body).toEqual([]);
  });
});

describe('a batch outbound order', () => {
  it('reports Success, or a reason and no effect', async () => {
    const order = { CustomerOrderNo: 'B-1', WareHouseCode: 'W1', ServiceCode: 'S', ShipToAddress: {} };
    const refused = await practice.post('/v1/batchOutboundOrder', { ...order, Remark: 'FAIL' });
    expect(refused.body).toEqual({ CustomerOrderNo: 'B-1', Success: false, Message: expect.stringMatching(/./) });
    expect(practice.effects()).toMatchObject([{ effects: 0, arrivals: 1 }]);
    const taken = await practice.post('/v1/batchOutboundOrder', order);
    expect([taken.status, taken.body.Success]).toEqual([201, true]);
    expect(taken.body.SvcOrderId).toMatch(/./);
    const again = await practice.post('/v1/batchOutboundOrder', order);
    expect([again.status, again.body.SvcOrderId]).toEqual([200, taken.body.SvcOrderId]);
  });
});
