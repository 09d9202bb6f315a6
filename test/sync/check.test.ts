import type { StatusAnswer } from '../../electron/delivery/sync/ask-status.ts';
import { decideStatusCheck, decideOutcomeCheck } from '../../electron/delivery/sync/decide-check.ts';
import type { DueCheck } from '../../electron/outbox/entry.ts';
import { dueCheck, decisionContext } from '../support/entries.ts';
import { describe, expect, it } from 'vitest';

const found = (record: unknown): StatusAnswer => ({ kind: 'found', record, endpoint: 16 });
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

/** A label order whose answer was lost at running time 0, with a grace period of 600 s. */
const lostOrder = (given: Parameters<typeof dueCheck>[1] = {}): DueCheck =>
  dueCheck(2, { state: 'unsure', maybeTaken: true, lostAtRunningMs: 0, ...given });
const at = (seconds: number, settings = {}) => decisionContext(settings, { runningMs: seconds * 1000 });

describe('a record found for an order whose answer was lost', () => {
  it('is this order if it has the same ServiceCode and Country', () => {
    expect(decideStatusCheck(lostOrder(), found(ours), true, at(5))).toMatchObject({
      events: ['found'],
      maybeTaken: false,
      asks: null,
      absences: 0,
      lostAtRunningMs: null,
      wait: { forMs: 3000 },
      outcome: { SvcId: 'S1' },
    });
  });
  it('is this order if no record was known before, however little it shows', () => {
    const bare = { PackageId: 'K1', ServiceCode: 'SGP', Country: 'ES' };
    expect(decideStatusCheck(lostOrder(), found(bare), true, at(5))).toMatchObject({ events: ['found'], asks: null });
  });
  it('completes the order if it shows a number, and refuses it if it shows a failure', () => {
    expect(decideStatusCheck(lostOrder(), found({ ...ours, TrackingNumber: 'T1' }), true, at(5))).toMatchObject({
      events: ['found', 'made'],
      outcome: { TrackingNumber: 'T1' },
    });
    const failed = { ...ours, CreateFailedReason: { ReasonText: 'bad' } };
    expect(decideStatusCheck(lostOrder(), found(failed), true, at(5))).toMatchObject({
      events: ['found', 'failed'],
      reason: { text: 'bad' },
    });
  });
  it('raises a question if other content had reached the service before: the order may have been made from that', () => {
    const earlier = lostOrder({ reached: 'other' });
    expect(decideStatusCheck(earlier, found(ours), true, at(5))).toMatchObject({
      events: ['found'],
      why: { code: 'was-there-before' },
      asks: 'was-there-before',
    });
    // a failed order is refused, whichever content it was made from
    const failed = { ...ours, CreateFailedReason: { ReasonText: 'bad' } };
    expect(decideStatusCheck(earlier, found(failed), true, at(5))).toMatchObject({
      events: ['found', 'failed'],
      asks: null,
    });
  });
  it.each([
    ['another ServiceCode', { ...ours, ServiceCode: 'XYZ' }],
    ['another Country', { ...ours, Country: 'FR' }],
    ['no Country', { ...ours, Country: null }],
    ['another PackageId', { ...ours, PackageId: 'K2' }],
  ])('with %s is a conflict, and its tracking number is not stored', (_name, record) => {
    const change = decideStatusCheck(lostOrder(), found({ ...record, TrackingNumber: 'T9' }), true, at(5));
    expect(change).toMatchObject({ events: [], asks: 'another-record', wait: null });
    expect(change?.outcome).toBeUndefined();
  });
  it.each([
    ['another inbound order', { ShipmentId: 'K2', SvcOrderId: 'S1' }],
    ['a parcel', { PackageId: 'K2', SvcPackageId: 'S1' }],
    ['a parcel with the same number', { PackageId: 'K1', SvcPackageId: 'S1', TrackingNumber: 'T9' }],
    ["a parcel, beside the order's key", { ShipmentId: 'K1', PackageId: 'K2' }],
    ['an outbound order', { CustomerOrderNo: 'K2', SvcOrderId: 'S1' }],
    ["an order of another kind that shows only the service's id", { SvcPackageId: 'S1' }],
  ])('of %s is rejected for an inbound order', (_name, ids) => {
    const record = { ...ids, Status: 'Open', HandleStatus: 'Submitted' };
    const lost = dueCheck(4, { state: 'unsure', maybeTaken: true, lostAtRunningMs: 0 });
    expect(decideStatusCheck(lost, found(record), true, at(5))).toMatchObject({ events: [], asks: 'another-record' });
    const change = decideOutcomeCheck(dueCheck(4), found(record), at(5));
    expect(change).toMatchObject({ events: [] });
    expect(change?.outcome).toBeUndefined();
  });
  it.each([
    ['a parcel, with an inbound order that the order does not refer to', 2, { PackageId: 'K1', ShipmentId: 'IN-9' }],
    ["a parcel, with only the service's id of an inbound order", 2, { ShipmentId: 'K1', SvcOrderId: 'S1' }],
    ['an outbound order, with the number of a batch order', 10, { PackageId: 'K1', CustomerOrderNo: 'C9' }],
  ] as const)('of %s is rejected', (_name, endpoint, ids) => {
    const record = { ...ours, PackageId: undefined, SvcPackageId: undefined, ...ids, TrackingNumber: 'T9' };
    const lost = dueCheck(endpoint, { state: 'unsure', maybeTaken: true, lostAtRunningMs: 0 });
    expect(decideStatusCheck(lost, found(record), true, at(5))).toMatchObject({ events: [], asks: 'another-record' });
    expect(decideOutcomeCheck(dueCheck(endpoint), found(record), at(5))).toMatchObject({ events: [] });
  });
  it('is this order if it also shows ids that the order refers to, or its key in the field of another kind', () => {
    const inbound = { ShipmentId: 'K1', PackageId: 'k1', SvcOrderId: 'S1', HandleStatus: 'Submitted' };
    expect(decideStatusCheck(dueCheck(4, { state: 'unsure' }), found(inbound), true, at(5))?.events).toEqual([
      'found',
      'made',
    ]);
    const refers = dueCheck(10, { state: 'unsure', packageFields: { RefInboundOrderInfo: { ShipmentId: 'IN-1' } } });
    expect(decideStatusCheck(refers, found({ ...ours, ShipmentId: 'IN-1' }), true, at(5))?.events).toEqual(['found']);
  });
  it('is compared without regard to the case of its codes', () => {
    expect(
      decideStatusCheck(lostOrder(), found({ ...ours, Country: 'es', PackageId: 'k1' }), true, at(5))?.events,
    ).toEqual(['found']);
  });
  it('needs no Country for a kind whose status documents none', () => {
    const { Country: _, ServiceCode: __, ...bare } = ours;
    expect(
      decideStatusCheck(dueCheck(6, { state: 'unsure', lostAtRunningMs: 0 }), found(bare), true, at(5))?.events,
    ).toEqual(['found']);
  });
  it('that was there before the attempt counts as not found', () => {
    const before = { ...ours, CreateFailedReason: { ReasonText: 'bad' } };
    expect(decideStatusCheck(lostOrder({ lastRecord: before }), found(before), false, at(5))).toMatchObject({
      events: [],
      absences: 1,
    });
    const last = lostOrder({ lastRecord: before, absences: 2 });
    expect(decideStatusCheck(last, found(before), false, at(600))?.events).toEqual(['not-there']);
  });
  it.each([
    ['CreatedTime', { ...ours, CreatedTime: '2026-03-02T09:00:00Z' }],
    ['SvcPackageId', { ...ours, SvcPackageId: 'S2' }],
    ['RetryCount', { ...ours, RetryCount: 1 }],
    ['CreateFailedReason', { ...ours, CreateFailedReason: { ReasonText: 'other' } }],
  ])('that differs from the earlier one in %s is new', (_name, record) => {
    expect(decideStatusCheck(lostOrder({ lastRecord: ours }), found(record), true, at(5))?.events[0]).toBe('found');
  });
  it('without any field that distinguishes it from the earlier one raises a question', () => {
    const bare = { PackageId: 'K1', ServiceCode: 'SGP', Country: 'ES' };
    expect(decideStatusCheck(lostOrder({ lastRecord: bare }), found(bare), true, at(5))).toMatchObject({
      asks: 'another-record',
    });
  });
  it('proves nothing for an order with IsCreateNewOrder', () => {
    const order = lostOrder({ packageFields: { IsCreateNewOrder: true } });
    expect(decideStatusCheck(order, found(ours), true, at(5))).toMatchObject({
      events: [],
      asks: 'may-be-there',
      wait: null,
    });
  });
});

describe('a 404 for an order whose answer was lost', () => {
  it.each([
    [0, 1, 'counts'],
    [0, 599, 'counts'],
    [1, 600, 'counts'],
    [2, 599, 'counts'],
    [2, 600, 'proves'],
    [9, 5000, 'proves'],
  ])('after %i others and %i s after the loss: %s', (absences, seconds, does) => {
    const change = decideStatusCheck(lostOrder({ absences }), absent, true, at(seconds));
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
  it('proves nothing if the endpoint never knew an order of this kind, or if the 404 came as an HTML page', () => {
    const last = lostOrder({ absences: 2 });
    expect(decideStatusCheck(last, absent, false, at(600))).toMatchObject({ events: [], asks: 'endpoint-unproven' });
    expect(decideStatusCheck(last, { kind: 'absent', page: true }, true, at(600))).toMatchObject({
      asks: 'endpoint-unproven',
    });
  });
  it('is not counted if it came as a page, so the first real 404 after it is the first', () => {
    const byPage: StatusAnswer = { kind: 'absent', page: true };
    const first = decideStatusCheck(lostOrder({ absences: 0 }), byPage, true, at(5));
    expect(first).toMatchObject({ events: [], wait: { setAt: 1_000_000 } });
    expect(first).not.toHaveProperty('absences');
    expect(first).not.toHaveProperty('asks');
    expect(decideStatusCheck(lostOrder({ absences: 0 }), byPage, true, at(700))).toMatchObject({
      asks: 'endpoint-unproven',
    });
    expect(decideStatusCheck(lostOrder({ absences: 0 }), absent, true, at(700))).toMatchObject({
      events: [],
      absences: 1,
    });
  });
  it('raises a question with the setting "always ask"', () => {
    expect(decideStatusCheck(lostOrder({ absences: 2 }), absent, true, at(600, { alwaysAsk: true }))).toMatchObject({
      events: [],
      asks: 'may-be-there',
      wait: { setAt: 1_000_000 },
    });
  });
  it('raises a question after five attempts, so that resending ends', () => {
    const order = (tries: number) => ({ ...lostOrder({ absences: 2 }), tries });
    expect(decideStatusCheck(order(4), absent, true, at(600))?.events).toEqual(['not-there']);
    expect(decideStatusCheck(order(5), absent, true, at(600))).toMatchObject({ events: [], asks: 'may-be-there' });
  });
  it('after which a person is asked is followed by further checks, at growing intervals', () => {
    const waits = [2, 12, 30].map((absences) => {
      const change = decideStatusCheck(lostOrder({ absences }), absent, true, at(600, { alwaysAsk: true }));
      return change?.wait?.forMs;
    });
    expect(waits).toEqual([200_000, 389_239, 3_600_000]);
  });
  it('is followed by the next check after the usual first wait of a status check', () => {
    for (const readFirstSeconds of [2, 7]) {
      const change = decideStatusCheck(lostOrder(), absent, true, at(0, { readFirstSeconds }));
      expect(change?.wait).toEqual({ setAt: 1_000_000, forMs: readFirstSeconds * 1000 });
    }
  });
  it('starts the grace period if the time of the loss is unknown', () => {
    expect(decideStatusCheck(lostOrder({ lostAtRunningMs: null, absences: 5 }), absent, true, at(9000))).toMatchObject({
      events: [],
      lostAtRunningMs: 9_000_000,
    });
  });
  it('leads to at least three checks, spread over the grace period, the last one after its end', () => {
    for (const graceSeconds of [3, 60, 600, 86_400]) {
      let entry = lostOrder();
      let seconds = 2;
      const looks: number[] = [];
      for (;;) {
        looks.push(seconds);
        const change = decideStatusCheck(entry, absent, true, at(seconds, { graceSeconds }));
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
  it('is followed by spread-out checks even if the service was unreachable for the whole grace period', () => {
    const change = decideStatusCheck(lostOrder(), absent, true, at(7200));
    expect(change).toMatchObject({ events: [], wait: { forMs: 200_000 } });
  });
});

describe('a status check without an answer', () => {
  it('is not counted, and is repeated', () => {
    const order = lostOrder({ absences: 2 });
    expect(decideStatusCheck(order, { kind: 'paused' }, true, at(900))).toBeNull();
    for (const answer of [{ kind: 'unreached' }, { kind: 'unread', afterMs: null }] as StatusAnswer[]) {
      const change = decideStatusCheck(order, answer, true, at(900));
      expect(change).toMatchObject({ events: [], wait: { forMs: 200_000 } });
      expect(change?.absences).toBeUndefined();
    }
  });
});
