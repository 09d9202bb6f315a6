import { describe, expect, it } from 'vitest';
import type { DueRead } from '../../electron/outbox/entry.ts';
import { check } from '../../electron/sync/check.ts';
import { follow } from '../../electron/sync/follow.ts';
import type { StatusAnswer } from '../../electron/sync/status-answer.ts';
import { due, moment } from '../support/entries.ts';

const found = (record: unknown): StatusAnswer => ({ kind: 'found', record, by: 16 });
const absent: StatusAnswer = { kind: 'absent', page: false };
const ours = {
  PackageId: 'K1',
  ServiceCode: 'SGP',
  Country: 'ES',
  SvcPackageId: 'S1',
  CreatedTime: '2026-03-02T08:00:00Z',
  RetryCount: 0,
  Status: 'Creating',
};

/** A label order lost at 0 of running time, graced for 600 s. */
const lostOrder = (given: Parameters<typeof due>[1] = {}): DueRead =>
  due(2, { state: 'unsure', maybeTaken: true, lostAtRunningMs: 0, ...given });
const at = (seconds: number, settings = {}) => moment(settings, { runningMs: seconds * 1000 });

describe('a record found for a lost order', () => {
  it('is ours with the same ServiceCode and Country', () => {
    expect(check(lostOrder(), found(ours), true, at(5))).toMatchObject({
      events: ['found'],
      maybeTaken: false,
      asks: null,
      absences: 0,
      lostAtRunningMs: null,
      wait: { forMs: 3000 },
      outcome: { SvcId: 'S1' },
    });
  });
  it('is ours where none was known before, however little it tells', () => {
    const bare = { PackageId: 'K1', ServiceCode: 'SGP', Country: 'ES' };
    expect(check(lostOrder(), found(bare), true, at(5))).toMatchObject({ events: ['found'], asks: null });
  });
  it('ends the order where it is made already, or failed', () => {
    expect(check(lostOrder(), found({ ...ours, TrackingNumber: 'T1' }), true, at(5))).toMatchObject({
      events: ['found', 'made'],
      outcome: { TrackingNumber: 'T1' },
    });
    const failed = { ...ours, CreateFailedReason: { ReasonText: 'bad' } };
    expect(check(lostOrder(), found(failed), true, at(5))).toMatchObject({
      events: ['found', 'failed'],
      reason: { text: 'bad' },
    });
  });
  it('asks a person where other content had reached the service before: it may be made of that', () => {
    const earlier = lostOrder({ reached: 'other' });
    expect(check(earlier, found(ours), true, at(5))).toMatchObject({
      events: ['found'],
      why: { code: 'was-there-before' },
      asks: 'was-there-before',
    });
    // what failed there is refused, whatever it was made of
    const failed = { ...ours, CreateFailedReason: { ReasonText: 'bad' } };
    expect(check(earlier, found(failed), true, at(5))).toMatchObject({ events: ['found', 'failed'], asks: null });
  });
  it.each([
    ['another ServiceCode', { ...ours, ServiceCode: 'XYZ' }],
    ['another Country', { ...ours, Country: 'FR' }],
    ['no Country', { ...ours, Country: null }],
    ['another PackageId', { ...ours, PackageId: 'K2' }],
  ])('with %s is a conflict, and its number is not taken over', (_name, record) => {
    const change = check(lostOrder(), found({ ...record, TrackingNumber: 'T9' }), true, at(5));
    expect(change).toMatchObject({ events: [], asks: 'another-record', wait: null });
    expect(change?.outcome).toBeUndefined();
  });
  it.each([
    ['another inbound order', { ShipmentId: 'K2', SvcOrderId: 'S1' }],
    ['a parcel', { PackageId: 'K2', SvcPackageId: 'S1' }],
    ['a parcel of the same number', { PackageId: 'K1', SvcPackageId: 'S1', TrackingNumber: 'T9' }],
    ['a parcel beside the key', { ShipmentId: 'K1', PackageId: 'K2' }],
    ['an outbound order', { CustomerOrderNo: 'K2', SvcOrderId: 'S1' }],
    ["a thing of another kind, by the service's id of it alone", { SvcPackageId: 'S1' }],
  ])('of %s is not believed for an inbound order', (_name, ids) => {
    const record = { ...ids, Status: 'Open', HandleStatus: 'Submitted' };
    const lost = due(4, { state: 'unsure', maybeTaken: true, lostAtRunningMs: 0 });
    expect(check(lost, found(record), true, at(5))).toMatchObject({ events: [], asks: 'another-record' });
    const change = follow(due(4), found(record), at(5));
    expect(change).toMatchObject({ events: [] });
    expect(change?.outcome).toBeUndefined();
  });
  it.each([
    ['a parcel, with an inbound order that it does not name', 2, { PackageId: 'K1', ShipmentId: 'IN-9' }],
    ['a parcel, with the id of an inbound order alone', 2, { ShipmentId: 'K1', SvcOrderId: 'S1' }],
    ['an outbound order, with a customer order', 10, { PackageId: 'K1', CustomerOrderNo: 'C9' }],
  ] as const)('%s is not believed', (_name, endpoint, ids) => {
    const record = { ...ours, PackageId: undefined, SvcPackageId: undefined, ...ids, TrackingNumber: 'T9' };
    const lost = due(endpoint, { state: 'unsure', maybeTaken: true, lostAtRunningMs: 0 });
    expect(check(lost, found(record), true, at(5))).toMatchObject({ events: [], asks: 'another-record' });
    expect(follow(due(endpoint), found(record), at(5))).toMatchObject({ events: [] });
  });
  it('is ours with what the order itself refers to, and with its key under the name of another kind, too', () => {
    const inbound = { ShipmentId: 'K1', PackageId: 'k1', SvcOrderId: 'S1', HandleStatus: 'Submitted' };
    expect(check(due(4, { state: 'unsure' }), found(inbound), true, at(5))?.events).toEqual(['found', 'made']);
    const refers = due(10, { state: 'unsure', inPackage: { RefInboundOrderInfo: { ShipmentId: 'IN-1' } } });
    expect(check(refers, found({ ...ours, ShipmentId: 'IN-1' }), true, at(5))?.events).toEqual(['found']);
  });
  it('is compared whatever the case of its codes', () => {
    expect(check(lostOrder(), found({ ...ours, Country: 'es', PackageId: 'k1' }), true, at(5))?.events).toEqual([
      'found',
    ]);
  });
  it('of a kind that documents no Country is not asked for one', () => {
    const { Country: _, ServiceCode: __, ...bare } = ours;
    expect(check(due(6, { state: 'unsure', lostAtRunningMs: 0 }), found(bare), true, at(5))?.events).toEqual(['found']);
  });
  it('that was there before the try counts as nothing found', () => {
    const before = { ...ours, CreateFailedReason: { ReasonText: 'bad' } };
    expect(check(lostOrder({ lastRecord: before }), found(before), false, at(5))).toMatchObject({
      events: [],
      absences: 1,
    });
    const last = lostOrder({ lastRecord: before, absences: 2 });
    expect(check(last, found(before), false, at(600))?.events).toEqual(['not-there']);
  });
  it.each([
    ['CreatedTime', { ...ours, CreatedTime: '2026-03-02T09:00:00Z' }],
    ['SvcPackageId', { ...ours, SvcPackageId: 'S2' }],
    ['RetryCount', { ...ours, RetryCount: 1 }],
    ['its reason', { ...ours, CreateFailedReason: { ReasonText: 'other' } }],
  ])('that differs from the one before in %s is new', (_name, record) => {
    expect(check(lostOrder({ lastRecord: ours }), found(record), true, at(5))?.events[0]).toBe('found');
  });
  it('that nothing tells from the one before is for a person', () => {
    const bare = { PackageId: 'K1', ServiceCode: 'SGP', Country: 'ES' };
    expect(check(lostOrder({ lastRecord: bare }), found(bare), true, at(5))).toMatchObject({ asks: 'another-record' });
  });
  it('proves nothing with IsCreateNewOrder', () => {
    const order = lostOrder({ inPackage: { IsCreateNewOrder: true } });
    expect(check(order, found(ours), true, at(5))).toMatchObject({ events: [], asks: 'may-be-there', wait: null });
  });
});

describe('a 404 for a lost order', () => {
  it.each([
    [0, 1, 'counts'],
    [0, 599, 'counts'],
    [1, 600, 'counts'],
    [2, 599, 'counts'],
    [2, 600, 'proves'],
    [9, 5000, 'proves'],
  ])('after %i others, %i s after the loss: %s', (absences, seconds, does) => {
    const change = check(lostOrder({ absences }), absent, true, at(seconds));
    if (does === 'counts') expect(change).toMatchObject({ events: [], absences: absences + 1 });
    else
      expect(change).toMatchObject({
        events: ['not-there'],
        maybeTaken: false,
        asks: null,
        absences: 0,
        lostAtRunningMs: null,
      });
  });
  it('proves nothing where the endpoint never knew an order of this kind, or a page said it', () => {
    const last = lostOrder({ absences: 2 });
    expect(check(last, absent, false, at(600))).toMatchObject({ events: [], asks: 'endpoint-unproven' });
    expect(check(last, { kind: 'absent', page: true }, true, at(600))).toMatchObject({ asks: 'endpoint-unproven' });
  });
  it('counts as none where a page said it, so that one that is heard at last is not the third', () => {
    const byPage: StatusAnswer = { kind: 'absent', page: true };
    const first = check(lostOrder({ absences: 0 }), byPage, true, at(5));
    expect(first).toMatchObject({ events: [], wait: { setAt: 1_000_000 } });
    expect(first).not.toHaveProperty('absences');
    expect(first).not.toHaveProperty('asks');
    expect(check(lostOrder({ absences: 0 }), byPage, true, at(700))).toMatchObject({ asks: 'endpoint-unproven' });
    expect(check(lostOrder({ absences: 0 }), absent, true, at(700))).toMatchObject({ events: [], absences: 1 });
  });
  it('is for a person where the desk shall always ask', () => {
    expect(check(lostOrder({ absences: 2 }), absent, true, at(600, { alwaysAsk: true }))).toMatchObject({
      events: [],
      asks: 'may-be-there',
      wait: { setAt: 1_000_000 },
    });
  });
  it('is for a person where it was sent five times already, so that nothing goes on for ever', () => {
    const order = (tries: number) => ({ ...lostOrder({ absences: 2 }), tries });
    expect(check(order(4), absent, true, at(600))?.events).toEqual(['not-there']);
    expect(check(order(5), absent, true, at(600))).toMatchObject({ events: [], asks: 'may-be-there' });
  });
  it('that asks a person is looked at again, ever more rarely, and never more often than before', () => {
    const waits = [2, 12, 30].map((absences) => {
      const change = check(lostOrder({ absences }), absent, true, at(600, { alwaysAsk: true }));
      return change?.wait?.forMs;
    });
    expect(waits).toEqual([200_000, 389_239, 3_600_000]);
  });
  it('is asked for first after as long as any status', () => {
    for (const readFirstSeconds of [2, 7]) {
      const change = check(lostOrder(), absent, true, at(0, { readFirstSeconds }));
      expect(change?.wait).toEqual({ setAt: 1_000_000, forMs: readFirstSeconds * 1000 });
    }
  });
  it('begins to count now where nobody knows when the answer was lost', () => {
    expect(check(lostOrder({ lostAtRunningMs: null, absences: 5 }), absent, true, at(9000))).toMatchObject({
      events: [],
      lostAtRunningMs: 9_000_000,
    });
  });
  it('comes at least three times, spread over the grace period, the last after its end', () => {
    for (const graceSeconds of [3, 60, 600, 86_400]) {
      let entry = lostOrder();
      let seconds = 2;
      const looks: number[] = [];
      for (;;) {
        looks.push(seconds);
        const change = check(entry, absent, true, at(seconds, { graceSeconds }));
        if (change?.events.length) break;
        entry = { ...entry, absences: change?.absences ?? 0 };
        seconds += (change?.wait?.forMs ?? 0) / 1000;
      }
      expect(looks.length).toBeGreaterThanOrEqual(3);
      expect(looks.at(-1)).toBeGreaterThanOrEqual(graceSeconds);
      expect(looks.at(-1)).toBeLessThan(graceSeconds + 5);
      expect(looks.length).toBeLessThan(25);
    }
  });
  it('is spread out also where the service was out of reach all the grace period', () => {
    const change = check(lostOrder(), absent, true, at(7200));
    expect(change).toMatchObject({ events: [], wait: { forMs: 200_000 } });
  });
});

describe('no status', () => {
  it('counts as nothing, and is asked for again', () => {
    const order = lostOrder({ absences: 2 });
    expect(check(order, { kind: 'paused' }, true, at(900))).toBeNull();
    for (const answer of [{ kind: 'unreached' }, { kind: 'unread', afterMs: null }] as StatusAnswer[]) {
      const change = check(order, answer, true, at(900));
      expect(change).toMatchObject({ events: [], wait: { forMs: 200_000 } });
      expect(change?.absences).toBeUndefined();
    }
  });
});
