import type { Desk } from '../../electron/desk/threads/desk.ts';
import { learnEntries } from '../../electron/memory/learn-entries.ts';
import { searchIndex } from '../../electron/outbox/search/search-index.ts';
import { practiceFile } from '../../electron/practice/practice-database.ts';
import { openPractice } from '../../electron/practice/practice.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { groupCommit } from '../../electron/storage/database/transactions.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { labelCapture, openTestOutbox } from '../support/open-test-outbox.ts';
import { openPrintDesk } from '../support/print-jobs.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Longer than SQLite needs to notice the lock, and far shorter than the lock timeout (ms). */
const shortMs = 250;
const electron = join(import.meta.dirname, '../../electron');

let other: ChildProcess;
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  other = fork(fileURLToPath(new URL('./hold-lock.mjs', import.meta.url)), { serialization: 'json' });
});
afterEach(() => {
  other.kill('SIGKILL');
});

async function holdLock(path: string, ms?: number): Promise<void> {
  other.send({ path, ms });
  await once(other, 'message');
}

const request = { endpoint: 2 as const, body: { Package: { PackageId: 'A1' } } };
const commandId = 'command-1';

/** The error that SQLite throws after waiting for a lock. */
function lockError(): unknown {
  const path = join(folder, 'held.db');
  const [holder, waiting] = [openSqlite(path, []), openSqlite(path, [])];
  waiting.pragma('busy_timeout = 0');
  holder.exec('BEGIN IMMEDIATE');
  try {
    waiting.exec('BEGIN IMMEDIATE');
    return null;
  } catch (error) {
    return error;
  } finally {
    holder.close();
    waiting.close();
  }
}

/** Everything a desk writes, each with the call of a screen that writes it. */
const acts: Record<string, (desk: Desk) => Promise<unknown>> = {
  'a capture': (desk) => desk.ask('entry.enqueue', { commandId, request }),
  'a withdrawal': async (desk) => {
    const { id } = await desk.ask('entry.enqueue', { commandId: 'command-0', request, draft: true });
    await holdLock(join(folder, deskFile), shortMs);
    return desk.ask('entry.withdraw', { commandId, ids: [id] });
  },
  settings: (desk) => desk.ask('settings.set', { values: { holdSeconds: 1 } }),
  'the state of a screen': (desk) => desk.ask('desk.remember', { name: 'choices', value: { language: 'en' } }),
  operators: (desk) => desk.ask('operators.save', { commandId, code: '7', name: 'Ada' }),
  'a list': (desk) => desk.ask('lists.import', { commandId, list: 'skus', csv: 'code,name\nA,One\n' }),
  'a template': (desk) => desk.ask('templates.save', { commandId, name: 'one', request }),
  'watched parcels': (desk) => desk.ask('watch.add', { commandId, numbers: ['1Z999AA10123456784'] }),
  retention: (desk) => desk.ask('retention.now', {}),
};

describe('a lock that another program holds for a moment', () => {
  it.each(Object.entries(acts))('only delays %s', async (_name, act) => {
    const desk = await startDeskInThread({ folder });
    try {
      await desk.ask('settings.set', { values: { retentionDays: 30 } });
      await holdLock(join(folder, deskFile), shortMs);
      await act(desk);
      expect(await desk.ask('desk.warnings', {})).toEqual({ warnings: [] });
    } finally {
      await desk.close();
    }
  });

  it('only delays learning and indexing after a capture', async () => {
    const desk = openTestOutbox({ folder });
    desk.outbox.enqueue('one', labelCapture('A1'), 'Mia', false);
    await holdLock(join(folder, deskFile), shortMs);
    learnEntries(desk.db).processBatch();
    await holdLock(join(folder, deskFile), shortMs);
    searchIndex(desk.db).rebuild();
    desk.close();
  });

  it('only delays the print queue', async () => {
    const desk = openPrintDesk({ folder });
    const { job } = desk.addJob(desk.createOrders('A1', 'A2'));
    const steps: (() => unknown)[] = [
      () => desk.queue.begin(desk.command(), job, 'Mia'),
      () => desk.handOver(job),
      () => desk.queue.hold(job, 'printer-trouble'),
      () => desk.queue.recoverAfterRestart(),
    ];
    for (const step of steps) {
      await holdLock(join(folder, deskFile), shortMs);
      step();
    }
    desk.close();
  });

  it('only delays the practice service', async () => {
    const practice = openPractice(folder, Date.now, 100);
    const { db } = practice.database;
    const name = db.prepare("UPDATE arrival SET key = 'none'");
    const act = (): void => {
      practice.database.findBySeq('package', 1);
      name.run();
    };
    await holdLock(join(folder, practiceFile), shortMs);
    await practice.write(act);
    await holdLock(join(folder, practiceFile), shortMs);
    db.transaction(act)();
    practice.close();
  });

  it('only delays opening the database', async () => {
    openDesk(folder).close();
    await holdLock(join(folder, deskFile), shortMs);
    openDesk(folder).close();
  });
});

describe('a lock that another program does not release', () => {
  it('is reported by name, and saved entries stay readable', { timeout: 60_000 }, async () => {
    const desk = await startDeskInThread({ folder });
    await desk.ask('entry.enqueue', { commandId, request });
    await holdLock(join(folder, deskFile));
    const answers = await Promise.all(
      ['command-2', 'command-3'].map((commandId) => desk.call('entry.enqueue', { commandId, request })),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'disk', params: { reason: 'locked', folder } } });
    expect((await desk.ask('entries.page', {})).rows).toHaveLength(1);
    expect((await desk.ask('desk.warnings', {})).warnings).toMatchObject([
      { code: 'cannot-save', params: { reason: 'locked', folder } },
    ]);
    other.kill('SIGKILL');
    await once(other, 'exit');
    await expect.poll(() => desk.ask('desk.warnings', {}), { timeout: 20_000 }).toEqual({ warnings: [] });
    await desk.ask('entry.enqueue', {
      commandId: 'command-4',
      request: { ...request, body: { Package: { PackageId: 'A4' } } },
    });
    await desk.close();
  });

  it('fails grouped writes together once, not one after the other', () => {
    const busy = lockError();
    let tries = 0;
    const commit = (): never => {
      tries += 1;
      throw busy;
    };
    const group = groupCommit<number, number>({ commit, schedule: () => undefined, retryIndividually: true });
    const answers = [1, 2, 3].map((one) => group.add(one).catch((error: unknown) => error));
    group.flush();
    return Promise.all(answers).then((all) => {
      expect(all).toEqual([busy, busy, busy]);
      expect(tries).toBe(1);
    });
  });
});

describe('a writing connection', () => {
  it('is opened in three files only, and starts no transaction that cannot wait', () => {
    const sources = readdirSync(electron, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => ({ path, text: readFileSync(join(electron, path), 'utf8') }));
    const opening = sources.filter(({ text }) => text.includes('sqliteLibrary())(')).map(({ path }) => path);
    expect(opening.toSorted()).toEqual([
      'storage/database/file-locks.ts',
      'storage/database/migrate.ts',
      'storage/database/open-sqlite.ts',
    ]);
    // BEGIN in triggers stands alone at the end of a line.
    const waits = /['"`]BEGIN(?! (?:IMMEDIATE|EXCLUSIVE|DEFERRED)\b)/;
    expect(sources.filter(({ text }) => waits.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
