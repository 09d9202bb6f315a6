import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeEach(() => {
  desk = openTestOutbox({ holdMs: 5000 });
});
afterEach(() => desk.close());

/** Pages that `act` adds to the write-ahead log, each written and synced before `act` answers. */
function pagesOf(act: () => void): number {
  desk.db.pragma('wal_checkpoint(TRUNCATE)');
  act();
  return Math.round((statSync(join(desk.folder, `${deskFile}-wal`)).size - 32) / (4096 + 24));
}
const times = (count: number, act: (n: number) => void): void => {
  for (let n = 0; n < count; n += 1) act(n);
};

describe('the disk writes for an order', () => {
  it('are few pages if it is captured alone, however many lists and searches can find it', () => {
    const save = (n: number): void =>
      void desk.outbox.enqueue(
        `command-${n}`,
        labelCapture(`A${n}`, { Custom: 'x'.repeat(900), Remark: 'y'.repeat(900) }),
        'Mia',
        false,
      );
    times(200, save);
    // There were 25 before each index had to name the query that needs it and the tokens of the search were deferred.
    expect(pagesOf(() => times(40, (n) => save(200 + n))) / 40).toBeLessThan(20);
  });

  it('are a fraction of that for one of many in a file, since a slice is one commit', () => {
    const orders = Array.from({ length: 100 }, (_, n) => labelCapture(`A${n}`, { Remark: 'y'.repeat(200) }));
    const first = orders.slice(0, 50);
    desk.outbox.enqueueMany(first, 'Mia', false, true);
    expect(pagesOf(() => desk.outbox.enqueueMany(orders.slice(50), 'Mia', false, true)) / 50).toBeLessThan(2);
  });
});
