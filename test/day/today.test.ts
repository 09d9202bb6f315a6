import { todayReader } from '../../electron/day/today.ts';
import { freshOutbox, refused } from '../outbox/fresh-outbox.ts';
import { labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { expect, test } from 'vitest';

const hourMs = 3_600_000;
const { box, add, claim, settle } = freshOutbox();
const reader = () => todayReader(box().db, box().reader, box().now, () => 1_800_000);
const today = () => reader().today();
const because = (text: string, field: string | null) => ({ ...refused, reason: { code: 'HTTP 400', text, field } });
const words = () => today().needs.map(({ list, field, count, newest }) => [list, field, count, newest.key]);

test('entries refused for the same field form one group, whatever the wording of the service', () => {
  for (const key of ['P-1', 'P-2', 'P-3', 'P-4']) add(labelCapture(key));
  const [one, two, three, four] = claim(4);
  settle(one!, because('411 01 is no postcode of Berlin', 'Postcode'));
  settle(two!, because('10115 is no postcode of Madrid', 'Postcode'));
  settle(three!, because('No such service', 'ServiceCode'));
  settle(four!, because('P-4 is not wanted', null));
  expect(words()).toEqual([
    ['refused', 'Postcode', 2, 'P-2'],
    ['refused', null, 1, 'P-4'],
    ['refused', 'ServiceCode', 1, 'P-3'],
  ]);
  const [postcodes] = today().needs;
  expect(reader().group({ ...postcodes!, newest: postcodes!.newest.seq })).toEqual([one!.id, two!.id]);
});

test("without a field, reasons that differ only in the order's number form one group", () => {
  for (const key of ['P-1', 'P-2', 'P-3']) add(labelCapture(key));
  const [one, two, three] = claim(3);
  settle(one!, because('Order P-1 is too heavy', null));
  settle(two!, because('Order P-2 is too heavy', null));
  settle(three!, because('Order P-3 is too long', null));
  expect(words()).toEqual([
    ['refused', null, 2, 'P-2'],
    ['refused', null, 1, 'P-3'],
  ]);
  const [heavy] = today().needs;
  expect(reader().group({ ...heavy!, newest: heavy!.newest.seq })).toEqual([one!.id, two!.id]);
});

test('a group contains one kind of entry, since one correction cannot fit two kinds', () => {
  add(labelCapture('P-1'));
  add(skuCapture('MUG'));
  for (const one of claim(2)) settle(one, because('too heavy', 'Weight'));
  expect(words()).toEqual([
    ['refused', 'Weight', 1, 'MUG'],
    ['refused', 'Weight', 1, 'P-1'],
  ]);
});

test('an entry with a pending question is listed among questions and not among refused entries', () => {
  add(labelCapture('P-1'));
  settle(claim(1)[0]!, { ...because('another record', null), asks: 'another-record' });
  expect(today().needs.map(({ list, asks, count }) => [list, asks, count])).toEqual([['asking', 'another-record', 1]]);
});

test('an accepted entry counts as stuck after the time in the setting', () => {
  add(labelCapture('P-1'));
  settle(claim(1)[0]!, { events: ['accepted'] });
  expect(today().needs).toEqual([]);
  box().advance(1_800_000);
  expect(today().needs.map(({ list, count }) => [list, count])).toEqual([['stuck', 1]]);
});

test('each hour counts the entries captured and the entries done in it', () => {
  const at = new Date(box().now()).getHours();
  add(labelCapture('P-1'));
  add(labelCapture('P-2'));
  box().advance(2 * hourMs + 1234);
  add(labelCapture('P-3'));
  for (const one of claim(2)) settle(one, { events: ['accepted', 'made'] });
  const { hours } = today();
  expect([hours[at], hours[at + 1], hours[at + 2]]).toEqual([
    { captured: 2, done: 0 },
    { captured: 0, done: 0 },
    { captured: 1, done: 2 },
  ]);
});

test('the latest entries are shown whatever day they are from', () => {
  for (let n = 0; n < 10; n += 1) add(labelCapture(`P-${n}`));
  box().advance(48 * hourMs);
  const { last, captured, carriedOver } = today();
  expect(last.map(({ key }) => key)).toEqual(['P-9', 'P-8', 'P-7', 'P-6', 'P-5', 'P-4', 'P-3', 'P-2']);
  expect([captured, carriedOver]).toEqual([0, 10]);
});
