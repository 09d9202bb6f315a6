import type { StatusAnswer } from '../../electron/delivery/sync/ask-status.ts';
import { decideOutcomeCheck } from '../../electron/delivery/sync/decide-check.ts';
import { dueCheck, decisionContext } from '../support/entries.ts';
import { describe, expect, it } from 'vitest';

const found = (record: unknown): StatusAnswer => ({ kind: 'found', record, endpoint: 16 });
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
    expect(decideOutcomeCheck(dueCheck(2), found(made), decisionContext())).toMatchObject({
      events: ['made'],
      wait: null,
      outcome: { TrackingNumber: 'T1' },
    });
  });
  it('is refused if its creation failed, and is still checked at long intervals', () => {
    expect(decideOutcomeCheck(dueCheck(2, { reads: 7 }), found(failed), decisionContext())).toMatchObject({
      events: ['failed'],
      reason: { code: 'R', text: 'bad' },
      reads: 0,
      wait: { forMs: 600_000 },
    });
  });
  it('is checked at growing intervals, up to the longest wait', () => {
    const waits = [0, 1, 2, 5, 10, 50].map(
      (reads) =>
        decideOutcomeCheck(dueCheck(2, { reads }), found({ Status: 'Creating' }), decisionContext())?.wait?.forMs,
    );
    expect(waits).toEqual([3000, 4500, 6750, 22_781, 172_995, 3_600_000]);
  });
  it('stays accepted if the service does not know it yet, is unreachable, or sends an unreadable answer', () => {
    expect(decideOutcomeCheck(dueCheck(2), { kind: 'absent', page: false }, decisionContext())).toMatchObject({
      events: [],
      reads: 1,
    });
    expect(decideOutcomeCheck(dueCheck(2), { kind: 'unread', afterMs: 9000 }, decisionContext())).toMatchObject({
      events: [],
      wait: { forMs: 9000 },
    });
    expect(decideOutcomeCheck(dueCheck(2), { kind: 'unreached' }, decisionContext())).toMatchObject({
      events: [],
      wait: { forMs: 2000 },
    });
    expect(decideOutcomeCheck(dueCheck(2), { kind: 'paused' }, decisionContext())).toBeNull();
  });
  it('with a pending question is not completed without a person, although its outcome is stored', () => {
    expect(decideOutcomeCheck(dueCheck(6, { asks: 'was-there-before' }), found(made), decisionContext())).toMatchObject(
      {
        events: [],
        outcome: { TrackingNumber: 'T1' },
      },
    );
  });
  it('takes no data from a record with another key', () => {
    const change = decideOutcomeCheck(dueCheck(2), found({ ...made, PackageId: 'K2' }), decisionContext());
    expect(change).toMatchObject({ events: [] });
    expect(change?.outcome).toBeUndefined();
  });
  it('with IsCreateNewOrder takes no data from the record of the other order under its key', () => {
    const outcome = { ...noOutcome, SvcId: 'NEW' };
    const order = dueCheck(2, { packageFields: { IsCreateNewOrder: true }, outcome });
    expect(decideOutcomeCheck(order, found({ ...made, SvcPackageId: 'OLD' }), decisionContext())).toMatchObject({
      events: [],
    });
    expect(decideOutcomeCheck(order, found({ ...made, SvcPackageId: 'NEW' }), decisionContext())).toMatchObject({
      events: ['made'],
    });
    // accepted without an id from the service: the first record its status shows is its own
    const untold = dueCheck(2, { packageFields: { IsCreateNewOrder: true } });
    expect(decideOutcomeCheck(untold, found(made), decisionContext())).toMatchObject({ events: ['made'] });
  });
  it('remains the same order under a new id of the service, as after a repeat there', () => {
    const outcome = { ...noOutcome, SvcId: 'OLD' };
    expect(
      decideOutcomeCheck(dueCheck(2, { outcome }), found({ ...made, SvcPackageId: 'NEW' }), decisionContext()),
    ).toMatchObject({
      events: ['made'],
      outcome: { SvcId: 'NEW' },
    });
  });
  it('sent again after a failure is not refused by the record of that failure before five more checks', () => {
    const again = dueCheck(2, { lastRecord: failed });
    expect(decideOutcomeCheck(again, found(failed), decisionContext())).toMatchObject({ events: [], reads: 1 });
    expect(decideOutcomeCheck(again, found({ ...failed, RetryCount: 1 }), decisionContext())).toMatchObject({
      events: ['failed'],
    });
    expect(decideOutcomeCheck({ ...again, reads: 4 }, found(failed), decisionContext())).toMatchObject({
      events: [],
      reads: 5,
    });
    expect(decideOutcomeCheck({ ...again, reads: 5 }, found(failed), decisionContext())).toMatchObject({
      events: ['failed'],
    });
  });
  it('with a provisional number is done, and is still checked until the number is final', () => {
    const provisional = found({ ...made, IsFinalTrackingNumber: false });
    const change = decideOutcomeCheck(dueCheck(2), provisional, decisionContext());
    expect(change).toMatchObject({ events: ['made'], outcome: { IsFinalTrackingNumber: false } });
    expect(change?.wait).not.toBeNull();
    const done = dueCheck(2, { state: 'done' });
    expect(decideOutcomeCheck(done, provisional, decisionContext())?.wait).not.toBeNull();
    const final = found({ ...made, TrackingNumber: 'T2', IsFinalTrackingNumber: true });
    expect(decideOutcomeCheck(done, final, decisionContext())).toMatchObject({
      events: [],
      wait: null,
      outcome: { TrackingNumber: 'T2' },
    });
  });
});

describe('an entry whose creation failed', () => {
  const refused = dueCheck(2, { state: 'refused', lastRecord: failed });
  it('becomes done if the service makes the order after all', () => {
    expect(decideOutcomeCheck(refused, found(made), decisionContext())).toMatchObject({
      events: ['healed'],
      wait: null,
      reason: null,
    });
  });
  it('with IsCreateNewOrder and no id from the service is not completed by the record of the earlier order', () => {
    // last shown as failed, so that only an id can show whose record it is
    const further = dueCheck(2, { state: 'refused', lastRecord: failed, packageFields: { IsCreateNewOrder: true } });
    expect(decideOutcomeCheck(further, found(made), decisionContext())).toMatchObject({ events: [] });
    const known = { ...further, outcome: { ...noOutcome, SvcId: 'NEW' } };
    expect(decideOutcomeCheck(known, found({ ...made, SvcPackageId: 'NEW' }), decisionContext())).toMatchObject({
      events: ['healed'],
    });
  });
  it('is still checked, at intervals from 15 minutes to one hour', () => {
    const waits = [0, 1, 2, 3, 9].map(
      (reads) => decideOutcomeCheck({ ...refused, reads }, found(failed), decisionContext())?.wait?.forMs,
    );
    expect(waits).toEqual([900_000, 1_350_000, 2_025_000, 3_037_500, 3_600_000]);
  });
  it('takes over the latest reason', () => {
    const other = { ...failed, RetryCount: 2, CreateFailedReason: { ReasonText: 'worse' } };
    expect(decideOutcomeCheck(refused, found(other), decisionContext())).toMatchObject({
      events: [],
      reason: { text: 'worse' },
    });
  });
  it('does not become done automatically while a question is pending', () => {
    expect(decideOutcomeCheck({ ...refused, asks: 'was-there-before' }, found(made), decisionContext())).toMatchObject({
      events: [],
    });
  });
  it('raises a question if the recovered order may have the content from before its correction', () => {
    expect(decideOutcomeCheck({ ...refused, reached: 'other' }, found(made), decisionContext())).toMatchObject({
      events: [],
      asks: 'was-there-before',
      outcome: { TrackingNumber: 'T1' },
    });
    expect(decideOutcomeCheck({ ...refused, reached: 'same' }, found(made), decisionContext())).toMatchObject({
      events: ['healed'],
    });
  });
  it('refused in the answer to its create is not completed by another order under its key', () => {
    const cameBack = dueCheck(2, { state: 'refused', maybeTaken: true, packageFields: { ServiceCode: 'SGP' } });
    const theirs = { ...made, ServiceCode: 'OTHER', Country: 'ES' };
    expect(decideOutcomeCheck(cameBack, found(theirs), decisionContext())).toMatchObject({ events: [] });
    const ours = { ...theirs, ServiceCode: 'SGP' };
    expect(decideOutcomeCheck(cameBack, found(ours), decisionContext())).toMatchObject({ events: ['healed'] });
  });
});
