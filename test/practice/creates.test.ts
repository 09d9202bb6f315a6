import { openTestPractice, type TestPractice } from './open-test-practice.ts';
import { boxOrder, dropShipPath, inboundOrder, labelOrder, sampleCreates } from './sample-creates.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let practice: TestPractice;
beforeEach(async () => void (practice = await openTestPractice()));
afterEach(() => practice.close());

const labels = '/v1/directExpressLabelOrders';

describe('creates', () => {
  it.each(sampleCreates)(
    'endpoint $endpoint: created once, unchanged by a repeat',
    async ({ endpoint, path, key, body, first }) => {
      expect((await practice.post(path, body)).status).toBe(first);
      practice.pass(1);
      expect((await practice.post(path, body)).status).toBe(200);
      expect(practice.effects()).toEqual([{ endpoint, key, body: JSON.stringify(body), effects: 1, arrivals: 2 }]);
    },
  );

  it('are stored exactly as received, field by field, with query and time', async () => {
    for (const { path, body } of sampleCreates) {
      await practice.post(path, body);
      practice.pass(1);
    }
    const received = practice.received();
    expect(received.map(({ endpoint, key, effect }) => [endpoint, key, effect])).toEqual(
      sampleCreates.map(({ endpoint, key }) => [endpoint, key, true]),
    );
    expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual(sampleCreates.map(({ body }) => body));
    expect(received[0]?.query).toBe('sync=0');
    expect(received[1]?.arrivedAt).toBe(practice.now() - 8000);
  });

  it('are stored as the exact text, including spaces and number formats', async () => {
    const text = '{ "Package" : {"PackageId":"T-1", "Weight": 1.50, "Custom":"\\u4e2d 文"} }';
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    expect((await practice.send('POST', labels, { headers, body: text })).status).toBe(200);
    expect(practice.received()[0]?.body).toBe(text);
  });

  it('leave the existing order unchanged when its content differs', async () => {
    await practice.post('/v1/directExpressOrdersHaveBox', boxOrder('P-6'));
    const changed = await practice.post('/v1/directExpressOrdersHaveBox', boxOrder('P-6', { ContainerInfos: [] }));
    expect([changed.status, changed.body]).toEqual([200, undefined]);
    const { body } = await practice.get('/v1/directExpressOrdersHaveBox/P-6/status');
    expect(body.ContainerInfos).toHaveLength(1);
  });

  it('return the existing record for a repeated label order', async () => {
    const first = await practice.post(labels, labelOrder('P-2'));
    practice.pass(2);
    const again = await practice.post(labels, labelOrder('P-2', { Weight: 9999 }));
    expect(again.body).toMatchObject({ SvcPackageId: first.body.SvcPackageId, WeightInit: 640, Status: 'Created' });
    expect(again.body).not.toHaveProperty('TrackingState');
  });

  it('create a new order under a known PackageId only with IsCreateNewOrder', async () => {
    const first = await practice.post(labels, labelOrder('P-2'));
    const second = await practice.post(labels, labelOrder('P-2', { IsCreateNewOrder: true, Weight: 700 }));
    expect(second.body.SvcPackageId).not.toBe(first.body.SvcPackageId);
    const { body } = await practice.get('/v1/directExpressOrders/P-2/status');
    expect(body).toMatchObject({ SvcPackageId: second.body.SvcPackageId, WeightInit: 700 });
    expect(practice.effects()).toMatchObject([{ key: 'P-2', effects: 2, arrivals: 2 }]);
  });

  it('without a PackageId create an order each time, under a generated id', async () => {
    const { PackageId: _id, ...parcel } = labelOrder('').Package;
    const [one, two] = [
      await practice.post(labels, { Package: parcel }),
      await practice.post(labels, { Package: parcel }),
    ];
    expect(one.body.PackageId).not.toBe(two.body.PackageId);
    expect((await practice.get(`/v1/directExpressOrders/${one.body.PackageId}/status`)).status).toBe(200);
  });

  it('refuse a PackageId that an order of another kind has', async () => {
    await practice.post(labels, labelOrder('P-2'));
    const other = await practice.post('/v1/directExpressOrdersHaveBox', boxOrder('P-2'));
    expect([other.status, other.body.Errors[0].Code]).toEqual([400, 'KeyInUse']);
    expect((await practice.post(dropShipPath, labelOrder('P-2'))).status).toBe(200);
    expect(practice.received().map(({ endpoint, status, effect }) => [endpoint, status, effect])).toEqual([
      [2, 200, true],
      [6, 400, false],
      [1, 200, false],
    ]);
  });

  it('that violate a rule are stored without effect', async () => {
    const { status, body } = await practice.post('/v1/inboundOrders', { ...inboundOrder('S-1'), WarehouseId: 5 });
    expect(status).toBe(400);
    expect(body.Errors).toEqual([{ Code: 'wrong-type', Message: expect.stringContaining('$.WarehouseId') }]);
    expect(practice.effects()).toMatchObject([{ endpoint: 4, key: 'S-1', body: null, effects: 0, arrivals: 1 }]);
    expect((await practice.get('/v1/inboundOrders/S-1/status')).status).toBe(404);
  });

  it.each(sampleCreates)(
    'endpoint $endpoint: refused for each text that contains REFUSE, with the name of its field',
    async ({ endpoint, path, key, body, first }) => {
      const { way, spoilt } = withLastText(body, 'please REFUSE it');
      const { status, body: answer } = await practice.post(path, spoilt);
      expect(status).toBe(400);
      expect(answer.Errors).toEqual([{ Code: 'PRACTICE-REFUSED', Message: expect.stringContaining(`$.${way}: `) }]);
      expect(practice.effects()).toMatchObject([{ endpoint, key, effects: 0, arrivals: 1 }]);
      expect((await practice.post(path, withLastText(body, 'REFUSED').spoilt)).status).toBe(first);
    },
  );

  it('that arrive at once under one key create one order', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => practice.post('/v1/inboundOrders', inboundOrder('S-1'))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(59);
    expect(new Set(answers.map(({ body }) => body.SvcOrderId)).size).toBe(1);
    expect(practice.effects()).toMatchObject([{ effects: 1, arrivals: 60 }]);
  });
});

/** The body with its last text replaced, and the path of that text. */
function withLastText(body: unknown, text: string): { way: string; spoilt: unknown } {
  const spoilt = structuredClone(body);
  const texts: { holder: Record<string, unknown>; name: string; way: string }[] = [];
  const look = (value: unknown, way: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const holder = value as Record<string, unknown>;
    for (const [name, inner] of Object.entries(holder)) {
      const here = Array.isArray(value) ? `${way}[${name}]` : way === '' ? name : `${way}.${name}`;
      if (typeof inner === 'string') texts.push({ holder, name, way: here });
      else look(inner, here);
    }
  };
  look(spoilt, '');
  const last = texts.at(-1);
  if (!last) throw new Error('a body without a text');
  last.holder[last.name] = text;
  return { way: last.way, spoilt };
}
