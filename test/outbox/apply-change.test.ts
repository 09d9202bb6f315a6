import { applyChange } from '../../electron/outbox/entry-change.ts';
import { multipleContentsHash, type StoredEntry } from '../../electron/outbox/entry-row.ts';
import type { Change } from '../../electron/outbox/entry.ts';
import { describe, expect, it } from 'vitest';

const [sent, before] = [Buffer.from('sent'), Buffer.from('before')];

/** An entry with a value in every column a change may set, each different from what the changes set. */
const full = {
  state: 'sending',
  tries: 3,
  wait_set_at: 1,
  wait_for: 2,
  maybe_taken: 1,
  maybe_twice: 0,
  asks: 'may-be-there',
  absences: 2,
  lost_at_running: 5,
  reads: 4,
  reason_code: 'R',
  reason_text: 'text',
  reason_field: 'Weight',
  tracking_number: 'T0',
  tracking_final: 1,
  shipping_provider: 'P0',
  svc_id: 'S0',
  said: 'noted',
  request_sha256: sent,
  reached_sha256: before,
} as unknown as StoredEntry;

const nothing: Change = { events: [], why: null, wait: { setAt: 1, forMs: 2 } };

/** Applies a change to the entry and returns the columns that differ, and the transitions taken, if there are any. */
function changed(change: Partial<Change>, given: Partial<StoredEntry> = {}) {
  const before = { ...full, ...given };
  const { row, steps } = applyChange(before, { ...nothing, ...change } as Change, 9);
  const left = Object.entries(row).filter(([name, value]) => value !== before[name as keyof StoredEntry]);
  return { ...Object.fromEntries(left), ...(steps.length > 0 && { taken: steps.map(({ event }) => event) }) };
}

describe('a change of an entry', () => {
  it('leaves the row it was given as it was', () => {
    const given = Object.freeze({ ...full });
    applyChange(given, { ...nothing, events: ['accepted', 'made'], why: { said: 'x' }, maybeTwice: true }, 9);
    expect(given).toEqual(full);
  });
  it('leaves the columns it does not mention', () => {
    expect(changed({})).toEqual({});
  });
  it('sets the wait, or removes it', () => {
    expect(changed({ wait: { setAt: 7, forMs: 8 } })).toEqual({ wait_set_at: 7, wait_for: 8 });
    expect(changed({ wait: null })).toEqual({ wait_set_at: null, wait_for: null });
  });
  it.each([
    [{ asks: null }, { asks: null }],
    [{ asks: 'another-record' }, { asks: 'another-record' }],
    [{ absences: 0 }, { absences: 0 }],
    [{ lostAtRunningMs: null }, { lost_at_running: null }],
    [{ reads: 0 }, { reads: 0 }],
    [{ said: null }, { said: null }],
    [{ maybeTwice: true }, { maybe_twice: 1 }],
    [{ costsNoTry: true }, { tries: 2 }],
    [{ maybeTaken: false }, { maybe_taken: 0 }],
    [{ reason: null }, { reason_code: null, reason_text: null, reason_field: null }],
    [
      { reason: { code: 'E', text: 'other', field: null } },
      { reason_code: 'E', reason_text: 'other', reason_field: null },
    ],
  ] as const)('%o sets only its own columns', (change, left) => {
    expect(changed(change as Partial<Change>)).toEqual(left);
  });
  it('takes over the outcome of a status, with a number that is final, provisional or unspecified', () => {
    const outcome = { TrackingNumber: 'T1', ShippingProvider: 'P1', SvcId: 'S1', record: {} };
    const left = { tracking_number: 'T1', shipping_provider: 'P1', svc_id: 'S1' };
    expect(changed({ outcome: { ...outcome, IsFinalTrackingNumber: true } })).toEqual(left);
    expect(changed({ outcome: { ...outcome, IsFinalTrackingNumber: false } })).toEqual({ ...left, tracking_final: 0 });
    expect(changed({ outcome: { ...outcome, IsFinalTrackingNumber: null } })).toEqual({
      ...left,
      tracking_final: null,
    });
  });
  it('takes its transitions in order', () => {
    expect(changed({ events: ['accepted', 'made'], why: { said: 'x' } })).toMatchObject({
      taken: ['accepted', 'made'],
    });
  });
});

describe('the content that reached the service', () => {
  it('is the content of an attempt that may have taken effect', () => {
    const given = { maybe_taken: 0, reached_sha256: null } as const;
    expect(changed({ maybeTaken: true }, given)).toEqual({ maybe_taken: 1, reached_sha256: sent });
  });
  it('is ambiguous if other content had reached it before', () => {
    expect(changed({ maybeTaken: true }, { maybe_taken: 0 })).toEqual({
      maybe_taken: 1,
      reached_sha256: multipleContentsHash,
    });
  });
  it('is the content of an attempt accepted without a question', () => {
    const accepted = { events: ['accepted'], why: { said: 'x' } } as const;
    expect(changed(accepted)).toMatchObject({ reached_sha256: sent, taken: ['accepted'] });
    expect(changed({ ...accepted, asks: null })).toMatchObject({ reached_sha256: sent });
    const asked = changed({ ...accepted, asks: 'was-there-before' });
    expect(asked).toMatchObject({ asks: 'was-there-before', taken: ['accepted'] });
    expect(asked).not.toHaveProperty('reached_sha256');
  });
  it('is unchanged if the attempt was refused, paused or found', () => {
    for (const [event, state] of [
      ['refused', 'sending'],
      ['paused', 'sending'],
      ['found', 'unsure'],
    ] as const) {
      const settled = changed({ events: [event], why: { said: 'x' } }, { state });
      expect(settled).toMatchObject({ taken: [event] });
      expect(settled).not.toHaveProperty('reached_sha256');
    }
  });
});
