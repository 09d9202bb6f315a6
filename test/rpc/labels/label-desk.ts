import { labelHandlers, type LabelContext } from '../../../electron/desk/handlers/label-handlers.ts';
import { unprintedOrders } from '../../../electron/outbox/read-labels.ts';
import { defaultForm } from '../../../electron/printing/drawing/make-label-source.ts';
import { ownLabelIn, problemsOfOwnLabel } from '../../../electron/printing/drawing/own-label-of-order.ts';
import { watchOwnLabels } from '../../../electron/printing/drawing/watch-own-labels.ts';
import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import { defaultSettings } from '../../../shared/settings/settings.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../../support/open-test-outbox.ts';
import { afterEach, beforeEach } from 'vitest';

export let desk: TestOutbox;
/** Events of the handlers. */
export let told: DeskEvent[];

export const noOwn: LabelContext['ownLabels'] = {
  draw: () => Promise.reject(new Error('no order brings one along')),
  prefetch: () => undefined,
};
/** Checks the own labels of a desk's orders. */
export const broughtOf = (own: LabelContext['ownLabels'], monotonic = () => performance.now()) =>
  watchOwnLabels({
    unprinted: unprintedOrders(desk.db),
    problemsOf: (body) =>
      problemsOfOwnLabel(
        ownLabelIn(body, defaultSettings, { practice: false, copy: 1 }),
        own.draw,
        defaultForm(defaultSettings),
      ),
    onChange: (ids) => void told.push({ kind: 'entries', ids }),
    yieldToEventLoop: () => Promise.resolve(),
    monotonic,
  });
export const partsOf = (reader = desk.reader, own = noOwn): LabelContext => ({
  reader,
  makeLogo: () => Promise.reject(new Error('no logo is chosen here')),
  settings: () => defaultSettings,
  isPractice: () => true,
  deskCode: () => 'A1B2C',
  folder: desk.folder,
  now: desk.now,
  emit: (event) => void told.push(event),
  yieldToEventLoop: () => Promise.resolve(),
  ownLabels: own,
  ownLabelWatch: broughtOf(own),
});
export const handlers = (reader = desk.reader, own = noOwn) => labelHandlers(partsOf(reader, own));

/** Opens a desk of labels for each test of a file. */
export function useLabelDesk(): void {
  beforeEach(() => {
    desk = openTestOutbox();
    told = [];
  });
  afterEach(() => desk.close());
}

let commands = 0;
/** An accepted label order with this tracking number, or with none if null. */
export function order(key: string, TrackingNumber: string | null, more = {}): string {
  const { id } = desk.outbox.enqueue(`command-${++commands}`, labelCapture(key, more), '', false);
  accept(TrackingNumber);
  return id;
}

/** The service accepts the only order that waits. */
export function accept(TrackingNumber: string | null): void {
  const [claimed] = desk.outbox.sync.claim(1, desk.now(), 'practice', []);
  if (!claimed) throw new Error('nothing to claim');
  const outcome = { TrackingNumber, IsFinalTrackingNumber: true, ShippingProvider: null, SvcId: null, record: {} };
  const change = {
    events: ['accepted', 'made'] as const,
    why: { said: '' },
    wait: null,
    ...(TrackingNumber && { outcome }),
  };
  desk.outbox.sync.settle(claimed, null, 'accepted', change, desk.now());
}
