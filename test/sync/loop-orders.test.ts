import type { Settings } from '../../shared/settings/settings.ts';
import { httpAnswer, possiblySent } from '../support/exchanges.ts';
import { boxCapture, declareCapture, labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { creatingRecord, healthyService, createdRecord, notFoundAnswer } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, describe, expect, it } from 'vitest';

let desk: SyncDesk;
function open(settings: Partial<Settings> = {}): SyncDesk {
  desk = openSyncDesk(settings);
  return desk;
}
afterEach(() => desk.close());

describe('the delivery of an order', () => {
  it('consists of probe, create, status check, done', async () => {
    open().service = healthyService;
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(10_000);
    expect(desk.takeLog()).toEqual(['0 probe', '0 2 P1', '2 16 P1']);
    expect(desk.row(id)).toMatchObject({ state: 'done', trackingNumber: 'T-P1', tries: 1 });
    expect(desk.sync.status()).toMatchObject({ connection: 'online', idle: true, underWay: 0 });
  });

  it('checks outcomes soon, then at growing intervals, and counts as idle once the order is stuck', async () => {
    open().service = ({ endpoint, id }) => (endpoint === 16 && id !== 'P1' ? notFoundAnswer : creatingRecord(id));
    desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(60_000);
    const reads = desk
      .takeLog()
      .slice(2)
      .map((line) => Number(line.split(' ')[0]));
    expect(reads).toEqual([2, 5, 9.5, 16.3, 26.4, 41.6]);
    expect(desk.sync.status().idle).toBe(false);
    await desk.time.advance(1_800_000);
    expect(desk.sync.status().idle).toBe(true);
    await desk.time.advance(4 * 3600_000);
    expect(desk.takeLog().filter((line) => line.endsWith('16 P1')).length).toBeLessThan(20);
  });

  it('ends with the acceptance of a declaration and of a SKU', async () => {
    open().service = ({ endpoint }) => httpAnswer(endpoint === 16 ? 404 : 201);
    const ids = [desk.add(declareCapture('P1')), desk.add(skuCapture('SKU-1'))];
    desk.sync.start();
    await desk.time.advance(1000);
    expect(ids.map(desk.state)).toEqual(['done', 'done']);
  });

  it('continues after a failure, from which the order may recover', async () => {
    let failed = true;
    open().service = ({ endpoint, id }) => {
      if (endpoint !== 16 || id !== 'P1') return endpoint === 16 ? notFoundAnswer : creatingRecord(id);
      return failed
        ? httpAnswer(200, { PackageId: id, CreateFailedReason: { ReasonCode: 'R1', ReasonText: 'Postcode is wrong' } })
        : createdRecord(id);
    };
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(5000);
    expect(desk.row(id)).toMatchObject({
      state: 'refused',
      reason: { code: 'R1', text: 'Postcode is wrong', field: 'Postcode' },
    });
    expect(desk.sync.status().idle).toBe(true);
    failed = false;
    await desk.time.advance(700_000);
    expect(desk.row(id)).toMatchObject({ state: 'done', trackingNumber: 'T-P1', reason: null });
  });
});

describe('no order is made twice', () => {
  it('a label order that lost its answer is checked and found', async () => {
    open();
    const taken = new Set<string>();
    desk.service = ({ endpoint, id }) => {
      if (endpoint === 16) return taken.has(id) ? createdRecord(id) : notFoundAnswer;
      taken.add(id);
      return possiblySent('timeout');
    };
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(5000);
    expect(desk.takeLog().filter((line) => line.endsWith(' 2 P1'))).toEqual(['0 2 P1']);
    expect(desk.row(id)).toMatchObject({ state: 'done', trackingNumber: 'T-P1', maybeTaken: false });
  });

  it('a label order that lost its answer is sent again only after 404s over the whole grace period from a proven endpoint', async () => {
    open({ graceSeconds: 60 });
    let lose = true;
    const taken = new Set<string>(['P0']);
    desk.service = ({ endpoint, id }) => {
      if (endpoint === 16) return taken.has(id) ? createdRecord(id) : notFoundAnswer;
      if (lose && id === 'P1') return possiblySent('timeout');
      taken.add(id);
      return creatingRecord(id);
    };
    desk.add(labelCapture('P0'));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(30_000);
    lose = false;
    expect(desk.row(id)).toMatchObject({ state: 'unsure', maybeTaken: true });
    await desk.time.advance(60_000);
    const about = desk.takeLog().filter((line) => line.endsWith(' P1'));
    const second = about.lastIndexOf('60 2 P1');
    expect(about[0]).toBe('0 2 P1');
    expect(second).toBeGreaterThan(3);
    expect(about.filter((line) => line.endsWith(' 2 P1'))).toHaveLength(2);
    expect(desk.state(id)).toBe('done');
  });

  it('a 404 from an unproven endpoint raises a question, and a record that appears later still counts', async () => {
    open({ graceSeconds: 60 });
    let there = false;
    desk.service = ({ endpoint, id }) =>
      endpoint === 16 ? (there && id === 'P1' ? createdRecord(id) : notFoundAnswer) : possiblySent('timeout');
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(70_000);
    expect(desk.row(id)).toMatchObject({ state: 'unsure', asks: 'endpoint-unproven' });
    expect(desk.sync.status().idle).toBe(true);
    there = true;
    await desk.time.advance(600_000);
    expect(desk.state(id)).toBe('done');
    expect(desk.log.filter((line) => line.endsWith(' 2 P1'))).toHaveLength(1);
  });

  it('an order with IsCreateNewOrder that lost its answer is neither checked nor sent again', async () => {
    open({ graceSeconds: 10 });
    desk.service = ({ endpoint, id }) =>
      endpoint === 16 ? (id === 'P1' ? createdRecord(id) : notFoundAnswer) : possiblySent('timeout');
    const id = desk.add(labelCapture('P1', { IsCreateNewOrder: true }));
    desk.sync.start();
    await desk.time.advance(3600_000);
    expect(desk.row(id)).toMatchObject({ state: 'unsure', asks: 'may-be-there' });
    expect(desk.log.filter((line) => line.endsWith(' P1'))).toEqual(['0 2 P1']);
  });

  it('a repeatable create that lost its answer is sent again with the same body, and "not changed" then counts as this order', async () => {
    open();
    const bodies: unknown[] = [];
    desk.service = ({ endpoint, id, body }) => {
      if (endpoint !== 6) return endpoint === 18 ? createdRecord(id) : notFoundAnswer;
      bodies.push(body);
      return bodies.length === 1 ? possiblySent('broken') : httpAnswer(200);
    };
    const id = desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.advance(20_000);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(desk.row(id)).toMatchObject({ state: 'done', asks: null });
  });

  it('"not changed" at the first attempt is a conflict, and only a person can complete the order', async () => {
    open().service = ({ endpoint, id }) =>
      endpoint === 6 ? httpAnswer(200) : endpoint === 18 ? createdRecord(id) : notFoundAnswer;
    const id = desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.advance(60_000);
    expect(desk.row(id)).toMatchObject({ state: 'accepted', asks: 'was-there-before', trackingNumber: 'T-B1' });
    expect(desk.sync.status().idle).toBe(true);
    desk.outbox.decide('decide-01', id, 'ours', 'Ana', 'the same order');
    desk.sync.wake();
    await desk.time.advance(1000);
    expect(desk.state(id)).toBe('done');
  });

  it('a refusal after a lost answer counts once a person has said that the order is not there; the order can then be corrected', async () => {
    let tries = 0;
    open().service = ({ endpoint }) =>
      endpoint !== 7
        ? notFoundAnswer
        : ++tries === 1
          ? possiblySent()
          : httpAnswer(tries < 4 ? 400 : 200, { Message: 'Brand is wrong' });
    const id = desk.add(declareCapture('P1'));
    desk.sync.start();
    await desk.time.advance(10_000);
    expect(desk.row(id)).toMatchObject({ state: 'unsure', asks: 'may-be-there', reason: { field: 'Brand' } });
    desk.outbox.decide('decide-01', id, 'send-again', 'Ana', 'they do not have it');
    desk.sync.wake();
    await desk.time.advance(10_000);
    expect(desk.row(id)).toMatchObject({ state: 'refused', maybeTaken: false, reason: { field: 'Brand' } });
    desk.outbox.mend('mend-0001', id, declareCapture('P1'), 'Ana', false);
    desk.sync.wake();
    await desk.time.advance(1000);
    expect([desk.state(id), tries]).toEqual(['done', 4]);
  });

  it('attempts interrupted by a crash are settled as lost answers before anything is claimed', async () => {
    open();
    const doubtful = desk.add(labelCapture('P1'));
    const safe = desk.add(boxCapture('B1'));
    desk.outbox.sync.claim(2, desk.time.clock.now(), 'practice', []);
    desk.add(labelCapture('P2'));
    desk.service = () => new Promise(() => undefined);
    desk.sync.start();
    await desk.time.settle();
    expect(desk.row(doubtful)).toMatchObject({ state: 'unsure', maybeTaken: true });
    expect(desk.row(safe)).toMatchObject({ state: 'queued', maybeTaken: true });
    expect(desk.takeLog()).toEqual(['0 probe']);
  });

  it('the grace period counts running time of the desk, across restarts', async () => {
    open({ graceSeconds: 60 });
    desk.service = ({ endpoint, id }) =>
      endpoint === 16
        ? id === 'P0'
          ? createdRecord(id)
          : notFoundAnswer
        : id === 'P0'
          ? creatingRecord(id)
          : possiblySent('timeout');
    desk.add(labelCapture('P0'));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(20_000);
    await desk.sync.stop();
    await desk.time.advance(86_400_000);
    desk.takeLog();
    desk.newSync().start();
    await desk.time.advance(39_000);
    expect(desk.state(id)).toBe('unsure');
    expect(desk.takeLog().some((line) => line.endsWith(' 2 P1'))).toBe(false);
    await desk.time.advance(2000);
    expect(desk.takeLog().some((line) => line.endsWith(' 2 P1'))).toBe(true);
  });
});
