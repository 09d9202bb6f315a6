import type { PracticeWorkerData } from '../../electron/desk/threads/practice-worker.ts';
import { link } from '../../electron/platform/link/link.ts';
import { openPracticeDatabase, practiceFile } from '../../electron/practice/practice-database.ts';
import { startPractice } from '../../electron/practice/start-practice.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { effectsByKey } from '../support/received-creates.ts';
import { openTestPractice, type TestPractice } from './open-test-practice.ts';
import { inboundOrder, labelOrder, sampleCreates } from './sample-creates.ts';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('a restarted practice service', () => {
  let practice: TestPractice;
  beforeEach(async () => void (practice = await openTestPractice()));
  afterEach(() => practice.close());

  it('remembers everything, and creates nothing twice', async () => {
    for (const { path, body } of sampleCreates) await practice.post(path, body);
    practice.pass(12);
    const told = async () => [
      (await practice.get('/v1/directExpressOrders/P-2/status')).body,
      (await practice.get('/v1/directExpressOrdersHaveBox/P-6/status')).body,
      (await practice.get('/v1/inboundOrders/S-1/status')).body,
      (await practice.get('/v1/inventories?Skus=MUG-BLUE&WarehouseId=W1')).body,
      (await practice.post('/v1/outboundOrders/PackageId', { Ids: ['P-10'] })).body,
    ];
    const before = await told();
    await practice.restart();
    expect(await told()).toEqual(before);
    for (const { path, body } of sampleCreates) expect((await practice.post(path, body)).status).toBe(200);
    expect(practice.effects().map((key) => [key.effects, key.arrivals])).toEqual(sampleCreates.map(() => [1, 2]));
  });

  it('never issues a number twice', async () => {
    const numbers: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      numbers.push((await practice.post('/v1/inboundOrders', inboundOrder(`S-${at}`))).body.SvcOrderId);
      await practice.restart();
    }
    expect(new Set(numbers).size).toBe(3);
  });
});

describe('a practice service that cannot start', () => {
  it('reports that its port is in use, and closes its file', async () => {
    const practice = await openTestPractice();
    const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-practice-'));
    const port = Number(new URL(practice.url()).port);
    await expect(startPractice({ folder, port, clock: () => 0 })).rejects.toThrow('EADDRINUSE');
    // An open connection would leave a log file beside the database.
    expect(readdirSync(folder)).toEqual([practiceFile]);
    rmSync(folder, { recursive: true, force: true });
    await practice.close();
  });
});

describe('the database of the practice service', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parcel-desk-practice-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is refused if a newer program wrote it', () => {
    const db = openSqlite(join(folder, practiceFile), []);
    db.pragma('user_version = 99');
    db.close();
    expect(() => openPracticeDatabase(folder)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'newer-database' }) }),
    );
  });

  it('is queried by index, so that stored data slows no answer', () => {
    const { db } = openPracticeDatabase(folder);
    const planOf = (sql: string) => db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
    const queries = [
      "SELECT seq FROM arrival WHERE effect = 1 AND shelf = 'package' AND key = 'x' ORDER BY seq DESC LIMIT 1",
      "SELECT seq FROM arrival WHERE effect = 1 AND shelf = 'package' AND also = 'x' ORDER BY seq DESC LIMIT 1",
      "SELECT seq FROM arrival WHERE effect = 1 AND +shelf = 'package' AND seq = 1",
      "SELECT sum(total) FROM stock_move WHERE warehouse = 'w' AND sku = 's' AND due_at <= 1",
    ];
    for (const sql of queries) {
      const plan = planOf(sql).map(({ detail }) => detail);
      expect(plan).toEqual([expect.stringMatching(/^SEARCH /)]);
    }
    db.close();
  });

  it('stores few stock movements, whatever the number of earlier orders', async () => {
    const practice = await openTestPractice();
    for (let at = 0; at < 25; at += 1) {
      await practice.post('/v1/inboundOrders', inboundOrder(`S-${at}`));
      practice.pass(20);
    }
    const { db } = openPracticeDatabase(practice.folder);
    expect(db.prepare('SELECT count(*) FROM stock_move').pluck().get()).toBeLessThanOrEqual(3);
    db.close();
    await practice.close();
  });
});

describe('the practice worker', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parcel-desk-practice-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function start(workerData: PracticeWorkerData) {
    const program = createRequire(import.meta.url).resolve('../../electron/desk/threads/practice-worker.ts');
    const worker = new Worker(program, { workerData });
    return { worker, practice: link<Record<never, never>, { url: string }>(worker, {}) };
  }

  it('reports its address, serves requests, and ends on request', async () => {
    const { practice } = start({ folder, moment: 50 });
    const said = await practice.ready;
    const body = JSON.stringify(labelOrder('P-1'));
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${said.url}/v1/directExpressLabelOrders`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    await practice.close();
    expect(effectsByKey(folder)).toMatchObject([{ key: 'P-1', effects: 1 }]);
  });

  it('keeps every acknowledged create when it is terminated', async () => {
    const { worker, practice } = start({ folder });
    const said = await practice.ready;
    const headers = { 'Content-Type': 'application/json' };
    const acknowledged: string[] = [];
    const sending = Array.from({ length: 200 }, async (_, at) => {
      const body = JSON.stringify(labelOrder(`P-${at}`));
      const answer = await fetch(`${said.url}/v1/directExpressLabelOrders`, { method: 'POST', headers, body }).catch(
        () => null,
      );
      if (answer?.status === 200) acknowledged.push(`P-${at}`);
      if (acknowledged.length === 50) await worker.terminate();
    });
    await Promise.all(sending);
    const kept = new Set(effectsByKey(folder).map(({ key }) => key));
    expect(acknowledged.length).toBeGreaterThanOrEqual(50);
    expect(acknowledged.filter((key) => !kept.has(key))).toEqual([]);
  });

  it('reports why it cannot start', async () => {
    const db = openSqlite(join(folder, practiceFile), []);
    db.pragma('user_version = 99');
    db.close();
    const { practice } = start({ folder });
    await expect(practice.ready).rejects.toMatchObject({ problem: { kind: 'newer-database' } });
    await practice.ended;
  });
});
