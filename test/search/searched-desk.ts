import type { Change, Outcome } from '../../electron/outbox/entry.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach } from 'vitest';

export let desk: TestOutbox;
export function searchedDesk(): void {
  beforeEach(() => {
    desk = openTestOutbox();
  });
  afterEach(() => desk.close());
}

let commands = 0;
export const add = (capture: ReturnType<typeof labelCapture>, draft = false) =>
  desk.outbox.enqueue(`c${++commands}`, capture, 'Mia', draft);
export const toAddress = (key: string, ShipToAddress: Record<string, string>, more: Record<string, unknown> = {}) =>
  add(labelCapture(key, { ShipToAddress, ...more }));
/** Adds enough entries that match no search here to get all earlier ones indexed. */
export function fill(): void {
  const fillers = Array.from({ length: 40 }, (_, n) =>
    labelCapture('_'.repeat(n + 1), { ShipToAddress: {}, Weight: n + 1 }),
  );
  desk.outbox.enqueueMany(fillers, 'Mia', false);
}
export const keys = (search: string, filter: Record<string, unknown> = {}) =>
  desk.reader.page({ ...filter, search }, 100).rows.map((row) => row.key);
export const seqs = (search: string) => desk.reader.seqs({ search });

export function takeAll(outcome: Partial<Outcome>): void {
  for (const claimed of desk.outbox.sync.claim(10, desk.now(), 'practice', [])) {
    const change: Change = {
      events: ['accepted'],
      why: { said: 'test' },
      wait: { setAt: desk.now(), forMs: 0 },
      outcome: {
        TrackingNumber: null,
        IsFinalTrackingNumber: null,
        ShippingProvider: null,
        SvcId: null,
        record: {},
        ...outcome,
      },
    };
    desk.outbox.sync.settle(claimed, null, 'test', change, desk.now());
  }
}
