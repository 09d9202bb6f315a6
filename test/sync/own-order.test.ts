import type { Capture } from '../../electron/outbox/capture.ts';
import { httpAnswer, possiblySent } from '../support/exchanges.ts';
import { boxCapture } from '../support/open-test-outbox.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, expect, it } from 'vitest';

let desk: SyncDesk;
afterEach(() => desk.close());

const failed = (PackageId: string) =>
  httpAnswer(200, { PackageId, CreateFailedReason: { ReasonCode: 'R1', ReasonText: 'No vehicle today' } });
const made = (PackageId: string) => httpAnswer(200, { PackageId, TrackingNumber: `T-${PackageId}` });

/**
 * A service that accepts each key once, answers "not changed" from then on, and makes its orders once `well` is set.
 */
function service() {
  const has = new Set<string>();
  const at = { well: false, loses: 0 };
  desk.service = ({ endpoint, id, body }) => {
    if (endpoint !== 6) return !has.has(id) ? httpAnswer(404) : at.well ? made(id) : failed(id);
    const known = has.has(id);
    has.add(id);
    if (at.loses-- > 0) return possiblySent();
    return body === undefined || known ? httpAnswer(200) : httpAnswer(201);
  };
  return at;
}

function changed(capture: Capture): Capture {
  return { ...capture, body: { ...(capture.body as object), Remark: 'second floor' } };
}

it('an order that was accepted, failed there and was resubmitted unchanged counts as the same order at "not changed"', async () => {
  desk = openSyncDesk();
  const at = service();
  const id = desk.add(boxCapture('P1'));
  desk.sync.start();
  await desk.time.advance(20_000);
  expect(desk.row(id)).toMatchObject({ state: 'refused', reason: { text: 'No vehicle today' } });
  at.well = true;
  desk.outbox.mend('m1', id, boxCapture('P1'), 'Mia', true);
  desk.sync.wake();
  await desk.time.advance(20_000);
  expect(desk.row(id)).toMatchObject({ state: 'done', asks: null, trackingNumber: 'T-P1' });
});

it('an order corrected to other content raises a question at "not changed", which refers to the old content', async () => {
  desk = openSyncDesk();
  const at = service();
  const id = desk.add(boxCapture('P1'));
  desk.sync.start();
  await desk.time.advance(20_000);
  at.well = true;
  desk.outbox.mend('m1', id, changed(boxCapture('P1')), 'Mia', true);
  desk.sync.wake();
  await desk.time.advance(5000);
  expect(desk.row(id)).toMatchObject({ state: 'accepted', asks: 'was-there-before' });
});

it('an order corrected to other content raises that question also if the first answer to the correction was lost', async () => {
  desk = openSyncDesk();
  const at = service();
  const id = desk.add(boxCapture('P1'));
  desk.sync.start();
  await desk.time.advance(20_000);
  at.well = true;
  at.loses = 1;
  desk.outbox.mend('m1', id, changed(boxCapture('P1')), 'Mia', true);
  desk.sync.wake();
  await desk.time.advance(5000);
  expect(desk.row(id)).toMatchObject({ state: 'accepted', asks: 'was-there-before' });
});

it("someone else's failed record is not taken for the order when the order is sent again", async () => {
  desk = openSyncDesk();
  desk.service = ({ endpoint, id }) => (endpoint === 6 ? httpAnswer(200) : failed(id));
  const id = desk.add(boxCapture('P1'));
  desk.sync.start();
  await desk.time.advance(20_000);
  expect(desk.row(id)).toMatchObject({ state: 'refused' });
  desk.outbox.mend('m1', id, boxCapture('P1'), 'Mia', true);
  desk.sync.wake();
  await desk.time.advance(2000);
  expect(desk.row(id)).toMatchObject({ asks: 'was-there-before' });
});

it.each([{ Status: [1] }, {}, { error: 'busy' }])(
  'a status of %j does not show an order, and replaces no stored record',
  async (says) => {
    desk = openSyncDesk();
    const at = { tries: 0, says: true };
    desk.service = ({ endpoint, id }) => {
      if (endpoint !== 6) return at.says ? httpAnswer(200, says) : made(id);
      at.tries += 1;
      return at.tries === 1 ? possiblySent() : httpAnswer(400, 'PackageId exists');
    };
    const id = desk.add(boxCapture('P1'));
    desk.sync.start();
    await desk.time.advance(600_000);
    expect(desk.row(id)).toMatchObject({ state: 'unsure', record: null });
    at.says = false;
    await desk.time.advance(3_600_000);
    expect(desk.row(id)).toMatchObject({ state: 'done', trackingNumber: 'T-P1' });
  },
);
