import { restore } from '../../electron/copies/restore/restore.ts';
import { createEntryEraser, noneAhead } from '../../electron/copies/retention/erase-entries.ts';
import { checkFolder } from '../../electron/copies/verify/full-check.ts';
import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { openPrintQueue } from '../../electron/printing/queue/open-print-queue.ts';
import { printQueueReader } from '../../electron/printing/queue/read-queue.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { unpackSample } from '../golden/lay-out-folder.ts';
import { openTestJournal } from '../support/open-test-journal.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

function opened(folder: string): Sqlite {
  const db = openDesk(folder);
  onTestFinished(() => void db.close());
  return db;
}
function openedDesk(): PrintDesk {
  const desk = openPrintDesk();
  onTestFinished(() => desk.close());
  return desk;
}
const rows = (db: Sqlite, sql: string): unknown[] => db.prepare(sql).all();

it('labels confirmed by a person before the queue existed are on paper by that confirmation, and no old label waits', () => {
  const { folder } = unpackSample('version-18');
  const db = opened(folder);
  const labels = rows(
    db,
    `SELECT e.key, l.state, l.proof, l.number = e.printed_number AS same, l.settled_at = e.printed_at AS then_too, h.who, j.state AS job
     FROM print_label l JOIN entry e ON e.seq = l.entry JOIN print_history h ON h.label = l.seq JOIN print_job j ON j.seq = l.job`,
  );
  const word = { state: 'on-paper', proof: 'said-before', same: 1, then_too: 1, job: 'finished' };
  expect(labels).toEqual([{ ...word, key: 'PRINTED-1', who: 'Mia' }]);
  expect(printQueueReader(db).openJobs()).toEqual([]);
  expect(verifyDatabase(db)).toMatchObject({ whole: true, uncovered: 0 });
});

/** Loses the folder except its backup and journal, and restores a new one from them. */
async function restored(desk: PrintDesk, since: () => void) {
  const journal = openTestJournal(desk);
  const from = join(temporaryFolder(), 'backup.db');
  await desk.db.backup(from);
  since();
  journal.note();
  const folder = temporaryFolder();
  await restore(from, folder, join(desk.folder, 'journal'), {
    now: desk.now,
    newId: randomUUID,
    yieldToEventLoop: () => Promise.resolve(),
  });
  const db = opened(folder);
  return { db, read: printQueueReader(db), queue: openPrintQueue(db, { now: desk.now, newId: randomUUID }), folder };
}

it('a restored job is held with all open labels unconfirmed; labels that the journal reports as printed are on paper', async () => {
  const desk = openedDesk();
  const ids = desk.createOrders('A', 'B', 'C', 'D', 'E');
  const [, , three = '', , five = ''] = ids;
  const job = desk.beginJob(ids.slice(0, 4));
  desk.printNext(job);
  desk.handOver(job);
  const { db, read, queue, folder } = await restored(desk, () => {
    desk.advance(1000);
    desk.queue.markPrinted(desk.command(), [three, five], 'Ana');
  });
  expect(read.job(job)).toMatchObject({ state: 'held', heldFor: 'restored' });
  expect(read.labels(job, 0, 9)).toMatchObject([
    { key: 'A', state: 'on-paper', proof: 'printer-counted' },
    { key: 'B', state: 'unconfirmed', number: 'T-B' },
    { key: 'C', state: 'on-paper', proof: 'said-in-journal', number: 'T-C' },
    { key: 'D', state: 'unconfirmed' },
  ]);
  expect(rows(db, `SELECT key, copies FROM entry WHERE copies > 0 ORDER BY key`)).toEqual(
    ['A', 'C', 'E'].map((key) => ({ key, copies: 1 })),
  );
  const brought = rows(
    db,
    `SELECT who, state FROM print_label l JOIN print_history h ON h.label = l.seq WHERE h.event = 'add' AND proof = 'said-in-journal' AND l.job > 1`,
  );
  expect(brought).toEqual([{ who: 'Ana', state: 'on-paper' }]);
  expect(() => queue.begin('c1', job, 'Mia')).toThrow(/Say first/);
  queue.answer('c2', job, { upTo: 2, how: 'person-said' }, 'Mia');
  queue.begin('c3', job, 'Mia');
  expect(queue.next(job)?.place).toBe(4);
  expect(verifyDatabase(db)).toMatchObject({ whole: true, uncovered: 0 });
  expect(await checkFolder(folder, () => undefined)).toEqual({ structure: [], damaged: 0, beside: [] });
});

it('a label proved by the printer is in the rescue journal, and is still on paper after a restore from an earlier backup', async () => {
  const desk = openedDesk();
  const ids = desk.createOrders('A', 'B');
  const { read, db } = await restored(desk, () => {
    desk.advance(1000);
    desk.printNext(desk.beginJob(ids));
  });
  expect(read.openJobs()).toEqual([]);
  const lists = rows(db, 'SELECT key, label_list AS list FROM entry ORDER BY key');
  expect(lists).toEqual([
    { key: 'A', list: 'printed' },
    { key: 'B', list: 'unconfirmed' },
  ]);
});

it('retention keeps an order while its label is in the queue, and later erases the texts about its label too', () => {
  const desk = openedDesk();
  const ids = desk.createOrders('A');
  desk.printNext(desk.beginJob(ids));
  const { job } = desk.addJob(ids, 'for Ana Ruiz');
  desk.queue.begin(desk.command(), job, 'Mia');
  const eraser = createEntryEraser(desk.db, desk.now, () => undefined);
  const erase = (): number => {
    let erased = 0;
    for (let more = true; more;) {
      const some = eraser.eraseBatch({ before: desk.now() + 1, ...noneAhead });
      erased += some.erased;
      more = some.hasMore;
    }
    return erased;
  };
  expect(erase()).toBe(0);
  desk.printNext(job, { end: 'proved', why: 'printer-said', said: 'printed Ana Ruiz' });
  expect(erase()).toBe(1);
  const kept = ['print_job', 'print_label', 'print_attempt', 'print_history'].map((table) =>
    rows(desk.db, `SELECT * FROM ${table}`),
  );
  expect(JSON.stringify(kept)).not.toContain('Ana Ruiz');
  expect(desk.statesOf(job)).toEqual(['on-paper']);
  expect(verifyDatabase(desk.db)).toMatchObject({ whole: true });
});
