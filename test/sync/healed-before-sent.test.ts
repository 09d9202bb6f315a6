import type { Capture } from '../../electron/outbox/capture.ts';
import { httpAnswer, possiblySent } from '../support/exchanges.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, expect, it } from 'vitest';

let desk: SyncDesk;
afterEach(() => desk.close());

const failure = { CreateFailedReason: { ReasonCode: 'R1', ReasonText: 'No vehicle today' } };

/** A service that makes a label order each time it is asked to, and can make a failed one after all. */
function service() {
  const at = { made: 0, heals: false, loses: false, status: 200, says: null as object | null };
  desk.service = ({ endpoint, id }) => {
    const record = { PackageId: id, ServiceCode: 'SGP', Country: 'ES', SvcPackageId: `S-${id}`, Status: 'Created' };
    if (endpoint === 2 && at.loses) return possiblySent();
    if (endpoint === 2) at.made += 1;
    else if (at.status !== 200) return httpAnswer(at.status);
    else if (at.says) return httpAnswer(200, { ...record, ...at.says });
    return httpAnswer(
      200,
      at.heals ? { ...record, RetryCount: 1, TrackingNumber: `T-${id}` } : { ...record, ...failure },
    );
  };
  return at;
}

async function failedOnce(): Promise<{ id: string; at: ReturnType<typeof service> }> {
  desk = openSyncDesk();
  const at = service();
  const id = desk.add(labelCapture('P1'));
  desk.sync.start();
  await desk.time.advance(20_000);
  expect(desk.row(id)).toMatchObject({ state: 'refused', reason: { text: 'No vehicle today' } });
  return { id, at };
}

function mend(id: string, capture: Capture): void {
  desk.outbox.mend('m1', id, capture, 'Mia', true);
  desk.sync.wake();
}

const changed = (capture: Capture): Capture => {
  const body = capture.body as { Package: object };
  return { ...capture, body: { ...body, Package: { ...body.Package, Remark: 'second floor' } } };
};

it('an order that failed at the service and was made there before its correction left is not made again', async () => {
  const { id, at } = await failedOnce();
  at.heals = true;
  mend(id, labelCapture('P1'));
  await desk.time.advance(20_000);
  expect(at.made).toBe(1);
  expect(desk.row(id)).toMatchObject({ state: 'done', asks: null, trackingNumber: 'T-P1' });
});

it('an order that was made there before its correction to other content left raises a question', async () => {
  const { id, at } = await failedOnce();
  at.heals = true;
  mend(id, changed(labelCapture('P1')));
  await desk.time.advance(20_000);
  expect(at.made).toBe(1);
  expect(desk.row(id)).toMatchObject({ state: 'accepted', asks: 'was-there-before' });
});

it.each([{ Status: [1] }, { Status: 'Creating' }])(
  'an order whose last status was %j, no longer a failure, is not made again either',
  async (says) => {
    const { id, at } = await failedOnce();
    at.says = says;
    await desk.time.advance(3_600_000);
    expect(desk.row(id)).toMatchObject({ state: 'refused' });
    at.says = null;
    at.heals = true;
    mend(id, labelCapture('P1'));
    await desk.time.advance(20_000);
    expect(at.made).toBe(1);
    expect(desk.row(id)).toMatchObject({ state: 'done', asks: null, trackingNumber: 'T-P1' });
  },
);

it('an order that still shows as failed there is sent again at once', async () => {
  const { id, at } = await failedOnce();
  mend(id, changed(labelCapture('P1')));
  await desk.time.advance(5000);
  expect(at.made).toBe(2);
  expect(desk.row(id)).toMatchObject({ state: 'refused' });
});

it('a lost correction is not mistaken for the earlier order that the service made after all', async () => {
  const { id, at } = await failedOnce();
  at.loses = true;
  at.says = { ...failure, RetryCount: 1 };
  mend(id, changed(labelCapture('P1')));
  await desk.time.advance(1_200_000);
  expect(desk.row(id)).toMatchObject({ state: 'refused', asks: null });
  at.says = null;
  at.heals = true;
  await desk.time.advance(3_600_000);
  expect(desk.row(id)).toMatchObject({ state: 'refused', asks: 'was-there-before', trackingNumber: 'T-P1' });
  desk.outbox.decide('d1', id, 'taken', 'Mia', '');
  desk.sync.wake();
  await desk.time.advance(20_000);
  expect(desk.row(id)).toMatchObject({ state: 'done', asks: null });
});

it('a correction waits while its status cannot be read, and is sent once it can', async () => {
  const { id, at } = await failedOnce();
  at.status = 503;
  mend(id, labelCapture('P1'));
  await desk.time.advance(10_000);
  expect(at.made).toBe(1);
  expect(desk.row(id)).toMatchObject({ state: 'queued' });
  at.status = 200;
  await desk.time.advance(400_000);
  expect(at.made).toBe(2);
});

it('an order made after the answer to its correction was lost raises a question: it may have the old content', async () => {
  const { id, at } = await failedOnce();
  const before = desk.service;
  desk.service = (asked) => {
    if (asked.endpoint !== 2) return before(asked);
    // The service makes the earlier order now, and the correction has no effect.
    at.heals = true;
    return possiblySent('broken');
  };
  mend(id, changed(labelCapture('P1')));
  await desk.time.advance(600_000);
  expect(desk.row(id)).toMatchObject({ state: 'accepted', asks: 'was-there-before', trackingNumber: 'T-P1' });
});

it('a correction is not sent while a Retry-After that arrived during its status check holds its endpoint', async () => {
  const { id, at } = await failedOnce();
  const before = desk.service;
  desk.service = async (asked) => {
    if (asked.id === 'P2') return httpAnswer(429, '', { retryAfterMs: 120_000 });
    // The status check of the corrected order is under way while the other order gets its Retry-After.
    if (asked.endpoint === 16) await new Promise<void>((resolve) => void desk.time.timer.after(3000, resolve));
    return before(asked);
  };
  mend(id, changed(labelCapture('P1')));
  desk.add(labelCapture('P2'));
  await desk.time.advance(100_000);
  expect(at.made).toBe(1);
  expect(desk.row(id)).toMatchObject({ state: 'queued', tries: 0 });
  await desk.time.advance(60_000);
  expect(at.made).toBe(2);
});
