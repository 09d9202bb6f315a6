import { drillStore, type DrillStore } from '../../electron/practice/drills.ts';
import { practiceMigrations } from '../../electron/practice/migrations/index.ts';
import { practiceFile } from '../../electron/practice/practice-database.ts';
import { openSqlite, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import type { DrillTrouble } from '../../shared/drill/drill.ts';
import { openTestPractice, type TestPractice } from './open-test-practice.ts';
import { labelOrder, sku } from './sample-creates.ts';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const orders = '/v1/directExpressLabelOrders';
const statusOf = (key: string) => `/v1/directExpressOrders/${key}/status`;
const tenMinutes = 600_000;

describe('a drill at the practice service', () => {
  let practice: TestPractice;
  let db: Sqlite;
  let drills: DrillStore;
  beforeEach(async () => {
    practice = await openTestPractice();
    db = openSqlite(join(practice.folder, practiceFile), practiceMigrations);
    drills = drillStore(db);
  });
  afterEach(async () => {
    db.close();
    await practice.close();
  });
  const begin = (...troubles: DrillTrouble[]) =>
    drills.begin('drill-1', troubles, 'Mia', practice.now(), practice.now() + tenMinutes);
  const send = (key: string, more: Record<string, unknown> = {}) => practice.post(orders, labelOrder(key, more));
  const lostOrSaid = (key: string): Promise<number | 'lost'> =>
    send(key).then(
      ({ status }) => status,
      () => 'lost',
    );

  it('makes it unreachable during an outage, and reachable again at the same address afterwards', async () => {
    begin('outage', 'refused');
    await practice.look();
    await expect(send('P-1')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    practice.pass(299);
    await practice.look();
    await expect(send('P-1')).rejects.toThrow();
    practice.pass(1);
    await practice.look();
    expect((await send('P-1')).status).toBe(400);
    expect(practice.received()).toHaveLength(1);
  });

  it('makes it unreachable immediately if it restarts during an outage', async () => {
    begin('outage');
    await practice.restart();
    await expect(send('P-1')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    drills.end('drill-1', practice.now(), 'Mia');
    await practice.look();
    expect((await send('P-1')).status).toBe(200);
  });

  it('loses the answers of accepted orders, and hides these orders from status checks for two minutes', async () => {
    await send('P-0');
    begin('lost');
    expect(await Promise.all([lostOrSaid('P-1')])).toEqual(['lost']);
    expect(await lostOrSaid('P-2')).toBe(200);
    expect(await lostOrSaid('P-3')).toBe(200);
    expect(await lostOrSaid('P-4')).toBe('lost');
    expect(practice.effects().map(({ effects }) => effects)).toEqual([1, 1, 1, 1, 1]);
    expect((await practice.get(statusOf('P-1'))).status).toBe(404);
    expect((await practice.get(statusOf('P-2'))).status).toBe(200);
    practice.pass(120);
    expect((await practice.get(statusOf('P-1'))).body).toMatchObject({ PackageId: 'P-1' });
  });

  it('loses the answer of an order once: sent again, it is answered and not created twice', async () => {
    begin('lost');
    expect(await lostOrSaid('P-1')).toBe('lost');
    expect((await send('P-1')).status).toBe(200);
    expect(practice.effects()).toMatchObject([{ effects: 1, arrivals: 2 }]);
  });

  it('refuses an order for its postcode until that is changed, even after a restart', async () => {
    begin('refused');
    const first = await send('P-1');
    expect(first.status).toBe(400);
    expect(first.body.Errors).toMatchObject([
      { Code: 'PRACTICE-REFUSED', Message: '$.Package.ShipToAddress.Postcode: "1100-001" is not known here' },
    ]);
    await practice.restart();
    expect((await send('P-1')).status).toBe(400);
    const { ShipToAddress } = labelOrder('P-1').Package;
    const corrected = { ShipToAddress: { ...ShipToAddress, Postcode: '1100-002' } };
    expect((await send('P-1', corrected)).status).toBe(200);
    expect((await send('P-2')).status).toBe(200);
  });

  it('refuses no order without a suitable text, and none that already exists', async () => {
    await send('P-1');
    begin('refused');
    expect((await send('P-1')).status).toBe(200);
    const { ShipToAddress } = labelOrder('P-2').Package;
    const bare = { ...ShipToAddress, Postcode: undefined, City: undefined };
    expect((await send('P-2', { ShipToAddress: bare })).status).toBe(200);
    expect(drills.orders(1).map(({ key, fate }) => [key, fate])).toEqual([['P-2', 'spared']]);
  });

  it('with two troubles hits the first of three orders with one and the second with the other', async () => {
    begin('lost', 'refused');
    const said = [];
    for (let n = 1; n <= 6; n += 1) said.push(await lostOrSaid(`P-${n}`));
    expect(said).toEqual([400, 'lost', 200, 400, 'lost', 200]);
  });

  it('has no further effect once its time is over or it was ended, even before a refresh', async () => {
    begin('refused');
    practice.pass(600);
    expect((await send('P-1')).status).toBe(200);
    drills.end('drill-1', practice.now(), '');
    drills.begin('drill-2', ['refused'], 'Mia', practice.now(), practice.now() + tenMinutes);
    expect((await send('P-2')).status).toBe(400);
    drills.end('drill-2', practice.now(), 'Mia');
    expect((await send('P-2')).status).toBe(200);
  });

  it('runs only one at a time', () => {
    begin('refused');
    expect(() => drills.begin('drill-2', ['lost'], 'Ben', 1, 2)).toThrow(/already/);
    expect(drills.list(10).map(({ id }) => id)).toEqual(['drill-1']);
  });

  it('stores no text of an order that it refused', async () => {
    begin('refused');
    await practice.post('/v1/merchantSkus', sku('MUG-RED'));
    expect(drills.orders(1)).toMatchObject([{ key: 'MUG-RED', fate: 'refused' }]);
    expect(JSON.stringify(db.prepare('SELECT * FROM drill_order').all())).not.toContain('Blue mug');
  });
});
