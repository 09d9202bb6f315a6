import { writeBackupNote, readBackupNote, type BackupNote } from '../../../electron/copies/backup/backup-note.ts';
import { deskWarnings } from '../../../electron/desk/folder/folder-guard.ts';
import { lowSpaceBytes, oldBackupMs, watchFolder } from '../../../electron/desk/folder/watch-disk.ts';
import { startDeskInThread } from '../../support/desk-here.ts';
import { fakeTime } from '../../support/fake-time.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'watch-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function watching(free: Record<string, number>, last: BackupNote | null = null) {
  const time = fakeTime();
  let told = 0;
  const warnings = deskWarnings(() => void told++);
  const desk = { free, last, silent: '' };
  const watched = watchFolder({
    folders: () => Object.keys(desk.free),
    now: time.clock.now,
    timer: time.timer,
    freeBytes: (place) => {
      if (place === desk.silent) return new Promise(() => undefined);
      const bytes = desk.free[place] ?? -1;
      return bytes < 0 ? Promise.reject(new Error('gone')) : Promise.resolve(bytes);
    },
    lastBackup: () => desk.last,
    report: warnings.report,
  });
  const standing = async () => (await warnings.handlers['desk.warnings']({})).warnings;
  return { ...time, desk, watched, standing, told: () => told };
}

describe('free disk space', () => {
  it('causes a warning when it is low, for the folder with the least, until there is more', async () => {
    const here = watching({ '/data': lowSpaceBytes, '/copy': lowSpaceBytes * 9 });
    await here.watched.check();
    expect(await here.standing()).toEqual([]);
    here.desk.free = { '/data': lowSpaceBytes * 2, '/copy': 12_345_678 };
    await here.advance(5 * 60_000);
    expect(await here.standing()).toEqual([{ code: 'disk', params: { folder: '/copy', megabytes: 12 } }]);
    await here.advance(5 * 60_000);
    expect(here.told()).toBe(1);
    here.desk.free = { '/data': lowSpaceBytes * 2 };
    await here.advance(5 * 60_000);
    expect(await here.standing()).toEqual([]);
  });

  it('is reported for other folders even if one share does not answer', async () => {
    const here = watching({ '/data': lowSpaceBytes - 1, '/share': 0 });
    here.desk.silent = '/share';
    void here.watched.check();
    await here.advance(60_000);
    expect(await here.standing()).toMatchObject([{ code: 'disk', params: { folder: '/data' } }]);
  });

  it('causes a warning if it is unknown twice in a row, and none if it was only once', async () => {
    const here = watching({ '/data': lowSpaceBytes * 9, '/share': -1 });
    await here.watched.check();
    expect(await here.standing()).toEqual([]);
    await here.advance(5 * 60_000);
    expect(await here.standing()).toEqual([{ code: 'disk', params: { folder: '/share', reason: 'unknown' } }]);
    here.desk.free = { '/data': lowSpaceBytes * 9, '/share': lowSpaceBytes * 9 };
    await here.advance(5 * 60_000);
    expect(await here.standing()).toEqual([]);
    here.desk.free = { '/data': lowSpaceBytes * 9, '/share': -1 };
    await here.advance(5 * 60_000);
    expect(await here.standing()).toEqual([]);
  });

  it('still counts as low if it was low and is now unknown', async () => {
    const here = watching({ '/share': 12_345_678 });
    await here.watched.check();
    here.desk.silent = '/share';
    await here.advance(20 * 60_000);
    expect(await here.standing()).toEqual([{ code: 'disk', params: { folder: '/share', megabytes: 12 } }]);
  });

  it('is not checked after the desk closes', async () => {
    const here = watching({ '/data': lowSpaceBytes * 9 });
    await here.watched.check();
    here.watched.close();
    here.desk.free = { '/data': 0 };
    await here.advance(3_600_000);
    expect(await here.standing()).toEqual([]);
  });
});

describe('the last backup', () => {
  it('causes a warning when it failed or is old, and none if there never was one', async () => {
    const here = watching({});
    await here.watched.check();
    expect(await here.standing()).toEqual([]);
    const at = here.clock.now();
    here.desk.last = { at, to: '/nas', ok: false };
    await here.advance(5 * 60_000);
    expect(await here.standing()).toEqual([{ code: 'backup-failed', params: { to: '/nas', at } }]);
    here.desk.last = { at, to: '/nas', ok: true };
    await here.advance(5 * 60_000);
    expect(await here.standing()).toEqual([]);
    here.desk.last = { at: here.clock.now() - oldBackupMs - 1, to: '/nas', ok: true };
    await here.advance(5 * 60_000);
    expect(await here.standing()).toMatchObject([{ code: 'backup-old', params: { to: '/nas', days: 8 } }]);
  });

  it('is recorded beside the database, even when it fails, and read by the desk', async () => {
    const desk = await startDeskInThread({ folder });
    try {
      expect(readBackupNote(folder)).toBeNull();
      await desk.ask('backup.make', { to: join(folder, 'copies') });
      expect(readBackupNote(folder)).toMatchObject({ to: join(folder, 'copies'), ok: true });
      const file = join(folder, 'no-folder');
      writeFileSync(file, '');
      await expect(desk.ask('backup.make', { to: file })).rejects.toMatchObject({ problem: { kind: 'bad-file' } });
      expect(readBackupNote(folder)).toMatchObject({ to: file, ok: false });
    } finally {
      await desk.close();
    }
    const again = await startDeskInThread({ folder });
    try {
      await expect
        .poll(async () => (await again.ask('desk.warnings', {})).warnings.map(({ code }) => code))
        .toContain('backup-failed');
    } finally {
      await again.close();
    }
  });

  it('counts as none if its record is damaged', () => {
    writeBackupNote(folder, { at: 1, to: '/nas', ok: true });
    expect(readBackupNote(folder)).toEqual({ at: 1, to: '/nas', ok: true });
    writeFileSync(join(folder, 'last-backup.json'), '{"at":');
    expect(readBackupNote(folder)).toBeNull();
  });
});
