import { journalDays, journalLines } from '../../electron/copies/journal/read-journal.ts';
import { eraseJournal, createSecondJournalEraser } from '../../electron/copies/retention/erase-journal.ts';
import { scheduleRetention, type RetentionHost } from '../../electron/copies/retention/schedule-retention.ts';
import { openDesk, openDeskReader } from '../../electron/storage/database/open-desk.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { label, openLostDesk } from '../backup/lost-desk.ts';
import { fakeTime } from '../support/fake-time.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { age, dayMs, found, longAgo, many, other, person, traces } from './long-ago.ts';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Retention alone on a closed folder, in fake time, so that a test can end it at any point. */
function retentionOf(db: Sqlite, folder: string, more: Partial<RetentionHost> = {}) {
  const time = fakeTime(Date.now());
  const retention = scheduleRetention({
    db,
    journal: join(folder, 'journal'),
    now: time.clock.now,
    after: time.timer.after,
    isIdle: () => true,
    days: () => 30,
    closeJournal: () => undefined,
    eraseSecondJournal: () => Promise.resolve(0),
    clearLeftovers: () => undefined,
    deleteOldBackups: () => Promise.resolve(0),
    deleteOldSetAside: () => Promise.resolve(0),
    erasePractice: () => Promise.resolve(0),
    onFault(error) {
      throw error;
    },
    ...more,
  });
  return {
    ...time,
    ...retention,
    /** runs it to its end */
    async whole() {
      const done = retention.now();
      let ended = false;
      void done.finally(() => (ended = true)).catch(() => undefined);
      while (!ended) await time.advance(5);
      return done;
    },
  };
}

function opened(folder: string): Sqlite {
  const db = openDesk(folder);
  onTestFinished(() => void db.close());
  return db;
}
/** Old entries, and one of today, whose day of the journal is kept. */
async function longAgoAndToday(): Promise<string> {
  const { folder } = await longAgo();
  const one = await openLostDesk(folder);
  await one.add(label('TODAY', other), true);
  await one.close();
  return folder;
}
const erasedIn = (db: Sqlite): number =>
  db.prepare<[], { n: number }>('SELECT count(erased_at) AS n FROM entry').get()?.n ?? 0;

describe('retention that is interrupted', { timeout: 240_000 }, () => {
  it('before the search index lost the erased data removes it from there at the next run', async () => {
    const folder = await longAgoAndToday();
    const db = opened(folder);
    const first = retentionOf(db, folder);
    void first.now();
    // Until its last slice is erased, with the search index untouched.
    while (erasedIn(db) < many + 2) await first.advance(5);
    await first.close();
    expect(found(folder, traces)).not.toEqual([]);

    const again = retentionOf(db, folder);
    expect(await again.whole()).toMatchObject({ entries: 0, freed: true });
    expect(found(folder, traces)).toEqual([]);
  });

  it('while the second journal was away erases its days later', async () => {
    const folder = await longAgoAndToday();
    const db = opened(folder);
    const told: unknown[] = [];
    const place = (): string => 'second';
    const away = retentionOf(db, folder, {
      eraseSecondJournal: createSecondJournalEraser(db, place, () => Promise.reject(new Error('away'))),
      onFault: (error) => void told.push(error),
    });

    expect(await away.whole()).toMatchObject({ journalDays: 1 });
    expect(told).toMatchObject([{ message: 'away' }]);
    const asked: string[] = [];
    const forget = (_: string, { upTo }: { upTo: string }): Promise<number> => Promise.resolve(asked.push(upTo));
    const back = retentionOf(db, folder, { eraseSecondJournal: createSecondJournalEraser(db, place, forget) });
    expect(await back.whole()).toMatchObject({ journalDays: 1 });
    expect(asked).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d\.jsonl$/)]);
    // A further run finds nothing to erase.
    expect(await back.whole()).toMatchObject({ journalDays: 0 });
    expect(asked).toHaveLength(1);
  });
});

describe('retention', { timeout: 240_000 }, () => {
  it('that was off for a while also erases the free space of values removed meanwhile', async () => {
    const one = await openLostDesk();
    const days = (retentionDays: number) => one.desk.ask('settings.set', { values: { retentionDays } });
    await days(30);
    expect(await one.desk.ask('retention.now', {})).toMatchObject({ freed: true });
    await days(0);
    const long = { texts: [['Contact', 'Xiomara '.repeat(4000)]] };
    for (const value of [long, null]) await one.desk.ask('desk.remember', { name: 'form/box-order', value });
    expect(found(one.folder, traces)).not.toEqual([]);
    await days(30);
    expect(await one.desk.ask('retention.now', {})).toMatchObject({ freed: true });
    expect(found(one.folder, traces)).toEqual([]);
  });

  it('does not wait for a reader of the write-ahead log, and reports that the log is not emptied', async () => {
    const folder = await longAgoAndToday();
    const db = opened(folder);
    const reader = openDeskReader(folder);
    onTestFinished(() => void reader.close());
    const reading = reader.prepare('SELECT seq FROM entry').iterate();
    reading.next();
    expect(await retentionOf(db, folder).whole()).toMatchObject({ freed: false });
    expect(db.pragma('busy_timeout', { simple: true })).toBe(5000);
    reading.return?.();
    expect(await retentionOf(db, folder).whole()).toMatchObject({ freed: true });
    expect(found(folder, traces)).toEqual([]);
  });

  it('keeps lines of an open entry in their day of the journal, and a restart writes no erased line again', async () => {
    const one = await openLostDesk();
    const open = await one.add(label('OPEN', other), true);
    const gone = await one.add(label('GONE', person), true);
    await one.desk.ask('entry.withdraw', { ...one.command(), ids: [gone], why: '' });
    await one.close();
    age(one.folder, temporaryFolder(), 40);
    const journal = join(one.folder, 'journal');
    const db = opened(one.folder);
    expect(await retentionOf(db, one.folder).whole()).toMatchObject({ entries: 1, journalDays: 0 });
    const ids = (): (string | undefined)[] => [...journalLines(journal)].map((line) => line?.id);
    expect(ids()).toEqual([open]);
    const next = await openLostDesk(one.folder);
    await next.close();
    expect(ids()).toEqual([open]);
  });

  it('reads a long day of the journal in pieces, and leaves it unchanged if the desk ends meanwhile', async () => {
    const entries = 450;
    const one = await openLostDesk();
    const names = Array.from({ length: entries }, (_, at) => `MANY-${at}`);
    const ids = await Promise.all(names.map((name) => one.add(label(name, person), true)));
    await one.desk.ask('entry.withdraw', { ...one.command(), ids, why: '' });
    await one.close();
    age(one.folder, temporaryFolder(), 40);
    const next = await openLostDesk(one.folder);
    await next.add(label('TODAY', other), true);
    await next.close();
    const db = opened(one.folder);
    db.exec('UPDATE entry SET erased_at = settled_at WHERE settled_at IS NOT NULL');
    const journal = join(one.folder, 'journal');
    const times = { before: Date.now() - 30 * dayMs, now: Date.now() };
    const close = (): void => undefined;
    const ended = { close, yieldToEventLoop: () => Promise.resolve(false) };
    expect(await eraseJournal(db, journal, times, ended)).toEqual({
      upTo: '',
      ahead: [],
      kept: '',
      lastStep: 0,
      removed: 0,
    });
    expect(journalDays(journal)).toHaveLength(2);
    let rests = 0;
    const yieldToEventLoop = (): Promise<boolean> => Promise.resolve((rests += 1) > 0);
    expect(await eraseJournal(db, journal, times, { close, yieldToEventLoop })).toMatchObject({ removed: 1 });
    // One line for each capture and each withdrawal.
    expect(rests).toBeGreaterThan((2 * entries) / 300);
  });
});
