import { deleteOldBackups } from '../../electron/copies/backup/delete-old-files.ts';
import { listBackups } from '../../electron/copies/backup/rank-backups.ts';
import { scheduledBackup } from '../../electron/copies/backup/scheduled-backup.ts';
import { startDesk } from '../../electron/desk/threads/desk.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { keysIn, label, openLostDesk } from './lost-desk.ts';
import { randomUUID } from 'node:crypto';
import { closeSync, copyFileSync, existsSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const dayMs = 86_400_000;
const nothing = (): void => undefined;
const passphrase = 'four words are easy';

/** A desk with a backup folder; `at` makes a backup as a schedule does, with the clock off by this much (ms). */
async function deskWithBackups(isLocked = false) {
  const one = await openLostDesk();
  await one.desk.ask('settings.set', { values: { backupFolder: temporaryFolder() } });
  if (isLocked) await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase });
  await one.add(label('FIRST'));
  const place = dirname((await one.desk.ask('backup.now', {})).path);
  return {
    ...one,
    place,
    at: async (off: number) => (await scheduledBackup(one.folder, place, Date.now() + off, nothing)).path,
  };
}

/** Closes the desk, overwrites the first page of its database as a failing disk does, and removes its journal. */
async function lose({ folder, close }: Awaited<ReturnType<typeof deskWithBackups>>): Promise<void> {
  await close();
  const db = openDesk(folder);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const file = openSync(join(folder, 'desk.db'), 'r+');
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 0);
  closeSync(file);
  rmSync(join(folder, 'journal'), { recursive: true });
}

describe('the newest backup', { timeout: 180_000 }, () => {
  it.each([
    ['open', false],
    ['locked', true],
  ])(
    'is the one with the most content, whatever the clock showed, in the list and for a damaged database (%s)',
    async (_kind, isLocked) => {
      const one = await deskWithBackups(isLocked);
      const ahead = await one.at(10 * dayMs);
      await one.add(label('SECOND'));
      const right = await one.at(2000);
      const { backups } = await one.desk.ask('backup.list', {});
      expect(backups.map(({ name, newest }) => ({ name, newest })).slice(0, 2)).toEqual([
        { name: basename(right), newest: true },
        { name: basename(ahead), newest: false },
      ]);
      await lose(one);
      const desk = await startDesk({ folder: one.folder });
      onTestFinished(() => desk.close());
      expect((await desk.ask('backup.state', {})).rescued?.from).toBe(right);
      expect(keysIn(one.folder)).toEqual(['FIRST', 'SECOND']);
    },
  );

  it('stays when old ones are removed, whether it is the first after a clock was corrected or was made with a clock set back', async () => {
    const one = await deskWithBackups();
    for (let day = 0; day < 9; day += 1) await one.at((40 + 7 * day) * dayMs);
    await one.add(label('SECOND'));
    const right = await one.at(2000);
    expect(existsSync(right)).toBe(true);
    await one.add(label('THIRD'));
    const behind = await one.at(-400 * dayMs);
    expect([right, behind].map((path) => existsSync(path))).toEqual([true, true]);
    const { backups } = await one.desk.ask('backup.list', {});
    expect(backups.slice(0, 2).map(({ name }) => name)).toEqual([basename(behind), basename(right)]);
    expect(readdirSync(one.place).length).toBeLessThan(12);
  });

  it('stays when personal data expires, and one made with the clock ahead is removed with those of its time', async () => {
    const one = await deskWithBackups();
    const ahead = await one.at(500 * dayMs);
    await one.add(label('SECOND'));
    const kept = await one.at(400 * dayMs);
    const before = Date.now() + 399 * dayMs;
    expect(deleteOldBackups({ data: one.folder, folder: one.place, before, kept }, nothing)).toBe(2);
    expect(existsSync(ahead)).toBe(false);
    expect(listBackups({ data: one.folder, folder: one.place }, nothing).map(({ name }) => name)).toEqual([
      basename(kept),
    ]);
  });

  it('is never one of another desk, even with more content', async () => {
    const [one, other] = [await deskWithBackups(), await deskWithBackups()];
    for (const key of ['A', 'B', 'C']) await other.add(label(key));
    copyFileSync(await other.at(dayMs), join(one.place, basename(await other.at(2 * dayMs))));
    await lose(one);
    const desk = await startDesk({ folder: one.folder });
    onTestFinished(() => desk.close());
    expect(keysIn(one.folder)).toEqual(['FIRST']);
  });
});
