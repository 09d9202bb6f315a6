import type { WatchList } from '../../shared/contract/lookup-procedures.ts';
import { httpAnswer, neverSent } from '../support/exchanges.ts';
import { openLookupDesk, trackingOf, type LookupDesk } from './lookup-desk.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const minute = 60_000;
const hour = 60 * minute;
let desk: LookupDesk;
beforeEach(() => void (desk = openLookupDesk()));
afterEach(() => desk.close());

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `T${from + at}`);
const still = (TrackingNumber: string, more: object = {}) => ({
  TrackingNumber,
  TrackingStatus: 'InTransit',
  Checkpoints: [{ Message: 'left', DateTime: '2026-03-01T08:00:00Z' }],
  ...more,
});
function watch(some: string[]): void {
  desk.lookups.watch.add(some, 'Ana');
  desk.lookups.watchChanged(some);
}
/** Rows of a list, as a screen requests them. */
const listed = (list: WatchList) => desk.lookups.watch.rows(desk.lookups.watch.seqs(list));
const times = () => desk.asked.map(({ at }) => at);
/** Waits between requests, in minutes. */
const waits = () => times().map((at, place) => Math.round((at - (times()[place - 1] ?? 0)) / minute));

describe('the watch list', () => {
  it('of 1,000 numbers needs 50 full requests, spread out', async () => {
    desk.service = trackingOf(still);
    watch(numbers(1000));
    await desk.time.advance(20 * minute);
    expect(desk.asked).toHaveLength(50);
    expect(new Set(desk.asked.flatMap(({ body }) => body['TrackingNumbers'])).size).toBe(1000);
    const gaps = times()
      .slice(1)
      .map((at, place) => at - (times()[place] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000);
    // The second round needs 50 again, although the times have drifted apart.
    await desk.time.advance(30 * minute);
    expect(desk.asked).toHaveLength(100);
    expect(desk.faults).toEqual([]);
  });

  it('returns the first 100,000 numbers of a longer list, and counts them all', () => {
    desk.db.transaction(() => desk.lookups.watch.add(numbers(100_003), 'Ana'))();
    const seqs = desk.lookups.watch.seqs('all');
    expect([seqs.length, seqs[0], seqs.at(-1)]).toEqual([100_000, 100_003, 4]);
    expect(desk.lookups.watch.counts()).toMatchObject({ all: 100_003 });
  });

  it('combines numbers added shortly after each other into one request from the second round on', async () => {
    desk.service = trackingOf(still);
    for (const number of numbers(20)) {
      watch([number]);
      await desk.time.advance(10_000);
    }
    const first = desk.asked.length;
    expect(first).toBeGreaterThan(10);
    await desk.time.advance(40 * minute);
    expect(desk.asked).toHaveLength(first + 1);
  });

  it('sends no more requests if it is woken often', async () => {
    desk.service = trackingOf(still);
    watch(numbers(200));
    for (let at = 0; at < 100; at += 1) {
      desk.lookups.wake();
      await desk.time.advance(100);
    }
    expect(desk.asked.length).toBeLessThanOrEqual(6);
  });

  it('waits longer after each unchanged answer, up to the maximum', async () => {
    desk.service = trackingOf(still);
    watch(['T1']);
    await desk.time.advance(72 * hour);
    expect(waits()).toEqual([0, 30, 45, 68, 101, 152, 228, 342, 513, 720, 720, 720]);
  });

  it('returns to short waits when a parcel moves', async () => {
    let message = 'left';
    desk.service = trackingOf((number) =>
      still(number, { Checkpoints: [{ Message: message, DateTime: '2026-03-01T08:00:00Z' }] }),
    );
    watch(['T1']);
    await desk.time.advance(2 * hour);
    message = 'arrived';
    desk.asked.splice(0);
    desk.events.splice(0);
    await desk.time.advance(4 * hour);
    expect(waits().slice(1)).toEqual([30, 45, 68]);
    expect(desk.events.filter((event) => event.kind === 'lookup' && event.about === 'watch')).toHaveLength(1);
  });

  it('stops requesting delivered parcels', async () => {
    desk.service = trackingOf((number) => still(number, { TrackingStatus: 'delivered' }));
    watch(['T1', 'T2']);
    await desk.time.advance(72 * hour);
    expect(desk.asked).toHaveLength(1);
    expect(desk.lookups.watch.counts()).toEqual({ all: 2, moving: 0, 'stood-still': 0, delivered: 2 });
    expect(await listed('delivered')).toMatchObject([
      { number: 'T2', nextAt: null, parcel: { delivered: true }, watched: true },
      { number: 'T1', deliveredAt: Date.parse('2026-03-01T08:00:00Z') },
    ]);
  });

  it('continues after a restart with the waits it had', async () => {
    desk.service = trackingOf(still);
    watch(['T1']);
    await desk.time.advance(hour);
    expect(desk.asked).toHaveLength(2);
    desk.restart();
    desk.lookups.wake();
    await desk.time.advance(14 * minute);
    expect(desk.asked).toHaveLength(2);
    await desk.time.advance(2 * minute);
    expect(desk.asked).toHaveLength(3);
  });

  it('pauses while offline and continues when the sync is online', async () => {
    desk.service = trackingOf(still);
    desk.online = false;
    watch(['T1']);
    await desk.time.advance(hour);
    expect(desk.asked).toEqual([]);
    desk.online = true;
    desk.lookups.wake();
    await desk.time.advance(1);
    expect(desk.asked).toHaveLength(1);
  });

  it('backs off if nothing answers, and loses no number', async () => {
    desk.service = () => neverSent('unreachable');
    watch(numbers(40));
    await desk.time.advance(hour);
    expect(desk.asked.length).toBeLessThan(40);
    expect(new Set(desk.asked.map(({ body }) => body['TrackingNumbers']?.[0]))).toEqual(new Set(['T0']));
    desk.service = trackingOf(still);
    desk.asked.splice(0);
    await desk.time.advance(10 * minute);
    expect(desk.asked.flatMap(({ body }) => body['TrackingNumbers'])).toEqual(numbers(40));
  });

  it('is slowed by a 429, and continues where it stopped', async () => {
    desk.service = (asked) =>
      desk.asked.length === 2 ? httpAnswer(429, '', { retryAfterMs: 60_000 }) : trackingOf(still)(asked);
    watch(numbers(60));
    await desk.time.advance(10 * minute);
    const [first = 0, , third = 0] = times();
    expect(third - first).toBeGreaterThanOrEqual(60_000);
    expect(desk.asked.map(({ body }) => body['TrackingNumbers']?.[0])).toEqual(['T0', 'T20', 'T20', 'T40']);
  });

  it('does not let numbers that make the service fail delay the others', async () => {
    desk.service = (asked) => (JSON.stringify(asked.body).includes('T7') ? httpAnswer(500) : trackingOf(still)(asked));
    watch(numbers(60));
    await desk.time.advance(10 * minute);
    expect(desk.asked.map(({ body }) => body['TrackingNumbers']?.[0])).toEqual(['T0', 'T20', 'T40']);
    await desk.time.advance(hour);
    expect(desk.asked.length).toBeGreaterThan(5);
  });

  it('requests again after the clock was set back', async () => {
    desk.service = trackingOf(still);
    watch(['T1']);
    await desk.time.advance(minute);
    desk.time.shiftClock(-30 * 24 * hour);
    await desk.time.advance(2 * minute);
    expect(desk.asked).toHaveLength(2);
  });

  it('contains each number once, and forgets removed numbers', () => {
    expect(desk.lookups.watch.add(['T1', 'T2', 'T1'], '')).toEqual({ added: ['T1', 'T2'], already: [] });
    expect(desk.lookups.watch.add(['T2', 'T3'], '')).toEqual({ added: ['T3'], already: ['T2'] });
    expect(desk.lookups.watch.remove(['T1', 'T9'])).toEqual(['T1']);
    expect(desk.lookups.watch.counts().all).toBe(2);
  });

  it('is listed newest first, with rows only for numbers still watched', async () => {
    desk.lookups.watch.add(numbers(25), '');
    const seqs = desk.lookups.watch.seqs('moving');
    desk.lookups.watch.remove(['T3']);
    const rows = await desk.lookups.watch.rows(seqs);
    expect(rows.map(({ number }) => number)).toEqual(
      numbers(25)
        .toReversed()
        .filter((number) => number !== 'T3'),
    );
  });
});

describe('the list of stalled parcels', () => {
  it('contains parcels that did not move for the time in the settings, longest first', async () => {
    const days: Record<string, string> = {
      T1: '2026-02-24T08:00:00Z',
      T2: '2026-02-20T08:00:00Z',
      T3: '2026-03-01T08:00:00Z',
    };
    desk.service = trackingOf((number) => still(number, { Checkpoints: [{ DateTime: days[number], Message: 'x' }] }));
    watch(['T1', 'T2', 'T3', 'T4']);
    await desk.time.advance(minute);
    const rows = await listed('stood-still');
    expect(rows.map(({ number }) => number)).toEqual(['T2', 'T1']);
    expect(rows[0]?.movedAt).toBe(Date.parse('2026-02-20T08:00:00Z'));
    // A parcel unknown to the service counts as stalled since it was added.
    desk.service = () => httpAnswer(404);
    await desk.time.advance(5 * 24 * hour);
    expect(desk.lookups.watch.counts()['stood-still']).toBe(4);
  });

  it('does not treat a checkpoint in the future as movement', async () => {
    desk.service = trackingOf((number) =>
      still(number, { Checkpoints: [{ DateTime: '2099-01-01T00:00:00Z', Message: 'x' }] }),
    );
    watch(['T1']);
    await desk.time.advance(6 * 24 * hour);
    expect(desk.lookups.watch.counts()['stood-still']).toBe(1);
  });
});
