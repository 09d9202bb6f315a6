import type { Settings } from '../../shared/settings/settings.ts';
import { httpAnswer } from '../support/exchanges.ts';
import { skuCapture } from '../support/open-test-outbox.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, describe, expect, it } from 'vitest';

let desk: SyncDesk;
function open(settings: Partial<Settings> = {}): SyncDesk {
  desk = openSyncDesk(settings);
  return desk;
}
afterEach(() => desk.close());

/** A 201 after one second. */
async function inTime(): Promise<ReturnType<typeof httpAnswer>> {
  await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
  return httpAnswer(201);
}
const isProbe = ({ endpoint }: { endpoint: number }): boolean => endpoint === 16;
const enter = (count: number): string[] => Array.from({ length: count }, (_, n) => desk.add(skuCapture(`SKU-${n}`)));

/** Wakes the sync after an answer was read and before it is written. */
async function ring(): Promise<void> {
  for (let n = 0; n < 40; n += 1) await Promise.resolve();
  desk.sync.wake();
}

/** Logs what the sync writes, with each commit in brackets. */
function written(): string[] {
  const { settle, claim, inTransaction } = desk.outbox.sync;
  const log: string[] = [];
  Object.assign(desk.outbox.sync, {
    settle(...given: Parameters<typeof settle>) {
      log.push(`${given[0].key.value} ended`);
      settle(...given);
    },
    claim(...given: Parameters<typeof claim>) {
      const claimed = claim(...given);
      log.push(...claimed.map(({ key }) => `${key.value} begins`));
      return claimed;
    },
    inTransaction(act: () => void) {
      log.push('(');
      inTransaction(act);
      log.push(')');
    },
  });
  return log;
}

describe('the slot of an attempt whose answer has arrived', () => {
  it('is taken by the next entry in the commit that settles the attempt', async () => {
    open({ concurrency: 1 }).service = (asked) => (isProbe(asked) ? httpAnswer(404) : inTime());
    enter(3);
    const log = written();
    desk.sync.start();
    await desk.time.advance(5000);
    expect(log.join(' ')).toBe(
      'SKU-0 begins ( SKU-0 ended SKU-1 begins ) ( SKU-1 ended SKU-2 begins ) ( SKU-2 ended )',
    );
  });

  it('is free only after that commit, so that never more entries are being sent than there are slots', async () => {
    open({ concurrency: 3 });
    const beingSent: number[] = [];
    desk.service = (asked) => {
      const sql = `SELECT count(*) AS n FROM entry WHERE state = 'sending'`;
      beingSent.push(desk.db.prepare<[], { n: number }>(sql).get()?.n ?? -1);
      return isProbe(asked) ? httpAnswer(404) : inTime().finally(() => void ring());
    };
    const ids = enter(30);
    desk.sync.start();
    await desk.time.advance(20_000);
    expect(ids.map((id) => desk.state(id))).toEqual(ids.map(() => 'done'));
    expect(Math.max(...beingSent)).toBe(3);
  });

  it('stays free if the answer pauses all sending', async () => {
    open({ concurrency: 1 }).service = (asked) => httpAnswer(isProbe(asked) ? 404 : 401);
    enter(3);
    const log = written();
    desk.sync.start();
    await desk.time.advance(5000);
    expect(log).toEqual(['SKU-0 begins', '(', 'SKU-0 ended', ')']);
  });

  it('stays free while the sync stops', async () => {
    open({ concurrency: 1 }).service = (asked) => (isProbe(asked) ? httpAnswer(404) : inTime());
    enter(3);
    const log = written();
    desk.sync.start();
    await desk.time.advance(500);
    const stopped = desk.sync.stop();
    await desk.time.advance(3000);
    await stopped;
    expect(log).toEqual(['SKU-0 begins', '(', 'SKU-0 ended', ')']);
  });
});

it('an entry claimed in a commit during which the data folder disappeared is not sent', async () => {
  open({ concurrency: 1 }).service = (asked) => (isProbe(asked) ? httpAnswer(404) : inTime());
  enter(3);
  const { inTransaction } = desk.outbox.sync;
  desk.outbox.sync.inTransaction = (act) => {
    inTransaction(act);
    desk.outbox.sync.isFolderPresent = () => false;
  };
  desk.sync.start();
  await desk.time.advance(5000);
  expect(desk.takeLog()).toEqual(['0 probe', '0 15 SKU-0']);
});

it('an answer is stored even if the next entry cannot be claimed in the same commit, and that entry is claimed separately', async () => {
  open({ concurrency: 1 }).service = (asked) => (isProbe(asked) ? httpAnswer(404) : inTime());
  const ids = enter(3);
  const { claim } = desk.outbox.sync;
  desk.outbox.sync.claim = (...given) => {
    // the rows that the claim wrote must be rolled back, too
    const claimed = claim(...given);
    if (desk.db.inTransaction) throw new Error('no');
    return claimed;
  };
  desk.sync.start();
  await desk.time.advance(10_000);
  expect(ids.map((id) => [desk.state(id), desk.row(id).tries])).toEqual(ids.map(() => ['done', 1]));
  expect(desk.faults).toEqual([]);
});
