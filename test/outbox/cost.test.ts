import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deskFile } from '../../electron/database/desk-file.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';

let desk: TestOutbox;
beforeEach(() => {
  desk = openTestOutbox({ holdMs: 5000 });
});
afterEach(() => desk.close());

/** Pages that `act` brings into the log, each written and synced before it answers. */
function pagesOf(act: () => void): number {
  desk.db.pragma('wal_checkpoint(TRUNCATE)');
  act();
  return Math.round((statSync(join(desk.folder, `${deskFile}-wal`)).size - 32) / (4096 + 24));
}
const times = (count: number, act: (n: number) => void): void => {
  for (let n = 0; n < count; n += 1) act(n);
};

describe('what is written for an order', () => {
  it('that is captured alone is few pages, however many lists and searches it can be found by', () => {
    const save = (n: number): void =>
      void desk.outbox.enqueue(
        `command-${n}`,
        labelCapture(`A${n}`, { Custom: 'x'.repeat(900), Remark: 'y'.repeat(900) }),
        'Mia',
        false,
      );
    times(200, save);
    // 25 before each index had to say which question needs it, and tokens of the search were put off
    expect(pagesOf(() => times(40, (n) => save(200 + n))) / 40).toBeLessThan(20);
  });

  it('in a file is a small part of that, since a slice is one commit', () => {
    const orders = Array.from({ length: 100 }, (_, n) => labelCapture(`A${n}`, { Remark: 'y'.repeat(200) }));
    const first = orders.slice(0, 50);
    desk.outbox.enqueueMany(first, 'Mia', false, true);
    expect(pagesOf(() => desk.outbox.enqueueMany(orders.slice(50), 'Mia', false, true)) / 50).toBeLessThan(2);
  });
});
