import type { Timer } from '../../electron/platform/timer.ts';
import { startPractice } from '../../electron/practice/start-practice.ts';
import { manualTimer } from '../support/manual-timer.ts';
import { answerJson, startWireServer, type Handler } from '../support/wire-server.ts';
import { openLookupDesk } from './lookup-desk.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';

async function against(handler: Handler, patience?: Timer) {
  const server = await startWireServer(handler);
  const desk = openLookupDesk({ origin: server.origin, ...(patience && { patience }) });
  onTestFinished(async () => {
    await desk.close();
    await server.close();
  });
  return { desk, server };
}

const checkpoint = (at: number) => ({
  Message: `<b>Step</b> ${at}`,
  DateTime: new Date(at * 60_000).toISOString(),
  TimeZone: '+08:00',
  TrackingStatus: 'InTransit',
  Location: 'Shenzhen, CN',
});

describe('a hostile service', () => {
  it('may answer with 5,000 checkpoints', async () => {
    const Checkpoints = Array.from({ length: 5000 }, (_, at) => checkpoint(at));
    const { desk } = await against((_, response) => answerJson(response, 200, { TrackingNumber: 'T1', Checkpoints }));
    const shown = await desk.lookups.parcel('T1', 'fresh');
    expect(shown).toMatchObject({ fresh: true, parcel: { checkpoints: 5000, latest: { Message: 'Step 4999' } } });
    expect(await desk.lookups.parcel('T1', 'last')).toEqual({ ...shown, fresh: false });
  });

  it('cannot exhaust memory with an endless or compressed answer', async () => {
    const { desk } = await against((_, response, count) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(count === 2 && { 'content-encoding': 'gzip' }),
      });
      if (count === 2) return response.end(gzipSync(Buffer.alloc(40 * 1024 * 1024, ' ')));
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, ' ')));
      };
      response.on('drain', pour);
      pour();
      return undefined;
    });
    for (let at = 0; at < 2; at += 1) {
      expect(await desk.lookups.parcel('T1', 'fresh')).toMatchObject({ fresh: false, why: { kind: 'not-shown' } });
    }
  });

  it('may answer late, truncated, with garbage or a page: the problem is reported and the stored answer stays', async () => {
    const { timer, expireAll: over } = manualTimer();
    const bad: Handler[] = [
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
          .write('{"Track', () => response.destroy()),
      (_, response) => response.destroy(),
      (_, response) => void response.writeHead(200).end('\u0000\u0001{]'),
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Sign in'),
      (_, response) => void response.writeHead(302, { location: 'https://elsewhere.example' }).end(),
      (_, response) => answerJson(response, 200, [[[]]]),
      (_, response) => answerJson(response, 200, 'x'.repeat(10_000)),
      (_, response) => answerJson(response, 500, { Message: '<b>down</b>' }),
      // Times out as soon as the request has arrived.
      () => over(),
    ];
    const { desk } = await against(
      (arrived, response, count) =>
        count === 1
          ? answerJson(response, 200, { TrackingStatus: 'InTransit' })
          : bad[count - 2]?.(arrived, response, count),
      timer,
    );
    const first = await desk.lookups.parcel('T1', 'fresh');
    expect(first.fresh).toBe(true);
    for (let at = 0; at < bad.length; at += 1) {
      const shown = await desk.lookups.parcel('T1', 'fresh');
      expect(shown).toMatchObject({ fresh: false, at: first.at, parcel: { TrackingStatus: 'InTransit' } });
      expect(shown.why?.message).not.toBe('');
    }
  });

  it('may put any value anywhere without causing a failure', async () => {
    const strange: unknown[] = [
      null,
      true,
      -1e308,
      '',
      '<img src=x onerror=alert(1)>',
      [],
      {},
      [null],
      { toString: 1, __proto__x: 2 },
      'x'.repeat(5000),
    ];
    const names = [
      'Checkpoints',
      'CarrierInfo',
      'TransitPorts',
      'ClientGroupSumList',
      'TrackingStatus',
      'Origin',
      'Skus',
      'Containers',
      'ContainerInfos',
      'ShippingCosts',
      'ChargeInfo',
      'LogisticsTimes',
      'TotalCharge',
      'Weight',
      'Packing',
      'AvailStockQty',
      'Sku',
      'CreateFailedReason',
      'Success',
      'Message',
    ];
    let roll = 1;
    const any = (depth: number): unknown => {
      roll = (roll * 1103515245 + 12345) % 2147483648;
      if (depth > 3 || roll % 3 === 0) return strange[roll % strange.length];
      if (roll % 3 === 1) return [any(depth + 1), any(depth + 1)];
      return Object.fromEntries(names.map((name) => [name, any(depth + 1)]));
    };
    const { desk } = await against((_, response) => answerJson(response, 200, any(0)));
    const parcel = { Weight: 1, Length: 1, Width: 1, Height: 1, WarehouseId: 'W1', Country: 'ES' };
    for (let round = 0; round < 40; round += 1) {
      const answers = await Promise.all([
        desk.lookups.parcel('T1', 'fresh'),
        desk.lookups.inventory('W1', ['A', 'B'], 'fresh'),
        desk.lookups.skus({ SkuList: ['A'] }, 'fresh'),
        desk.lookups.orders(['X1'], 'inbound', 'fresh'),
        desk.lookups.orders(['X2'], 'boxes', 'fresh'),
        desk.lookups.prices(17, parcel, 'fresh'),
      ]);
      expect(() => structuredClone(answers)).not.toThrow();
      // Price records are passed on unchanged.
      const [parcelThere, stock, , , , { records: _, ...prices }] = answers;
      expect(JSON.stringify([parcelThere, stock, prices])).not.toContain('<img');
    }
  });
});

describe('the practice service', () => {
  it('answers every kind of lookup', async () => {
    const service = await startPractice({
      folder: mkdtempSync(join(tmpdir(), 'practice-')),
      clock: Date.now,
      moment: 1,
    });
    onTestFinished(() => service.close());
    const desk = openLookupDesk({ origin: service.url });
    onTestFinished(() => desk.close());
    const create = (path: string, body: object) =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const to = { Contact: 'Ana', Country: 'ES', City: 'Madrid', Street1: 'Calle 1', Postcode: '28001', Phone: '1' };
    await create('/v1/directExpressLabelOrders', {
      Package: { PackageId: 'P1', ServiceCode: 'SGP', ShipToAddress: to, Weight: 250 },
    });
    await create('/v1/merchantSkus', {
      Sku: 'MUG',
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
    });
    await new Promise((resolve) => setTimeout(resolve, 100));

    const [order, unknown] = (await desk.lookups.orders(['P1', 'P9'], 'any', 'fresh')).orders;
    expect(order).toMatchObject({ by: 16, fresh: true, unexpected: [] });
    expect(unknown).toMatchObject({ by: null, why: { params: { status: 404 } } });
    const number = order?.order?.TrackingNumber ?? '';
    expect(number).not.toBe('');

    const parcel = await desk.lookups.parcel(number, 'fresh');
    expect(parcel).toMatchObject({
      fresh: true,
      parcel: { PackageId: 'P1', delivered: true },
      carrier: { Company: 'Practice Post' },
      unexpected: [],
    });
    expect(parcel.checkpoints.every(({ instant, zone }) => instant !== null && zone !== 'assumed')).toBe(true);
    const { rows } = await desk.lookups.track([number, 'NOBODY'], 'fresh');
    expect(rows).toMatchObject([
      { parcel: { delivered: true } },
      { fresh: true, parcel: { TrackingStatus: 'NotFound', checkpoints: 0 } },
    ]);

    expect(await desk.lookups.inventory('W1', ['MUG', 'MUG,2'], 'fresh')).toMatchObject({
      endpoint: 20,
      rows: [{ Sku: 'MUG', fresh: true, AvailStockQty: '0' }, { stock: [] }],
    });
    expect(await desk.lookups.skus({ SkuList: ['MUG'] }, 'fresh')).toMatchObject({ records: [{ Sku: 'MUG' }] });
    const boxes = await desk.lookups.prices(
      14,
      {
        WarehouseId: 'W1',
        Boxes: [{ Weight: 40_000, Length: 40, Width: 40, Height: 40, Quantity: 2 }],
        IncludeUnsuccessful: true,
        IsCustomsClearance: true,
      },
      'fresh',
    );
    expect(boxes.services.length).toBeGreaterThan(2);
    for (const { Success, summary, detailTotals } of boxes.services) if (Success) expect(detailTotals).toEqual(summary);
    const one = await desk.lookups.prices(
      17,
      { Weight: 500, Length: 10, Width: 10, Height: 10, WarehouseId: 'W1', Country: 'ES' },
      'fresh',
    );
    expect(one).toMatchObject({ fresh: true, services: [{ Success: true }], byPrice: [0] });
  });
});
