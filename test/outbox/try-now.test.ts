import { skuCapture } from '../support/open-test-outbox.ts';
import { freshOutbox } from './fresh-outbox.ts';
import { expect, it } from 'vitest';

const { box, add, claim, settle } = freshOutbox();

it('"try now" checks no status of an accepted entry whose kind has none', () => {
  const { id } = add(skuCapture('S1'));
  settle(claim()[0]!, { events: ['accepted'], asks: 'unknown-text' });
  box().outbox.tryNow([id]);
  expect(box().outbox.sync.dueChecks(1, box().now())).toEqual([]);
});
