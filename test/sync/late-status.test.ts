import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { httpAnswer, possiblySent } from '../support/exchanges.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openSyncDesk } from '../support/sync-desk.ts';
import { expect, it } from 'vitest';

it('a 404 to a status check from before a resend does not count for the new attempt and does not cause a third', async () => {
  const desk = openSyncDesk();
  const { outbox, time } = desk;
  outbox.sync.recordStatusProven('practice', 16, 2);
  const late = Promise.withResolvers<Exchange>();
  let statuses = 0;
  // The answer to each create is lost; the last 404 that the grace period needs arrives late.
  desk.service = ({ endpoint, id }) => {
    if (endpoint === 2) return possiblySent();
    if (id !== 'P1') return httpAnswer(404);
    statuses += 1;
    return time.elapsed() >= 600_000 && statuses > 2 ? late.promise : httpAnswer(404);
  };
  const id = desk.add(labelCapture('P1'));
  desk.sync.start();
  await time.advance(900_000);
  expect(desk.row(id)).toMatchObject({ state: 'unsure', asks: null });

  outbox.decide('d1', id, 'send-again', 'Mia', '');
  desk.sync.wake();
  await time.advance(5_000);
  const creates = () => desk.log.filter((line) => line.endsWith(' 2 P1')).length;
  expect(desk.state(id)).toBe('unsure');
  expect(creates()).toBe(2);

  late.resolve(httpAnswer(404));
  await time.advance(60_000);
  expect(desk.state(id)).toBe('unsure');
  expect(creates()).toBe(2);
  await desk.close();
});
