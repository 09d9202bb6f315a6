import { dayOf } from '../../electron/day/local-day.ts';
import { daySums, stepRanges } from '../../electron/day/today.ts';
import type { DaySums } from '../../shared/contract/day-procedures.ts';
import { freshOutbox, refused } from '../outbox/fresh-outbox.ts';
import { labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { expect, test } from 'vitest';

const dayMs = 86_400_000;
const { box, command, add, claim, settle } = freshOutbox();

const report = (time = box().now()) => daySums(box().db).report(stepRanges(box().db)(dayOf(time)));
const standing = ({ byState }: DaySums) => Object.fromEntries(Object.entries(byState).filter(([, count]) => count > 0));
const balances = ({ captured, carriedOver, byState }: DaySums) =>
  expect(Object.values(byState).reduce((sum, count) => sum + count)).toBe(captured + carriedOver);
const done = { events: ['accepted', 'made'] as const };

test('each entry captured in a day is counted in exactly one state', () => {
  for (const key of ['P-1', 'P-2', 'P-3']) add(labelCapture(key));
  box().outbox.enqueue(command(), labelCapture('P-4'), 'Ben', true);
  const [first, second] = claim(2);
  settle(first!, done);
  settle(second!, refused);
  const sums = report();
  expect([sums.captured, sums.carriedOver]).toEqual([4, 0]);
  expect(standing(sums)).toEqual({ done: 1, refused: 1, queued: 1, draft: 1 });
  balances(sums);
});

test('the next day carries over open entries but not settled ones', () => {
  for (const key of ['P-1', 'P-2', 'P-3']) add(labelCapture(key));
  const [first, second] = claim(2);
  settle(first!, done);
  settle(second!, refused);
  box().advance(dayMs);
  add(labelCapture('P-5'));
  const sums = report();
  expect([sums.captured, sums.carriedOver]).toEqual([1, 2]);
  expect(standing(sums)).toEqual({ refused: 1, queued: 2 });
  balances(sums);
});

test('a past day keeps its totals, whatever happens to its entries later', () => {
  const monday = box().now();
  for (const key of ['P-1', 'P-2']) add(labelCapture(key));
  settle(claim(1)[0]!, refused);
  const then = standing(report(monday));
  box().advance(dayMs);
  settle(claim(1)[0]!, done);
  add(labelCapture('P-3'));
  box().advance(dayMs);
  for (const one of claim(5)) settle(one, done);
  expect(standing(report(monday))).toEqual(then);
  expect(report(monday)).toMatchObject({ captured: 2, carriedOver: 0 });
  expect(report(monday + dayMs)).toMatchObject({ captured: 1, carriedOver: 2 });
  expect(standing(report(monday + dayMs))).toEqual({ refused: 1, done: 1, queued: 1 });
});

test('an entry is counted once even if the clock was set back a day', () => {
  const monday = box().now();
  add(labelCapture('P-1'));
  box().advance(-dayMs);
  add(labelCapture('P-2'));
  box().advance(2 * dayMs);
  add(labelCapture('P-3'));
  const days = [monday - dayMs, monday, monday + dayMs].map((day) => report(day));
  expect(days.reduce((sum, { captured }) => sum + captured, 0)).toBe(3);
  days.forEach(balances);
});

test('the parts of a day by operator, kind and service add up to the total', () => {
  add(labelCapture('P-1'));
  add(labelCapture('P-2', { ServiceCode: 'EXP' }));
  add(skuCapture('MUG'));
  box().outbox.enqueue(command(), labelCapture('P-3'), 'Ben', false);
  const { parts, captured } = report();
  expect(parts.map(({ operator, endpoint, service, captured: made }) => [operator, endpoint, service, made])).toEqual([
    ['Ben', 2, 'SGP', 1],
    ['Mia', 2, 'EXP', 1],
    ['Mia', 2, 'SGP', 1],
    ['Mia', 15, '', 1],
  ]);
  expect(captured).toBe(4);
});

test('labels needed are those with a tracking number; labels on paper are those a person or a printer confirmed', () => {
  const ids = ['P-1', 'P-2', 'P-3'].map((key) => add(labelCapture(key)).id);
  claim(2).forEach((one, at) =>
    settle(one, {
      ...done,
      outcome: {
        TrackingNumber: `T-${at}`,
        IsFinalTrackingNumber: true,
        ShippingProvider: null,
        SvcId: null,
        record: {},
      },
    }),
  );
  expect(report().labels).toEqual({ needed: 2, onPaper: 0, handedOver: 0 });
  box().queue.markPrinted(command(), [ids[0]!], 'Mia');
  expect(report().labels).toEqual({ needed: 2, onPaper: 1, handedOver: 0 });
});

test('unfinished entries and entries without a printed label are listed separately', () => {
  const ids = ['P-1', 'P-2', 'P-3'].map((key) => add(labelCapture(key)).id);
  settle(claim(1)[0]!, {
    ...done,
    outcome: { TrackingNumber: 'T-1', IsFinalTrackingNumber: true, ShippingProvider: null, SvcId: null, record: {} },
  });
  const missing = () => {
    const { unfinished, unprinted } = daySums(box().db).missing(stepRanges(box().db)(dayOf(box().now())));
    return [unfinished, unprinted].map((seqs) =>
      box()
        .reader.rows(seqs)
        .map(({ key }) => key),
    );
  };
  expect(missing()).toEqual([['P-2', 'P-3'], ['P-1']]);
  box().queue.markPrinted(command(), [ids[0]!], 'Mia');
  expect(missing()).toEqual([['P-2', 'P-3'], []]);
});
