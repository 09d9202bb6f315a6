import { afterEach, describe, expect, it } from 'vitest';
import type { Exchange } from '../../electron/service/exchange.ts';
import { answer, maybe } from '../support/exchanges.ts';
import { boxCapture, declareCapture, labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { creating, made, unknown } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';

const desks: SyncDesk[] = [];
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
});
function open(settings: Parameters<typeof openSyncDesk>[0] = {}): SyncDesk {
  const desk = openSyncDesk(settings);
  desks.push(desk);
  return desk;
}

type Illness = (desk: SyncDesk) => Promise<Exchange> | Exchange;
const after = (desk: SyncDesk, ms: number, then: Exchange): Promise<Exchange> =>
  new Promise((resolve) => desk.time.timer.after(ms, () => resolve(then)));
const illnesses: [string, Illness][] = [
  ['500', (desk) => after(desk, 50, answer(500))],
  ['503 with Retry-After', (desk) => after(desk, 50, answer(503, '', { retryAfterMs: 5000 }))],
  ['429', (desk) => after(desk, 50, answer(429))],
  ['no answer', (desk) => after(desk, 30_000, maybe('timeout'))],
  ['answers after 4 seconds', (desk) => after(desk, 4000, answer(201))],
  ['answers that cannot be read', (desk) => after(desk, 50, answer(201, '{"broken'))],
];

interface Queue {
  ill: { endpoints: number[]; illness: Illness };
  settings?: Parameters<typeof openSyncDesk>[0];
  /** the service knows no more of an order than that it is being made, for as long as anybody asks here */
  makesSlowly?: boolean;
}
/** Seconds until all of 200 label orders behind 40 of each that is ill are made, or taken, at a service that takes 150 ms for each request. */
async function labelsTake({ ill, settings = {}, makesSlowly = false }: Queue): Promise<number> {
  const desk = open(settings);
  desk.service = async ({ endpoint, id }) => {
    if (ill.endpoints.includes(endpoint)) return ill.illness(desk);
    const isMade = endpoint === 16 && id.startsWith('P') && !makesSlowly;
    return after(desk, 150, endpoint === 2 || endpoint === 16 ? (isMade ? made(id) : creating(id)) : unknown);
  };
  const captures = { 6: boxCapture, 7: declareCapture, 15: skuCapture };
  for (const endpoint of [6, 7, 15] as const) {
    for (let n = 0; n < 40 && ill.endpoints.includes(endpoint); n += 1)
      desk.add(captures[endpoint](`K${endpoint}-${n}`));
  }
  for (let n = 0; n < 200; n += 1) desk.add(labelCapture(`P${n}`));
  const left = desk.db.prepare<[], { count: number }>(
    `SELECT count(*) AS count FROM entry WHERE endpoint = 2 AND state NOT IN ('done'${makesSlowly ? ", 'accepted'" : ''})`,
  );
  // what they are held for is over for all of them before the desk begins
  const { holdMs = 0 } = settings;
  await desk.time.pass(holdMs);
  const begun = desk.time.elapsed();
  desk.sync.start();
  while (left.get()!.count > 0 && desk.time.elapsed() < 600_000) await desk.time.pass(250);
  return (desk.time.elapsed() - begun) / 1000;
}

/** The same with nothing ill: what every illness is measured by, once for each desk and service. */
const well = new Map<string, Promise<number>>();
function wellTakes(as: Omit<Queue, 'ill'> = {}): Promise<number> {
  const taking =
    well.get(JSON.stringify(as)) ?? labelsTake({ ill: { endpoints: [], illness: () => answer(500) }, ...as });
  well.set(JSON.stringify(as), taking);
  return taking;
}
const hanging: Illness = (desk) => after(desk, 30_000, maybe('timeout'));

// hours of fake time, seconds of a quiet processor
describe('an endpoint that is ill', () => {
  it.each(illnesses)('with %s holds other orders up by half of their time at most', async (_name, illness) => {
    const well = await wellTakes();
    expect((await labelsTake({ ill: { endpoints: [6], illness } })) / well).toBeLessThanOrEqual(1.5);
  });

  it.each(illnesses)('with two others, all with %s: four times their time at most', async (_name, illness) => {
    const well = await wellTakes();
    expect((await labelsTake({ ill: { endpoints: [6, 7, 15], illness } })) / well).toBeLessThanOrEqual(4);
  });

  it('holds nothing up for good where there is one slot', async () => {
    const settings = { concurrency: 1 };
    const well = await wellTakes({ settings });
    expect((await labelsTake({ ill: { endpoints: [6], illness: hanging }, settings })) / well).toBeLessThanOrEqual(2.5);
  });

  // a kind whose backlog is moved to what is ready first would fill every slot with what hangs
  it.each([
    ['one', [6], 1.5],
    ['three', [6, 7, 15], 4],
  ])(
    'holds up no orders by its own backlog, whose hold ended with theirs: %s of them',
    async (_name, endpoints, times) => {
      const settings = { holdMs: 5000 };
      const well = await wellTakes({ settings });
      expect((await labelsTake({ ill: { endpoints, illness: hanging }, settings })) / well).toBeLessThanOrEqual(times);
    },
  );

  // else what is left of the slots asks for statuses, over and over, and sends nothing
  it.each([
    ['one', [6], 1.5],
    ['three', [6, 7, 15], 4],
  ])('leaves room to send beside statuses that say nothing new: %s of them', async (_name, endpoints, times) => {
    const well = await wellTakes({ makesSlowly: true });
    const ill = await labelsTake({ ill: { endpoints, illness: hanging }, makesSlowly: true });
    expect(ill / well).toBeLessThanOrEqual(times);
  });

  it('is asked as always, and all of it drains, once it is well again', async () => {
    const desk = open();
    let ill = true;
    desk.service = ({ endpoint }) => (endpoint === 15 ? (ill ? answer(503) : answer(201)) : unknown);
    const ids = Array.from({ length: 40 }, (_, n) => desk.add(skuCapture(`SKU-${n}`)));
    desk.sync.start();
    await desk.time.pass(300_000);
    ill = false;
    await desk.time.pass(330_000);
    expect(ids.filter((id) => desk.state(id) !== 'done')).toEqual([]);
  });

  it('lets every due retry have its turn, however many new entries come', async () => {
    const desk = open();
    desk.service = ({ endpoint }) => (endpoint === 6 ? answer(500) : unknown);
    const ids: string[] = [];
    const add = () => ids.push(desk.add(boxCapture(`B${ids.length}`)));
    for (let n = 0; n < 10; n += 1) add();
    desk.sync.start();
    for (let n = 0; n < 120; n += 1) {
      add();
      await desk.time.pass(15_000);
    }
    const tries = ids.map((id) => desk.row(id).tries);
    expect(tries.slice(0, 10).every((count) => count >= 3)).toBe(true);
    // and none of those that came later waits for all that came before to be tried out
    expect(tries.filter((count) => count > 0).length).toBeGreaterThan(20);
  });

  it('does not stop its own: among orders it never takes, one that it takes gets through', async () => {
    const desk = open();
    desk.service = ({ endpoint, id }) => (endpoint === 15 ? (id === 'SKU-good' ? answer(201) : answer(500)) : unknown);
    for (let n = 0; n < 40; n += 1) desk.add(skuCapture(`SKU-${n}`));
    desk.sync.start();
    await desk.time.pass(600_000);
    const good = desk.add(skuCapture('SKU-good'));
    await desk.time.pass(2_400_000);
    expect(desk.state(good)).toBe('done');
  });

  it('tries each of its due retries within twice the longest backoff, however many others fail on', async () => {
    const desk = open();
    let mended = '';
    desk.service = ({ endpoint, id }) => (endpoint === 15 ? answer(id === mended ? 201 : 500) : unknown);
    const ids = Array.from({ length: 40 }, (_, n) => desk.add(skuCapture(`SKU-${n}`)));
    desk.sync.start();
    await desk.time.pass(3_600_000);
    for (const n of [0, 20, 39]) {
      mended = `SKU-${n}`;
      await desk.time.pass(2 * desk.settings.backoffMostSeconds * 1000);
      expect(desk.state(ids[n]!)).toBe('done');
    }
  });

  it('a lone retry keeps its place: it goes before all that came later', async () => {
    const desk = open({ concurrency: 1 });
    let tries = 0;
    desk.service = async ({ endpoint, id }) =>
      after(desk, 700, endpoint === 15 ? answer(id === 'SKU-0' && tries++ === 0 ? 500 : 201) : unknown);
    for (let n = 0; n < 20; n += 1) desk.add(skuCapture(`SKU-${n}`));
    desk.sync.start();
    await desk.time.pass(20_000);
    const asked = desk
      .logged()
      .filter((line) => line.includes(' 15 '))
      .map((line) => line.split(' ')[2]);
    expect(asked.slice(0, 4)).toEqual(['SKU-0', 'SKU-1', 'SKU-2', 'SKU-0']);
  });

  it('is not asked before its Retry-After is over, by no entry of it; others go on', async () => {
    const desk = open();
    let first = true;
    desk.service = ({ endpoint, id }) => {
      if (endpoint !== 15)
        return endpoint === 16 && id.startsWith('P') ? made(id) : endpoint === 2 ? creating(id) : unknown;
      if (!first) return answer(201);
      first = false;
      return answer(429, '', { retryAfterMs: 60_000 });
    };
    desk.add(skuCapture('SKU-0'));
    desk.sync.start();
    await desk.time.pass(1000);
    for (let n = 1; n < 9; n += 1) desk.add(skuCapture(`SKU-${n}`));
    const label = desk.add(labelCapture('P1'));
    await desk.time.pass(50_000);
    expect(desk.state(label)).toBe('done');
    expect(desk.logged().filter((line) => line.includes(' 15 '))).toEqual(['0 15 SKU-0']);
    await desk.time.pass(10_000);
    expect(desk.logged().filter((line) => line.includes(' 15 '))).toHaveLength(9);
  });

  it('that tells statuses does not keep those of others from being asked', async () => {
    const desk = open();
    desk.service = async ({ endpoint, id }) => {
      if (endpoint === 18) return after(desk, 30_000, maybe('timeout'));
      return endpoint === 16 && id.startsWith('P') ? made(id) : endpoint === 2 ? creating(id) : answer(201);
    };
    for (let n = 0; n < 80; n += 1) desk.add(boxCapture(`B${n}`));
    desk.sync.start();
    await desk.time.pass(60_000);
    const label = desk.add(labelCapture('P1'));
    await desk.time.pass(10_000);
    expect(desk.state(label)).toBe('done');
  });
});

describe('an outage of everything', () => {
  it('rests the loop, ever longer, and ends by itself', async () => {
    const desk = open();
    let out = true;
    desk.service = ({ endpoint, id }) =>
      out
        ? answer(503)
        : endpoint === 2
          ? creating(id)
          : endpoint === 16
            ? id.startsWith('P')
              ? made(id)
              : unknown
            : answer(201);
    for (let n = 0; n < 50; n += 1) {
      desk.add(labelCapture(`P${n}`));
      desk.add(skuCapture(`SKU-${n}`));
      desk.add(boxCapture(`B${n}`));
    }
    desk.sync.start();
    await desk.time.pass(600_000);
    // a round of the endpoints each half a minute, after the first few
    expect(desk.logged().length).toBeLessThan(150);
    out = false;
    await desk.time.pass(700_000);
    const waiting = desk.db.prepare(
      `SELECT count(*) AS count FROM entry WHERE endpoint IN (2, 15) AND state <> 'done'`,
    );
    expect(waiting.get()).toEqual({ count: 0 });
  });
});
