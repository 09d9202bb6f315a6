import { createClient } from '../../electron/delivery/service/client.ts';
import { createSync, type Sync } from '../../electron/delivery/sync/create-sync.ts';
import type { Capture } from '../../electron/outbox/capture.ts';
import { startPractice } from '../../electron/practice/start-practice.ts';
import { defaultSettings, type Settings } from '../../shared/settings/settings.ts';
import {
  boxCapture,
  readTestCapture,
  declareCapture,
  inboundCapture,
  labelCapture,
  openTestOutbox,
  skuCapture,
  type TestOutbox,
} from '../support/open-test-outbox.ts';
import { realClock, realTimer } from '../support/real-time.ts';
import { answerJson, startWireServer } from '../support/wire-server.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function openBox(): TestOutbox {
  const box = openTestOutbox();
  ends.push(() => box.close());
  return box;
}

function syncOf(box: TestOutbox, origin: string, some: Partial<Settings>): Sync {
  const settings = { ...defaultSettings, ...some };
  const client = createClient({
    origin,
    timeoutMs: settings.requestTimeoutSeconds * 1000,
    timer: realTimer,
    now: realClock.now,
  });
  const sync = createSync({
    outbox: box.outbox.sync,
    client,
    target: 'practice',
    settings: () => settings,
    clock: realClock,
    timer: realTimer,
    random: Math.random,
    runSoon: (run) => void setImmediate(run),
    onStatus: () => undefined,
    onChanged: () => undefined,
    onFault: (fault) => {
      throw fault;
    },
  });
  ends.push(
    () => client.close(),
    () => sync.stop(),
  );
  return sync;
}

async function untilIdle(sync: Sync, withinMs: number): Promise<void> {
  const until = realClock.monotonic() + withinMs;
  while (!sync.status().idle || sync.status().connection === 'unknown') {
    if (realClock.monotonic() > until) throw new Error(`not idle in time: ${JSON.stringify(sync.status())}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function add(box: TestOutbox, captures: Capture[]): string[] {
  return box.outbox.enqueueMany(captures, '', false).map((added) => {
    if (added instanceof Error) throw added;
    return added.id;
  });
}

describe('over the wire', () => {
  it('label orders whose answers are lost or late are delivered once each, counted at the service', async () => {
    const effects = new Map<string, number>();
    const fates = ['lost after it was taken', 'taken late', 'lost before it was taken', 'half an answer', '503'];
    const server = await startWireServer(({ method, path, body }, response, count) => {
      if (method === 'GET') {
        const id = path.split('/').at(-2) ?? '';
        const record = {
          PackageId: id,
          ServiceCode: 'SGP',
          Country: 'ES',
          TrackingNumber: `T-${id}`,
          SvcPackageId: `S-${id}`,
        };
        return effects.has(id)
          ? answerJson(response, 200, record)
          : answerJson(response, 404, { Message: 'not found' });
      }
      const { PackageId } = (JSON.parse(body) as { Package: { PackageId: string } }).Package;
      const take = () => effects.set(PackageId, (effects.get(PackageId) ?? 0) + 1);
      const record = { PackageId, ServiceCode: 'SGP', Country: 'ES', Status: 'Creating' };
      switch (count % 5 === 0 ? fates[(count / 5) % fates.length] : 'well') {
        case 'lost after it was taken':
          take();
          return response.socket?.destroy();
        case 'taken late':
          setTimeout(take, 700);
          return response.socket?.destroy();
        case 'lost before it was taken':
          return response.socket?.destroy();
        case 'half an answer':
          take();
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
          return response.write(JSON.stringify(record), () => response.socket?.destroy());
        case '503':
          return answerJson(response, 503, { Message: 'busy' });
        default:
          take();
          answerJson(response, 200, record);
      }
    });
    ends.push(() => server.close());
    const box = openBox();
    const ids = add(
      box,
      Array.from({ length: 150 }, (_, n) => labelCapture(`P${n}`)),
    );
    const sync = syncOf(box, server.origin, {
      graceSeconds: 1.5,
      readFirstSeconds: 0.05,
      readMostSeconds: 0.5,
      backoffFirstSeconds: 0.02,
      backoffMostSeconds: 0.2,
    });
    sync.start();
    await untilIdle(sync, 50_000);
    const states = ids.map((id) => box.reader.detail(id)?.state);
    expect(new Set(states)).toEqual(new Set(['done']));
    expect(effects.size).toBe(150);
    expect(Math.max(...effects.values())).toBe(1);
  }, 60_000);

  it('each of the nine creates reaches its final state at the practice service', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'practice-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const practice = await startPractice({ folder, clock: realClock.now, moment: 50 });
    ends.push(() => practice.close());
    const box = openBox();
    const address = { Contact: 'Ana', Country: 'ES', Street1: 'Calle 1', City: 'Madrid', Postcode: '28001' };
    const dropShip = {
      Location: 'SZ',
      Package: { PackageId: 'D1', ServiceCode: 'SGP', ShipToAddress: address, Weight: 100 },
    };
    const fba = {
      WarehouseCode: 'FBA1',
      ShipmentId: 'SH1',
      ReferenceId: 'R1',
      PackageId: 'F1',
      Location: 'SZ',
      ServiceCode: 'SGP',
      ContainerInfos: [{ CustomContainerNo: '1', Weight: 1 }],
    };
    const batch = { CustomerOrderNo: 'C1', WareHouseCode: 'W1', ServiceCode: 'SGP', ShipToAddress: address };
    const outbound = { WarehouseId: 'W1', Package: { PackageId: 'O1', ServiceCode: 'SGP', ShipToAddress: address } };
    const ids = add(box, [
      skuCapture('SKU-1'),
      readTestCapture(1, dropShip),
      labelCapture('L1'),
      inboundCapture('IN1', 'SKU-1'),
      boxCapture('B1'),
      declareCapture('L1'),
      readTestCapture(8, batch),
      readTestCapture(9, fba),
      readTestCapture(10, outbound),
    ]);
    const sync = syncOf(box, practice.url, { readFirstSeconds: 0.05, readMostSeconds: 0.5 });
    sync.start();
    await untilIdle(sync, 20_000);
    const rows = ids.map((id) => box.reader.detail(id));
    // The practice service fails some orders for training; those are refused, with a reason.
    for (const row of rows) {
      expect(['done', 'refused'], JSON.stringify(row)).toContain(row?.state);
      if (row?.state === 'refused') expect(row.reason?.text).not.toBe('');
    }
    expect(rows.filter((row) => row?.state === 'done').length).toBeGreaterThanOrEqual(7);
  }, 30_000);

  it('many orders at once arrive once each, with no more under way than there are slots', async () => {
    let underWay = 0;
    let most = 0;
    const server = await startWireServer(({ method }, response) => {
      if (method === 'GET') return answerJson(response, 404, {});
      most = Math.max(most, (underWay += 1));
      setTimeout(() => {
        underWay -= 1;
        answerJson(response, 201, {});
      }, 50);
    });
    ends.push(() => server.close());
    const box = openBox();
    const ids = add(
      box,
      Array.from({ length: 400 }, (_, n) => skuCapture(`SKU-${n}`)),
    );
    const sync = syncOf(box, server.origin, { concurrency: 16 });
    sync.start();
    await untilIdle(sync, 40_000);
    const arrived = server.arrived.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(arrived).toHaveLength(400);
    expect(new Set(arrived).size).toBe(400);
    expect(most).toBeLessThanOrEqual(16);
    expect(most).toBeGreaterThan(4);
    expect(new Set(ids.map((id) => box.reader.detail(id)?.state))).toEqual(new Set(['done']));
  }, 60_000);
});
