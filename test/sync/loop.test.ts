import { afterEach, describe, expect, it } from 'vitest';
import { answer, maybe, never, page } from '../support/exchanges.ts';
import { boxCapture, captureOf, declareCapture, labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import type { Settings } from '../../shared/settings.ts';

let desk: SyncDesk;
function open(settings: Partial<Settings> = {}): SyncDesk {
  desk = openSyncDesk(settings);
  return desk;
}
afterEach(() => desk.close());

const made = (PackageId: string) =>
  answer(200, {
    PackageId,
    ServiceCode: 'SGP',
    Country: 'ES',
    SvcPackageId: `S-${PackageId}`,
    Status: 'Created',
    TrackingNumber: `T-${PackageId}`,
  });
const creating = (PackageId: string) =>
  answer(200, {
    PackageId,
    ServiceCode: 'SGP',
    Country: 'ES',
    SvcPackageId: `S-${PackageId}`,
    Status: 'Creating',
    HandleStatus: 'Submitted',
  });
const unknown = answer(404, { Message: 'packageId not found' });

/** A service in good health: creates are taken, and made at the first look at their status. */
const healthy: SyncDesk['service'] = ({ endpoint, id }) =>
  endpoint === 16 ? (id.startsWith('P') ? made(id) : unknown) : creating(id);

describe('the way of an order', () => {
  it('is probe, delivery, status, done', async () => {
    open().service = healthy;
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(10_000);
    expect(desk.logged()).toEqual(['0 probe', '0 2 P1', '2 16 P1']);
    expect(desk.row(id)).toMatchObject({ state: 'done', trackingNumber: 'T-P1', tries: 1 });
    expect(desk.sync.status()).toMatchObject({ connection: 'online', idle: true, underWay: 0 });
  });

  it('reads outcomes soon, then ever more rarely, and stops being busy once stuck', async () => {
    open().service = ({ endpoint, id }) => (endpoint === 16 && id !== 'P1' ? unknown : creating(id));
    desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(60_000);
    const reads = desk
      .logged()
      .slice(2)
      .map((line) => Number(line.split(' ')[0]));
    expect(reads).toEqual([2, 5, 9.5, 16.3, 26.4, 41.6]);
    expect(desk.sync.status().idle).toBe(false);
    await desk.time.pass(1_800_000);
    expect(desk.sync.status().idle).toBe(true);
    await desk.time.pass(4 * 3600_000);
    expect(desk.logged().filter((line) => line.endsWith('16 P1')).length).toBeLessThan(20);
  });

  it('of a declaration and a SKU ends with their acceptance', async () => {
    open().service = ({ endpoint }) => answer(endpoint === 16 ? 404 : 201);
    const ids = [desk.add(declareCapture('P1')), desk.add(skuCapture('SKU-1'))];
    desk.sync.start();
    await desk.time.pass(1000);
    expect(ids.map(desk.state)).toEqual(['done', 'done']);
  });

  it('goes on after a failure, which may heal', async () => {
    let failed = true;
    open().service = ({ endpoint, id }) => {
      if (endpoint !== 16 || id !== 'P1') return endpoint === 16 ? unknown : creating(id);
      return failed
        ? answer(200, { PackageId: id, CreateFailedReason: { ReasonCode: 'R1', ReasonText: 'Postcode is wrong' } })
        : made(id);
    };
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(5000);
    expect(desk.row(id)).toMatchObject({
      state: 'refused',
      reason: { code: 'R1', text: 'Postcode is wrong', field: 'Postcode' },
    });
    expect(desk.sync.status().idle).toBe(true);
    failed = false;
    await desk.time.pass(700_000);
    expect(desk.row(id)).toMatchObject({ state: 'done', trackingNumber: 'T-P1', reason: null });
  });
});

describe('never twice', () => {
  it('a lost label order is looked for, and found', async () => {
    open();
    const taken = new Set<string>();
    desk.service = ({ endpoint, id }) => {
      if (endpoint === 16) return taken.has(id) ? made(id) : unknown;
      taken.add(id);
      return maybe('timeout');
    };
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(5000);
    expect(desk.logged().filter((line) => line.endsWith(' 2 P1'))).toEqual(['0 2 P1']);
    expect(desk.row(id)).toMatchObject({ state: 'done', trackingNumber: 'T-P1', maybeTaken: false });
  });

  it('a lost label order is sent again only after 404s over the whole grace period, where 404 means something', async () => {
    open({ graceSeconds: 60 });
    let lose = true;
    const taken = new Set<string>(['P0']);
    desk.service = ({ endpoint, id }) => {
      if (endpoint === 16) return taken.has(id) ? made(id) : unknown;
      if (lose && id === 'P1') return maybe('timeout');
      taken.add(id);
      return creating(id);
    };
    desk.add(labelCapture('P0'));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(30_000);
    lose = false;
    expect(desk.row(id)).toMatchObject({ state: 'unsure', maybeTaken: true });
    await desk.time.pass(60_000);
    const about = desk.logged().filter((line) => line.endsWith(' P1'));
    const second = about.lastIndexOf('60 2 P1');
    expect(about[0]).toBe('0 2 P1');
    expect(second).toBeGreaterThan(3);
    expect(about.filter((line) => line.endsWith(' 2 P1'))).toHaveLength(2);
    expect(desk.state(id)).toBe('done');
  });

  it('where 404 was never proved to mean anything, a person is asked, and a record that turns up still counts', async () => {
    open({ graceSeconds: 60 });
    let there = false;
    desk.service = ({ endpoint, id }) =>
      endpoint === 16 ? (there && id === 'P1' ? made(id) : unknown) : maybe('timeout');
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(70_000);
    expect(desk.row(id)).toMatchObject({ state: 'unsure', asks: 'endpoint-unproven' });
    expect(desk.sync.status().idle).toBe(true);
    there = true;
    await desk.time.pass(600_000);
    expect(desk.state(id)).toBe('done');
    expect(desk.log.filter((line) => line.endsWith(' 2 P1'))).toHaveLength(1);
  });

  it('with IsCreateNewOrder nothing is asked and nothing sent again', async () => {
    open({ graceSeconds: 10 });
    desk.service = ({ endpoint, id }) => (endpoint === 16 ? (id === 'P1' ? made(id) : unknown) : maybe('timeout'));
    const id = desk.add(labelCapture('P1', { IsCreateNewOrder: true }));
    desk.sync.start();
    await desk.time.pass(3600_000);
    expect(desk.row(id)).toMatchObject({ state: 'unsure', asks: 'may-be-there' });
    expect(desk.log.filter((line) => line.endsWith(' P1'))).toEqual(['0 2 P1']);
  });

  it('a documented create whose answer was lost is sent again with the same body, and "not changed" is ours', async () => {
    open();
    const bodies: unknown[] = [];
    desk.service = ({ endpoint, id, body }) => {
      if (endpoint !== 6) return endpoint === 18 ? made(id) : unknown;
      bodies.push(body);
      return bodies.length === 1 ? maybe('broken') : answer(200);
    };
    const id = desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.pass(20_000);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(desk.row(id)).toMatchObject({ state: 'done', asks: null });
  });

  it('"not changed" at the very first try is a conflict, and done needs a person', async () => {
    open().service = ({ endpoint, id }) => (endpoint === 6 ? answer(200) : endpoint === 18 ? made(id) : unknown);
    const id = desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.pass(60_000);
    expect(desk.row(id)).toMatchObject({ state: 'accepted', asks: 'was-there-before', trackingNumber: 'T-B1' });
    expect(desk.sync.status().idle).toBe(true);
    desk.outbox.decide('decide-01', id, 'ours', 'Ana', 'the same order');
    desk.sync.wake();
    await desk.time.pass(1000);
    expect(desk.state(id)).toBe('done');
  });

  it('what a crash left under way is settled as a lost answer before anything else is taken', async () => {
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
    expect(desk.logged()).toEqual(['0 probe']);
  });

  it('grace is time in which the desk ran, across restarts', async () => {
    open({ graceSeconds: 60 });
    desk.service = ({ endpoint, id }) =>
      endpoint === 16 ? (id === 'P0' ? made(id) : unknown) : id === 'P0' ? creating(id) : maybe('timeout');
    desk.add(labelCapture('P0'));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(20_000);
    await desk.sync.stop();
    await desk.time.pass(86_400_000);
    desk.logged();
    desk.newSync().start();
    await desk.time.pass(39_000);
    expect(desk.state(id)).toBe('unsure');
    expect(desk.logged().some((line) => line.endsWith(' 2 P1'))).toBe(false);
    await desk.time.pass(2000);
    expect(desk.logged().some((line) => line.endsWith(' 2 P1'))).toBe(true);
  });
});

describe('offline', () => {
  it('nothing is claimed; probes are reads, ever further apart; then the queue drains by itself', async () => {
    open().service = () => never();
    const ids = [1, 2, 3].map((n) => desk.add(labelCapture(`P${n}`)));
    desk.sync.start();
    await desk.time.pass(100_000);
    expect(desk.logged()).toEqual([
      '0 probe',
      '0 probe',
      '1 probe',
      '3 probe',
      '7 probe',
      '15 probe',
      '31 probe',
      '63 probe',
    ]);
    expect(ids.map((id) => desk.row(id).tries)).toEqual([0, 0, 0]);
    expect(desk.sync.status()).toMatchObject({ connection: 'offline', idle: false });
    desk.service = healthy;
    await desk.time.pass(60_000);
    expect(ids.map(desk.state)).toEqual(['done', 'done', 'done']);
    expect(desk.sync.status()).toMatchObject({ connection: 'online', idle: true });
  });

  it('what breaks at once is one outage: the first probe goes at once, the next soon', async () => {
    open({ concurrency: 4 });
    let there = true;
    desk.service = async ({ endpoint, id }) => {
      if (endpoint === 16) return there ? unknown : never();
      await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
      there = false;
      return maybe();
    };
    for (const key of ['B1', 'B2', 'B3', 'B4']) desk.add(boxCapture(key));
    desk.sync.start();
    await desk.time.pass(2500);
    expect(desk.logged().filter((line) => line.endsWith('probe'))).toEqual(['0 probe', '1 probe', '2 probe']);
  });

  it('waits are at most five minutes', async () => {
    open().service = () => never();
    desk.sync.start();
    await desk.time.pass(3600_000);
    const times = desk.logged().map((line) => Number(line.split(' ')[0]));
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(300.1);
    expect(Math.max(...gaps)).toBeGreaterThan(290);
  });

  it('"try now" skips the wait', async () => {
    open().service = () => never();
    desk.sync.start();
    await desk.time.pass(100_000);
    desk.logged();
    desk.sync.now();
    await desk.time.settle();
    expect(desk.logged()).toEqual(['100 probe']);
  });

  it('any answer means online', async () => {
    for (const status of [200, 400, 403, 404, 429, 500, 503]) {
      open().service = ({ endpoint }) => (endpoint === 16 ? answer(status, '{}') : answer(400));
      desk.sync.start();
      await desk.time.settle();
      expect(desk.sync.status().connection).toBe('online');
      await desk.close();
    }
    open();
  });

  it('one timeout beside others that are answered is no outage', async () => {
    open({ requestTimeoutSeconds: 30 });
    desk.service = async ({ endpoint, id }) => {
      if (id !== 'B1') return healthy({ endpoint, id, body: null });
      await new Promise<void>((resolve) => desk.time.timer.after(30_000, resolve));
      return maybe('timeout');
    };
    desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.pass(10_000);
    desk.add(labelCapture('P1'));
    await desk.time.pass(21_000);
    expect(desk.statuses.map(({ connection }) => connection)).not.toContain('offline');
  });
});

describe('paused', () => {
  it('by 401: one message, no try spent, no probe by itself, until "try now"', async () => {
    let secret = 'wrong';
    open().service = (asked) => (secret === 'wrong' ? answer(401) : healthy(asked));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(86_400_000);
    expect(desk.logged()).toEqual(['0 probe']);
    expect(desk.sync.status()).toMatchObject({ connection: 'paused', pause: { why: 'unauthorized' }, idle: false });
    expect(desk.row(id)).toMatchObject({ state: 'queued', tries: 0 });
    secret = 'right';
    desk.sync.now();
    await desk.time.pass(10_000);
    expect(desk.state(id)).toBe('done');
  });

  it('by a 401 to an order: it stays queued and costs no try', async () => {
    open().service = ({ endpoint }) => (endpoint === 16 ? unknown : answer(401));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(1000);
    expect(desk.row(id)).toMatchObject({ state: 'queued', tries: 0, maybeTaken: false });
    expect(desk.sync.status().pause?.why).toBe('unauthorized');
  });

  it.each([
    ['redirect', answer(302, '', { location: 'https://door.example/' })],
    ['tls', never('tls')],
    ['something-else-answered', page(200)],
  ] as const)('by %s: tried again by itself, and over as soon as the service answers', async (why, exchange) => {
    let away = true;
    open().service = (asked) => (away ? exchange : healthy(asked));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(40_000);
    expect(desk.logged()).toEqual(['0 probe', '1 probe', '3 probe', '7 probe', '15 probe', '31 probe']);
    expect(desk.sync.status()).toMatchObject({ connection: 'paused', pause: { why } });
    away = false;
    await desk.time.pass(60_000);
    expect(desk.state(id)).toBe('done');
  });

  it('by a page in answer to an order: the order is as after a lost answer', async () => {
    open().service = ({ endpoint, id }) => (endpoint === 16 ? (id === 'P1' ? made(id) : unknown) : page(200));
    const label = desk.add(labelCapture('P1'));
    const box = desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.settle();
    expect(desk.row(label)).toMatchObject({ state: 'unsure', maybeTaken: true });
    expect(desk.row(box)).toMatchObject({ state: 'queued', maybeTaken: true });
    expect(desk.sync.status().pause?.why).toBe('something-else-answered');
  });

  it('what was on its way before does not end it', async () => {
    open({ concurrency: 2 });
    desk.service = async ({ endpoint, id }) => {
      if (endpoint === 16) return unknown;
      if (id === 'B1') return answer(401);
      await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
      return answer(201);
    };
    desk.add(boxCapture('B2'));
    desk.sync.start();
    await desk.time.pass(500);
    desk.add(boxCapture('B1'));
    await desk.time.pass(5000);
    expect(desk.sync.status().pause?.why).toBe('unauthorized');
  });

  it('again and again by orders, while reads work: ever more rarely', async () => {
    open().service = ({ endpoint }) => (endpoint === 16 ? unknown : answer(307));
    desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.pass(100_000);
    expect(desk.logged().filter((line) => line.endsWith('6 B1'))).toEqual(
      [0, 1, 3, 7, 15, 31, 63].map((at) => `${at} 6 B1`),
    );
  });

  it.each([403, 404, 405])('one endpoint by %i, while others go on; tried again by itself', async (status) => {
    let refuses = true;
    open().service = (asked) =>
      asked.endpoint === 2 && refuses ? answer(status) : asked.endpoint === 15 ? answer(201) : healthy(asked);
    const label = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(500);
    const sku = desk.add(skuCapture('SKU-1'));
    await desk.time.pass(500);
    expect(desk.row(label)).toMatchObject({ state: 'queued', tries: 0 });
    expect(desk.state(sku)).toBe('done');
    expect(desk.sync.status()).toMatchObject({
      connection: 'online',
      pausedEndpoints: [{ endpoint: 2, status }],
      idle: false,
    });
    refuses = false;
    await desk.time.pass(10_000);
    expect(desk.state(label)).toBe('done');
    expect(desk.sync.status().pausedEndpoints).toEqual([]);
  });
});

describe('waits and pace', () => {
  it('429 is obeyed to the second', async () => {
    let busy = true;
    open().service = (asked) => {
      if (asked.endpoint !== 6 || !busy) return asked.endpoint === 6 ? answer(201) : unknown;
      busy = false;
      return answer(429, '', { retryAfterMs: 7000 });
    };
    const id = desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.pass(10_000);
    expect(desk.logged().filter((line) => line.includes(' 6 '))).toEqual(['0 6 B1', '7 6 B1']);
    expect(desk.row(id).tries).toBe(2);
  });

  it('a failing entry is tried ever more rarely and delays no other', async () => {
    open().service = ({ endpoint, id }) => (endpoint === 6 ? (id === 'B1' ? answer(500) : answer(201)) : unknown);
    desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.pass(3500);
    const other = desk.add(boxCapture('B2'));
    await desk.time.settle();
    expect(desk.logged().filter((line) => line.includes(' 6 '))).toEqual(['0 6 B1', '1 6 B1', '3 6 B1', '3.5 6 B2']);
    expect(desk.state(other)).toBe('accepted');
  });

  it('a service in trouble is not hammered with the whole queue', async () => {
    open({ concurrency: 4 }).service = ({ endpoint }) => (endpoint === 6 ? answer(503) : unknown);
    for (let n = 0; n < 200; n += 1) desk.add(boxCapture(`B${n}`));
    desk.sync.start();
    await desk.time.pass(60_000);
    expect(desk.logged().filter((line) => line.includes(' 6 ')).length).toBeLessThan(30);
  });

  it('no more are under way than the setting says, and fewer after a 429', async () => {
    open({ concurrency: 3 });
    let answering = (): ReturnType<SyncDesk['service']> => answer(429, '', { retryAfterMs: 100_000 });
    desk.service = async (asked) => {
      if (asked.endpoint !== 15) return unknown;
      await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
      return answering();
    };
    for (let n = 0; n < 40; n += 1) desk.add(skuCapture(`SKU-${n}`));
    desk.sync.start();
    await desk.time.settle();
    expect(desk.underWay).toBe(3);
    await desk.time.pass(1000);
    answering = () => answer(201);
    desk.sync.now();
    await desk.time.settle();
    expect(desk.underWay).toBe(1);
    await desk.time.pass(6000);
    expect(desk.underWay).toBe(3);
    expect(desk.mostUnderWay).toBe(3);
  });

  it('reads and deliveries share the lanes: neither starves the other', async () => {
    for (const concurrency of [1, 4]) {
      open({ concurrency });
      let slow = false;
      desk.service = async ({ endpoint, id }) => {
        if (slow) await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
        return endpoint === 16 || endpoint === 2 ? creating(id) : answer(201);
      };
      for (let n = 0; n < 20; n += 1) desk.add(labelCapture(`P${n}`));
      desk.sync.start();
      await desk.time.pass(1000);
      slow = true;
      for (let n = 0; n < 20; n += 1) desk.add(skuCapture(`SKU-${n}`));
      await desk.time.pass(21_000);
      const log = desk.logged();
      const reads = log.filter((line) => line.includes(' 16 ')).length;
      const deliveries = log.filter((line) => line.includes(' 15 ')).length;
      expect(deliveries).toBeGreaterThanOrEqual(concurrency === 1 ? 10 : 20);
      expect(reads).toBeGreaterThanOrEqual(concurrency === 1 ? 8 : 20);
      await desk.close();
    }
    open();
  });

  it('a clock that is set back ends waits', async () => {
    open().service = ({ endpoint }) => (endpoint === 6 ? answer(429, '', { retryAfterMs: 3600_000 }) : unknown);
    desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.pass(1000);
    desk.time.setClockBy(-7 * 86_400_000);
    desk.sync.wake();
    await desk.time.pass(1000);
    expect(desk.logged().filter((line) => line.includes(' 6 '))).toEqual(['0 6 B1', '1 6 B1']);
  });

  it('outbound orders are asked for together, halved on a 404, and matched by id', async () => {
    open();
    desk.service = ({ endpoint, id }) => {
      if (endpoint === 16) return unknown;
      if (endpoint === 10) return answer(201);
      const ids = id.split(',');
      return ids.includes('O3')
        ? unknown
        : answer(
            200,
            ids.toReversed().map((PackageId) => ({ PackageId, TrackingNumber: `T-${PackageId}` })),
          );
    };
    const ids = [1, 2, 3, 4].map((n) => desk.add(captureOf(10, { Package: { PackageId: `O${n}` } })));
    desk.sync.start();
    await desk.time.pass(4000);
    expect(desk.logged().filter((line) => line.includes(' 11 '))).toEqual([
      '2 11 O1,O2,O3,O4',
      '2 11 O1,O2',
      '2 11 O3,O4',
      '2 11 O3',
      '2 11 O4',
    ]);
    expect(ids.map((id) => desk.row(id).trackingNumber)).toEqual(['T-O1', 'T-O2', null, 'T-O4']);
    expect(ids.map(desk.state)).toEqual(['done', 'done', 'accepted', 'done']);
  });
});

describe('stopping', () => {
  it('lets what is under way end, begins nothing new, and may be asked twice', async () => {
    open({ concurrency: 1 });
    desk.service = async ({ endpoint }) => {
      if (endpoint === 16) return unknown;
      await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
      return answer(201);
    };
    const [first, second] = [desk.add(skuCapture('SKU-1')), desk.add(skuCapture('SKU-2'))];
    desk.sync.start();
    await desk.time.pass(500);
    const stopped = Promise.all([desk.sync.stop(), desk.sync.stop()]);
    await desk.time.pass(1000);
    await stopped;
    expect([desk.state(first), desk.state(second)]).toEqual(['done', 'queued']);
    expect(desk.sync.status().connection).toBe('stopped');
    desk.sync.start();
    await desk.time.pass(10_000);
    expect(desk.state(second)).toBe('queued');
  });

  it('gives up what does not end, as a lost answer', async () => {
    open().service = ({ endpoint }) => (endpoint === 16 ? unknown : new Promise(() => undefined));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(500);
    const stopped = desk.sync.stop();
    await desk.time.pass(3000);
    await stopped;
    expect(desk.row(id)).toMatchObject({ state: 'unsure', maybeTaken: true });
  });
});

describe('faults', () => {
  it('of the disk are told, and writing goes on when it can', async () => {
    open().service = ({ endpoint }) => answer(endpoint === 16 ? 404 : 201);
    const id = desk.add(skuCapture('SKU-1'));
    const { settle } = desk.outbox.sync;
    let full = true;
    desk.outbox.sync.settle = (...args) => {
      if (full) throw new Error('disk full');
      settle(...args);
    };
    desk.sync.start();
    await desk.time.pass(500);
    expect(desk.faults.map(String)).toEqual(['Error: disk full']);
    full = false;
    await desk.time.pass(1000);
    expect(desk.state(id)).toBe('done');
  });

  it('of claiming do not end the loop', async () => {
    open().service = ({ endpoint }) => answer(endpoint === 16 ? 404 : 201);
    const { claim } = desk.outbox.sync;
    let full = true;
    desk.outbox.sync.claim = (...args) => {
      if (full) throw new Error('disk full');
      return claim(...args);
    };
    const id = desk.add(skuCapture('SKU-1'));
    desk.sync.start();
    await desk.time.pass(2500);
    expect(desk.faults).toHaveLength(3);
    full = false;
    await desk.time.pass(1000);
    expect(desk.state(id)).toBe('done');
  });
});
