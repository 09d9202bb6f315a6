import type { StatusAnswer } from '../../electron/delivery/sync/ask-status.ts';
import { decideOutcomeCheck } from '../../electron/delivery/sync/decide-check.ts';
import { due, moment } from '../support/entries.ts';
import { describe, expect, it } from 'vitest';

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
    expect(decideOutcomeCheck(due(2), found(made), moment())).toMatchObject({
      events: ['made'],
      wait: null,
      outcome: { TrackingNumber: 'T1' },
    });
  });
  it('is refused if its creation failed, and is still checked at long intervals', () => {
    expect(decideOutcomeCheck(due(2, { reads: 7 }), found(failed), moment())).toMatchObject({
      events: ['failed'],
      reason: { code: 'R', text: 'bad' },
      reads: 0,
      wait: { forMs: 600_000 },
    });
  });
  it('is checked at growing intervals, up to the longest wait', () => {
    const waits = [0, 1, 2, 5, 10, 50].map(
      (reads) => decideOutcomeCheck(due(2, { reads }), found({ Status: 'Creating' }), moment())?.wait?.forMs,
    );
    expect(waits).toEqual([3000, 4500, 6750, 22_781, 172_995, 3_600_000]);
  });
  it('stays accepted if the service does not know it yet, is unreachable, or sends an unreadable answer', () => {
    expect(decideOutcomeCheck(due(2), { kind: 'absent', page: false }, moment())).toMatchObject({
      events: [],
      reads: 1,
    });
    expect(decideOutcomeCheck(due(2), { kind: 'unread', afterMs: 9000 }, moment())).toMatchObject({
      events: [],
      wait: { forMs: 9000 },
    });
    expect(decideOutcomeCheck(due(2), { kind: 'unreached' }, moment())).toMatchObject({
      events: [],
      wait: { forMs: 2000 },
    });
    expect(decideOutcomeCheck(due(2), { kind: 'paused' }, moment())).toBeNull();
  });
  it('with a pending question is not completed without a person, although its outcome is stored', () => {
    expect(decideOutcomeCheck(due(6, { asks: 'was-there-before' }), found(made), moment())).toMatchObject({
      events: [],
      outcome: { TrackingNumber: 'T1' },
    });
  });
  it('takes no data from a record with another key', () => {
    const change = decideOutcomeCheck(due(2), found({ ...made, PackageId: 'K2' }), moment());
    expect(change).toMatchObject({ events: [] });
    expect(change?.outcome).toBeUndefined();
  });
  it('with IsCreateNewOrder takes no data from the record of the other order under its key', () => {
    const outcome = { ...noOutcome, SvcId: 'NEW' };
    const order = due(2, { inPackage: { IsCreateNewOrder: true }, outcome });
    expect(decideOutcomeCheck(order, found({ ...made, SvcPackageId: 'OLD' }), moment())).toMatchObject({ events: [] });
    expect(decideOutcomeCheck(order, found({ ...made, SvcPackageId: 'NEW' }), moment())).toMatchObject({
      events: ['made'],
    });
    // accepted without an id from the service: the first record its status shows is its own
    const untold = due(2, { inPackage: { IsCreateNewOrder: true } });
    expect(decideOutcomeCheck(untold, found(made), moment())).toMatchObject({ events: ['made'] });
  });
  it('remains the same order under a new id of the service, as after a repeat there', () => {
    const outcome = { ...noOutcome, SvcId: 'OLD' };
    expect(decideOutcomeCheck(due(2, { outcome }), found({ ...made, SvcPackageId: 'NEW' }), moment())).toMatchObject({
      events: ['made'],
      outcome: { SvcId: 'NEW' },
    });
  });
  it('sent again after a failure is not refused by the record of that failure before five more checks', () => {
    const again = due(2, { lastRecord: failed });
    expect(decideOutcomeCheck(again, found(failed), moment())).toMatchObject({ events: [], reads: 1 });
    expect(decideOutcomeCheck(again, found({ ...failed, RetryCount: 1 }), moment())).toMatchObject({
      events: ['failed'],
    });
    expect(decideOutcomeCheck({ ...again, reads: 4 }, found(failed), moment())).toMatchObject({ events: [], reads: 5 });
    expect(decideOutcomeCheck({ ...again, reads: 5 }, found(failed), moment())).toMatchObject({ events: ['failed'] });
  });
  it('with a provisional number is done, and is still checked until the number is final', () => {
    const provisional = found({ ...made, IsFinalTrackingNumber: false });
    const change = decideOutcomeCheck(due(2), provisional, moment());
    expect(change).toMatchObject({ events: ['made'], outcome: { IsFinalTrackingNumber: false } });
    expect(change?.wait).not.toBeNull();
    const done = due(2, { state: 'done' });
    expect(decideOutcomeCheck(done, provisional, moment())?.wait).not.toBeNull();
    const final = found({ ...made, TrackingNumber: 'T2', IsFinalTrackingNumber: true });
    expect(decideOutcomeCheck(done, final, moment())).toMatchObject({
      events: [],
      wait: null,
      outcome: { TrackingNumber: 'T2' },
    });
  });
});

describe('an entry whose creation failed', () => {
  const refused = due(2, { state: 'refused', lastRecord: failed });
  it('becomes done if the service makes the order after all', () => {
    expect(decideOutcomeCheck(refused, found(made), moment())).toMatchObject({
      events: ['healed'],
      wait: null,
      reason: null,
    });
  });
  it('with IsCreateNewOrder and no id from the service is not completed by the record of the earlier order', () => {
    // last shown as failed, so that only an id can show whose record it is
    const further = due(2, { state: 'refused', lastRecord: failed, inPackage: { IsCreateNewOrder: true } });
    expect(decideOutcomeCheck(further, found(made), moment())).toMatchObject({ events: [] });
    const known = { ...further, outcome: { ...noOutcome, SvcId: 'NEW' } };
    expect(decideOutcomeCheck(known, found({ ...made, SvcPackageId: 'NEW' }), moment())).toMatchObject({
      events: ['healed'],
    });
  });
  it('is still checked, at intervals from 15 minutes to one hour', () => {
    const waits = [0, 1, 2, 3, 9].map(
      (reads) => decideOutcomeCheck({ ...refused, reads }, found(failed), moment())?.wait?.forMs,
    );
    expect(waits).toEqual([900_000, 1_350_000, 2_025_000, 3_037_500, 3_600_000]);
  });
  it('takes over the latest reason', () => {
    const other = { ...failed, RetryCount: 2, CreateFailedReason: { ReasonText: 'worse' } };
    expect(decideOutcomeCheck(refused, found(other), moment())).toMatchObject({
      events: [],
      reason: { text: 'worse' },
    });
  });
  it('does not become done automatically while a question is pending', () => {
    expect(decideOutcomeCheck({ ...refused, asks: 'was-there-before' }, found(made), moment())).toMatchObject({
      events: [],
    });
  });
  it('raises a question if the recovered order may have the content from before its correction', () => {
    expect(decideOutcomeCheck({ ...refused, reached: 'other' }, found(made), moment())).toMatchObject({
      events: [],
      asks: 'was-there-before',
      outcome: { TrackingNumber: 'T1' },
    });
    expect(decideOutcomeCheck({ ...refused, reached: 'same' }, found(made), moment())).toMatchObject({
      events: ['healed'],
    });
  });
  it('refused in the answer to its create is not completed by another order under its key', () => {
    const cameBack = due(2, { state: 'refused', maybeTaken: true, inPackage: { ServiceCode: 'SGP' } });
    const theirs = { ...made, ServiceCode: 'OTHER', Country: 'ES' };
    expect(decideOutcomeCheck(cameBack, found(theirs), moment())).toMatchObject({ events: [] });
    const ours = { ...theirs, ServiceCode: 'SGP' };
    expect(decideOutcomeCheck(cameBack, found(ours), moment())).toMatchObject({ events: ['healed'] });
  });
});
