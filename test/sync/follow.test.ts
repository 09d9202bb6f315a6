import { describe, expect, it } from 'vitest';
import { follow } from '../../electron/sync/follow.ts';
import type { StatusAnswer } from '../../electron/sync/status-answer.ts';
import { due, moment } from '../support/entries.ts';

const found = (record: unknown): StatusAnswer => ({ kind: 'found', record, by: 16 });
const failed = { PackageId: 'K1', CreateFailedReason: { ReasonCode: 'R', ReasonText: 'bad' }, RetryCount: 0 };
const made = { PackageId: 'K1', TrackingNumber: 'T1' };
const noOutcome = {
  TrackingNumber: null,
  IsFinalTrackingNumber: null,
  ShippingProvider: null,
  SvcId: null,
  record: {},
};

describe('an accepted entry', () => {
  it('is done when made', () => {
    expect(follow(due(2), found(made), moment())).toMatchObject({
      events: ['made'],
      wait: null,
      outcome: { TrackingNumber: 'T1' },
    });
  });
  it('is refused when failed, and read on rarely', () => {
    expect(follow(due(2, { reads: 7 }), found(failed), moment())).toMatchObject({
      events: ['failed'],
      reason: { code: 'R', text: 'bad' },
      reads: 0,
      wait: { forMs: 600_000 },
    });
  });
  it('is asked for ever more rarely, up to the longest wait', () => {
    const waits = [0, 1, 2, 5, 10, 50].map(
      (reads) => follow(due(2, { reads }), found({ Status: 'Creating' }), moment())?.wait?.forMs,
    );
    expect(waits).toEqual([3000, 4500, 6750, 22_781, 172_995, 3_600_000]);
  });
  it('that is not known yet, or not readable, or not reached, stays', () => {
    expect(follow(due(2), { kind: 'absent', page: false }, moment())).toMatchObject({ events: [], reads: 1 });
    expect(follow(due(2), { kind: 'unread', afterMs: 9000 }, moment())).toMatchObject({
      events: [],
      wait: { forMs: 9000 },
    });
    expect(follow(due(2), { kind: 'unreached' }, moment())).toMatchObject({ events: [], wait: { forMs: 2000 } });
    expect(follow(due(2), { kind: 'paused' }, moment())).toBeNull();
  });
  it('in conflict is not done without a person, though its outcome is kept', () => {
    expect(follow(due(6, { asks: 'was-there-before' }), found(made), moment())).toMatchObject({
      events: [],
      outcome: { TrackingNumber: 'T1' },
    });
  });
  it('takes nothing over from a record with another key', () => {
    const change = follow(due(2), found({ ...made, PackageId: 'K2' }), moment());
    expect(change).toMatchObject({ events: [] });
    expect(change?.outcome).toBeUndefined();
  });
  it('asked for beside another order takes nothing over from that one', () => {
    const outcome = { ...noOutcome, SvcId: 'NEW' };
    const order = due(2, { inPackage: { IsCreateNewOrder: true }, outcome });
    expect(follow(order, found({ ...made, SvcPackageId: 'OLD' }), moment())).toMatchObject({ events: [] });
    expect(follow(order, found({ ...made, SvcPackageId: 'NEW' }), moment())).toMatchObject({ events: ['made'] });
    // taken, and its id not told yet: what its status shows first is its own
    const untold = due(2, { inPackage: { IsCreateNewOrder: true } });
    expect(follow(untold, found(made), moment())).toMatchObject({ events: ['made'] });
  });
  it('that is the only one of its key is the same under a new id of the service, as after a repeat there', () => {
    const outcome = { ...noOutcome, SvcId: 'OLD' };
    expect(follow(due(2, { outcome }), found({ ...made, SvcPackageId: 'NEW' }), moment())).toMatchObject({
      events: ['made'],
      outcome: { SvcId: 'NEW' },
    });
  });
  it('sent again after a failure is not refused by the record of that failure, until that has had its time', () => {
    const again = due(2, { lastRecord: failed });
    expect(follow(again, found(failed), moment())).toMatchObject({ events: [], reads: 1 });
    expect(follow(again, found({ ...failed, RetryCount: 1 }), moment())).toMatchObject({ events: ['failed'] });
    expect(follow({ ...again, reads: 4 }, found(failed), moment())).toMatchObject({ events: [], reads: 5 });
    expect(follow({ ...again, reads: 5 }, found(failed), moment())).toMatchObject({ events: ['failed'] });
  });
  it('with a provisional number is done, and read on until the final one comes', () => {
    const provisional = found({ ...made, IsFinalTrackingNumber: false });
    const change = follow(due(2), provisional, moment());
    expect(change).toMatchObject({ events: ['made'], outcome: { IsFinalTrackingNumber: false } });
    expect(change?.wait).not.toBeNull();
    const done = due(2, { state: 'done' });
    expect(follow(done, provisional, moment())?.wait).not.toBeNull();
    const final = found({ ...made, TrackingNumber: 'T2', IsFinalTrackingNumber: true });
    expect(follow(done, final, moment())).toMatchObject({ events: [], wait: null, outcome: { TrackingNumber: 'T2' } });
  });
});

describe('an entry whose creation failed', () => {
  const refused = due(2, { state: 'refused', lastRecord: failed });
  it('heals when the service made it after all', () => {
    expect(follow(refused, found(made), moment())).toMatchObject({ events: ['healed'], wait: null, reason: null });
  });
  it('that asked for a further order, and never got an id of the service, is not healed by the order before it', () => {
    // shown as failed before, so that no more than its id could tell whose record it is
    const further = due(2, { state: 'refused', lastRecord: failed, inPackage: { IsCreateNewOrder: true } });
    expect(follow(further, found(made), moment())).toMatchObject({ events: [] });
    const known = { ...further, outcome: { ...noOutcome, SvcId: 'NEW' } };
    expect(follow(known, found({ ...made, SvcPackageId: 'NEW' }), moment())).toMatchObject({ events: ['healed'] });
  });
  it('is read on, from ten minutes to an hour', () => {
    const waits = [0, 1, 2, 3, 9].map((reads) => follow({ ...refused, reads }, found(failed), moment())?.wait?.forMs);
    expect(waits).toEqual([900_000, 1_350_000, 2_025_000, 3_037_500, 3_600_000]);
  });
  it('shows the newest reason', () => {
    const other = { ...failed, RetryCount: 2, CreateFailedReason: { ReasonText: 'worse' } };
    expect(follow(refused, found(other), moment())).toMatchObject({ events: [], reason: { text: 'worse' } });
  });
  it('does not heal by itself while a person has to say whose it is', () => {
    expect(follow({ ...refused, asks: 'was-there-before' }, found(made), moment())).toMatchObject({ events: [] });
  });
  it('asks whose it is where what heals may have the content of before its correction', () => {
    expect(follow({ ...refused, reached: 'other' }, found(made), moment())).toMatchObject({
      events: [],
      asks: 'was-there-before',
      outcome: { TrackingNumber: 'T1' },
    });
    expect(follow({ ...refused, reached: 'same' }, found(made), moment())).toMatchObject({ events: ['healed'] });
  });
  it('that came back refused at once is not healed by what it was refused for: another order under its key', () => {
    const cameBack = due(2, { state: 'refused', maybeTaken: true, inPackage: { ServiceCode: 'SGP' } });
    const theirs = { ...made, ServiceCode: 'OTHER', Country: 'ES' };
    expect(follow(cameBack, found(theirs), moment())).toMatchObject({ events: [] });
    const ours = { ...theirs, ServiceCode: 'SGP' };
    expect(follow(cameBack, found(ours), moment())).toMatchObject({ events: ['healed'] });
  });
});
