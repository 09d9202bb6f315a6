import { noAnswer } from '../../electron/delivery/service/exchange.ts';
import { openLookupDesk, type LookupDesk } from './lookup-desk.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

let desk: LookupDesk;
beforeEach(() => void (desk = openLookupDesk()));
afterEach(() => desk.close());

it('a lookup is reported as unreached only if no byte of it reached the service, not if it hung, broke or was stopped', async () => {
  const track = () => desk.lookups.track(['T-1'], 'fresh');
  for (const [left, cause] of [
    ['maybe', 'timeout'],
    ['maybe', 'broken'],
    ['never', 'stopped'],
  ] as const) {
    desk.service = () => noAnswer(left, cause);
    await track();
  }
  desk.service = () => noAnswer('never', 'refused');
  await track();
  expect(desk.unreached).toEqual(['refused']);
});
