import { withoutSync } from '../../electron/storage/database/transactions.ts';
import { openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

const [normal, full] = [1, 2];
let desk: TestOutbox;
beforeEach(() => (desk = openTestOutbox()));
afterEach(() => desk.close());
const level = () => desk.db.pragma('synchronous', { simple: true });

it('commits that no caller waits for are not synced, and all later ones are, even after an error', () => {
  expect(withoutSync(desk.db, level)).toBe(normal);
  expect(level()).toBe(full);
  const fails = desk.db.transaction(() => {
    throw new Error('the disk is full');
  });
  expect(() => withoutSync(desk.db, fails)).toThrow('the disk is full');
  expect(level()).toBe(full);
});
