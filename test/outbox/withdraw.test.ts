import { labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { freshOutbox } from './fresh-outbox.ts';
import { beforeEach, expect, it } from 'vitest';

const { box, command, add, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

const options = { operator: 'Mia', why: '', decided: false, alone: false };

it('an order that was never sent is withdrawn with nothing to cancel at the service', () => {
  const { id } = add(labelCapture('A1'));
  desk.outbox.withdraw(id, options);
  expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: false });
  expect(desk.reader.detail(id)?.history.at(-1)).toMatchObject({ who: 'Mia', why: { code: 'withdrawn' } });
});

it('a draft is discarded, with the given reason in its history', () => {
  const { id } = desk.outbox.enqueue(command(), labelCapture('A1'), 'Mia', true);
  desk.outbox.withdraw(id, { ...options, why: 'not today' });
  expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: false });
  expect(desk.reader.detail(id)?.history.at(-1)).toMatchObject({ why: { said: 'not today' } });
});
