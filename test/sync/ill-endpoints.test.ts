import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { httpAnswer, possiblySent } from '../support/exchanges.ts';
import { boxCapture, declareCapture, labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { creatingRecord, createdRecord, notFoundAnswer } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, describe, expect, it } from 'vitest';

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
  ['500', (desk) => after(desk, 50, httpAnswer(500))],
  ['503 with Retry-After', (desk) => after(desk, 50, httpAnswer(503, '', { retryAfterMs: 5000 }))],
  ['429', (desk) => after(desk, 50, httpAnswer(429))],
  ['no answer', (desk) => after(desk, 30_000, possiblySent('timeout'))],
  ['answers after 4 seconds', (desk) => after(desk, 4000, httpAnswer(201))],
  ['answers that cannot be read', (desk) => after(desk, 50, httpAnswer(201, '{"broken'))],
];

interface Queue {
  ill: { endpoints: number[]; illness: Illness };
  settings?: Parameters<typeof openSyncDesk>[0];
  /** the service reports every order as still being created, for the whole run */
  makesSlowly?: boolean;
}
/**
 * Seconds until 200 label orders, queued behind 40 orders of each failing endpoint, are done (with `makesSlowly`:
 * accepted) at a service that takes 150 ms per request.
 */
async function labelsTake({ ill, settings = {}, makesSlowly = false }: Queue): Promise<number> {
  const desk = open(settings);
  desk.service = async ({ endpoint, id }) => {
    if (ill.endpoints.includes(endpoint)) return ill.illness(desk);
    const isMade = endpoint === 16 && id.startsWith('P') && !makesSlowly;
    return after(
      desk,
      150,
      endpoint === 2 || endpoint === 16 ? (isMade ? createdRecord(id) : creatingRecord(id)) : notFoundAnswer,
    );
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
  // All holds end before the desk starts.
  const { holdMs = 0 } = settings;
  await desk.time.advance(holdMs);
  const begun = desk.time.elapsed();
  desk.sync.start();
  while (left.get()!.count > 0 && desk.time.elapsed() < 600_000) await desk.time.advance(250);
  return (desk.time.elapsed() - begun) / 1000;
}

/** The same without failing endpoints, measured once per configuration: what every illness is compared with. */
const well = new Map<string, Promise<number>>();
function wellTakes(as: Omit<Queue, 'ill'> = {}): Promise<number> {
  const taking =
    well.get(JSON.stringify(as)) ?? labelsTake({ ill: { endpoints: [], illness: () => httpAnswer(500) }, ...as });
  well.set(JSON.stringify(as), taking);
  return taking;
}
const hanging: Illness = (desk) => after(desk, 30_000, possiblySent('timeout'));

// Hours of fake time take seconds on an idle processor.
describe('a failing endpoint', () => {
  it.each(illnesses)('with %s delays other orders by at most half of their usual time', async (_name, illness) => {
    const well = await wellTakes();
    expect((await labelsTake({ ill: { endpoints: [6], illness } })) / well).toBeLessThanOrEqual(1.5);
  });

  it.each(illnesses)(
    'beside two others, all with %s, slows other orders down by a factor of at most four',
    async (_name, illness) => {
      const well = await wellTakes();
      expect((await labelsTake({ ill: { endpoints: [6, 7, 15], illness } })) / well).toBeLessThanOrEqual(4);
    },
  );

  it('does not block other orders forever with a single slot', async () => {
    const settings = { concurrency: 1 };
    const well = await wellTakes({ settings });
    expect((await labelsTake({ ill: { endpoints: [6], illness: hanging }, settings })) / well).toBeLessThanOrEqual(2.5);
  });

  // A backlog of a failing kind that moves to the ready entries first would fill every slot with hanging requests.
  it.each([
    ['one', [6], 1.5],
    ['three', [6, 7, 15], 4],
  ])('does not delay others by a backlog whose hold ended at the same time: %s', async (_name, endpoints, times) => {
    const settings = { holdMs: 5000 };
    const well = await wellTakes({ settings });
    expect((await labelsTake({ ill: { endpoints, illness: hanging }, settings })) / well).toBeLessThanOrEqual(times);
  });

  // Otherwise the remaining slots repeat status checks and send nothing.
  it.each([
    ['one', [6], 1.5],
    ['three', [6, 7, 15], 4],
  ])('leaves slots for sending beside status checks that show nothing new: %s', async (_name, endpoints, times) => {
    const well = await wellTakes({ makesSlowly: true });
    const ill = await labelsTake({ ill: { endpoints, illness: hanging }, makesSlowly: true });
    expect(ill / well).toBeLessThanOrEqual(times);
  });

  it('has its whole backlog delivered after recovery', async () => {
    const desk = open();
    let ill = true;
    desk.service = ({ endpoint }) => (endpoint === 15 ? (ill ? httpAnswer(503) : httpAnswer(201)) : notFoundAnswer);
    const ids = Array.from({ length: 40 }, (_, n) => desk.add(skuCapture(`SKU-${n}`)));
    desk.sync.start();
    await desk.time.advance(300_000);
    ill = false;
    await desk.time.advance(330_000);
    expect(ids.filter((id) => desk.state(id) !== 'done')).toEqual([]);
  });

  it('gives every due retry its turn, however many new entries arrive', async () => {
    const desk = open();
    desk.service = ({ endpoint }) => (endpoint === 6 ? httpAnswer(500) : notFoundAnswer);
    const ids: string[] = [];
    const add = () => ids.push(desk.add(boxCapture(`B${ids.length}`)));
    for (let n = 0; n < 10; n += 1) add();
    desk.sync.start();
    for (let n = 0; n < 120; n += 1) {
      add();
      await desk.time.advance(15_000);
    }
    const tries = ids.map((id) => desk.row(id).tries);
    expect(tries.slice(0, 10).every((count) => count >= 3)).toBe(true);
    // Later entries do not wait until all earlier ones are exhausted either.
    expect(tries.filter((count) => count > 0).length).toBeGreaterThan(20);
  });

  it('does not block its own entries: an order it accepts gets through among orders it never accepts', async () => {
    const desk = open();
    desk.service = ({ endpoint, id }) =>
      endpoint === 15 ? (id === 'SKU-good' ? httpAnswer(201) : httpAnswer(500)) : notFoundAnswer;
    for (let n = 0; n < 40; n += 1) desk.add(skuCapture(`SKU-${n}`));
    desk.sync.start();
    await desk.time.advance(600_000);
    const good = desk.add(skuCapture('SKU-good'));
    await desk.time.advance(2_400_000);
    expect(desk.state(good)).toBe('done');
  });

  it('attempts each due retry within twice the longest backoff, however many others keep failing', async () => {
    const desk = open();
    let mended = '';
    desk.service = ({ endpoint, id }) => (endpoint === 15 ? httpAnswer(id === mended ? 201 : 500) : notFoundAnswer);
    const ids = Array.from({ length: 40 }, (_, n) => desk.add(skuCapture(`SKU-${n}`)));
    desk.sync.start();
    await desk.time.advance(3_600_000);
    for (const n of [0, 20, 39]) {
      mended = `SKU-${n}`;
      await desk.time.advance(2 * desk.settings.backoffMostSeconds * 1000);
      expect(desk.state(ids[n]!)).toBe('done');
    }
  });

  it('keeps the place of a single retry before all later entries', async () => {
    const desk = open({ concurrency: 1 });
    let tries = 0;
    desk.service = async ({ endpoint, id }) =>
      after(desk, 700, endpoint === 15 ? httpAnswer(id === 'SKU-0' && tries++ === 0 ? 500 : 201) : notFoundAnswer);
    for (let n = 0; n < 20; n += 1) desk.add(skuCapture(`SKU-${n}`));
    desk.sync.start();
    await desk.time.advance(20_000);
    const asked = desk
      .takeLog()
      .filter((line) => line.includes(' 15 '))
      .map((line) => line.split(' ')[2]);
    expect(asked.slice(0, 4)).toEqual(['SKU-0', 'SKU-1', 'SKU-2', 'SKU-0']);
  });

  it('gets no request before its Retry-After ends, while others continue', async () => {
    const desk = open();
    let first = true;
    desk.service = ({ endpoint, id }) => {
      if (endpoint !== 15)
        return endpoint === 16 && id.startsWith('P')
          ? createdRecord(id)
          : endpoint === 2
            ? creatingRecord(id)
            : notFoundAnswer;
      if (!first) return httpAnswer(201);
      first = false;
      return httpAnswer(429, '', { retryAfterMs: 60_000 });
    };
    desk.add(skuCapture('SKU-0'));
    desk.sync.start();
    await desk.time.advance(1000);
    for (let n = 1; n < 9; n += 1) desk.add(skuCapture(`SKU-${n}`));
    const label = desk.add(labelCapture('P1'));
    await desk.time.advance(50_000);
    expect(desk.state(label)).toBe('done');
    expect(desk.takeLog().filter((line) => line.includes(' 15 '))).toEqual(['0 15 SKU-0']);
    await desk.time.advance(10_000);
    expect(desk.takeLog().filter((line) => line.includes(' 15 '))).toHaveLength(9);
  });

  it('that serves statuses does not delay status checks at others', async () => {
    const desk = open();
    desk.service = async ({ endpoint, id }) => {
      if (endpoint === 18) return after(desk, 30_000, possiblySent('timeout'));
      return endpoint === 16 && id.startsWith('P')
        ? createdRecord(id)
        : endpoint === 2
          ? creatingRecord(id)
          : httpAnswer(201);
    };
    for (let n = 0; n < 80; n += 1) desk.add(boxCapture(`B${n}`));
    desk.sync.start();
    await desk.time.advance(60_000);
    const label = desk.add(labelCapture('P1'));
    await desk.time.advance(10_000);
    expect(desk.state(label)).toBe('done');
  });
});

describe('an outage of all endpoints', () => {
  it('pauses the loop for growing intervals, and delivery resumes automatically', async () => {
    const desk = open();
    let out = true;
    desk.service = ({ endpoint, id }) =>
      out
        ? httpAnswer(503)
        : endpoint === 2
          ? creatingRecord(id)
          : endpoint === 16
            ? id.startsWith('P')
              ? createdRecord(id)
              : notFoundAnswer
            : httpAnswer(201);
    for (let n = 0; n < 50; n += 1) {
      desk.add(labelCapture(`P${n}`));
      desk.add(skuCapture(`SKU-${n}`));
      desk.add(boxCapture(`B${n}`));
    }
    desk.sync.start();
    await desk.time.advance(600_000);
    // After the first few, one round over the endpoints every 30 s.
    expect(desk.takeLog().length).toBeLessThan(150);
    out = false;
    await desk.time.advance(700_000);
    const waiting = desk.db.prepare(
      `SELECT count(*) AS count FROM entry WHERE endpoint IN (2, 15) AND state <> 'done'`,
    );
    expect(waiting.get()).toEqual({ count: 0 });
  });
});
