import { requestRescue } from '../../electron/copies/restore/rescue-note.ts';
import { checkFolder } from '../../electron/copies/verify/full-check.ts';
import { startDesk } from '../../electron/desk/threads/desk.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { runDeskProcess, temporaryFolder } from '../support/run-desk.ts';
import { keysIn, label, openLostDesk } from './lost-desk.ts';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Overwrites a part of a closed folder's database, as a failing disk does. */
function damage(folder: string, from: number, bytes: number): Buffer {
  const path = join(folder, 'desk.db');
  // The write-ahead log is emptied, so that it is not read instead.
  const db = openDesk(folder);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(bytes, 0x5a), 0, bytes, from);
  closeSync(file);
  return readFileSync(path);
}

/** A closed folder with a backup of ONE; TWO and a draft were added afterwards. */
async function folderWithBackup(): Promise<string> {
  const one = await openLostDesk();
  await one.desk.ask('settings.set', { values: { backupFolder: temporaryFolder() } });
  await one.add(label('ONE'));
  await one.desk.ask('backup.now', {});
  await one.add(label('TWO'));
  await one.add(label('THREE'), true);
  await one.close();
  return one.folder;
}

describe('a damaged database', () => {
  it('is set aside, and the newest good backup is opened with the later lines of the journal', async () => {
    const folder = await folderWithBackup();
    const damaged = damage(folder, 0, 4096);
    const desk = await startDesk({ folder });
    onTestFinished(() => desk.close());
    expect(keysIn(folder)).toEqual(['ONE', 'THREE', 'TWO']);
    const { rescued } = await desk.ask('backup.state', {});
    expect(rescued).toMatchObject({ entries: 3, lost: 0 });
    expect(readFileSync(join(rescued?.aside ?? '', 'desk.db')).equals(damaged)).toBe(true);
    const codes = async () => (await desk.ask('desk.warnings', {})).warnings.map(({ code }) => code);
    expect(await codes()).toContain('rescued');
    // Entries that may have been sent since the backup are checked first.
    const { rows } = await desk.ask('entries.rows', { seqs: [1, 2, 3] });
    expect(rows).toMatchObject([{ maybeTaken: true }, { maybeTaken: true }, { maybeTaken: true, state: 'draft' }]);
    expect(await desk.ask('rescue.seen', {})).toMatchObject({ rescued: null });
    expect(await codes()).not.toContain('rescued');
    await desk.ask('entry.enqueue', { commandId: randomUUID(), request: label('FOUR') });
  });

  it.each([
    ['no writer may open it', 18, 1],
    ['a much newer program wrote it', 60, 4],
  ])('is also set aside if its first bytes claim that %s', async (_what, from, bytes) => {
    const folder = await folderWithBackup();
    damage(folder, from, bytes);
    const desk = await startDesk({ folder });
    onTestFinished(() => desk.close());
    expect(keysIn(folder)).toEqual(['ONE', 'THREE', 'TWO']);
    expect((await desk.ask('backup.state', {})).rescued).toMatchObject({ entries: 3, lost: 0 });
    await desk.ask('entry.enqueue', { commandId: randomUUID(), request: label('FOUR') });
  });

  it('is never overwritten, and is reported as damaged, if no good backup is known', async () => {
    const one = await openLostDesk();
    await one.add(label('ONE'));
    await one.close();
    const damaged = damage(one.folder, 0, 4096);
    await expect(startDesk({ folder: one.folder })).rejects.toMatchObject({ problem: { kind: 'damaged' } });
    expect(readFileSync(join(one.folder, 'desk.db')).equals(damaged)).toBe(true);
  });

  it('is replaced by the previous backup if the newest is damaged, too', async () => {
    const folder = await folderWithBackup();
    const desk = await startDesk({ folder });
    const { good } = await desk.ask('backup.state', {});
    await desk.close();
    // A copy named like a backup of an earlier day.
    const earlier = join(dirname(good?.path ?? ''), 'parcel-desk-20260101T080000Z.db');
    copyFileSync(good?.path ?? '', earlier);
    const file = openSync(good?.path ?? '', 'r+');
    writeSync(file, Buffer.alloc(40_000, 1), 0, 40_000, 0);
    closeSync(file);
    damage(folder, 0, 4096);
    const again = await startDesk({ folder });
    onTestFinished(() => again.close());
    expect((await again.ask('backup.state', {})).rescued?.from).toBe(earlier);
    expect(keysIn(folder)).toEqual(['ONE', 'THREE', 'TWO']);
  });

  it('that the full check finds is set aside at the next start', async () => {
    const folder = await folderWithBackup();
    expect(await checkFolder(folder, () => undefined)).toEqual({ structure: [], damaged: 0, beside: [] });
    damage(folder, 5 * 4096, 4096);
    const { structure } = await checkFolder(folder, () => undefined);
    expect(structure.length).toBeGreaterThan(0);
    requestRescue(folder, structure.join('; '));
    const desk = await startDesk({ folder });
    onTestFinished(() => desk.close());
    expect(keysIn(folder)).toEqual(['ONE', 'THREE', 'TWO']);
    expect(readdirSync(folder)).not.toContain('rescue-wanted.json');
  });

  it('is distinguished from one that is temporarily unreadable or was written by a newer program', async () => {
    const folder = await folderWithBackup();
    const path = join(folder, 'desk.db');
    const kind = (): Promise<string> =>
      checkFolder(folder, () => undefined).then(
        () => 'none',
        (error: unknown) =>
          problemKindOf(() => {
            throw error;
          }),
      );
    // Like a file that another program locks, or that no file handle is left for.
    renameSync(path, join(folder, 'held.db'));
    mkdirSync(path);
    expect(await kind()).toContain('EISDIR');
    rmSync(path, { recursive: true });
    renameSync(join(folder, 'held.db'), path);
    const db = openDesk(folder);
    const version = db.pragma('user_version', { simple: true });
    db.exec('CREATE TABLE of_newer (a TEXT) STRICT; PRAGMA user_version = 9999');
    expect(await kind()).toBe('newer-database');
    db.exec(`DROP TABLE of_newer; PRAGMA user_version = ${version as number}`);
    db.close();
    expect(await kind()).toBe('none');
  });

  it('is replaced on the command line too, which reports it', async () => {
    const folder = await folderWithBackup();
    damage(folder, 0, 4096);
    const order = '{"endpoint":2,"body":{"Package":{"PackageId":"FOUR"}}}\n';
    const { code, lines, stderr } = await runDeskProcess(['enqueue', '--data', folder], order);
    expect({ code, lines }).toMatchObject({ code: 0, lines: [{ key: 'FOUR', state: 'queued' }] });
    expect(stderr).toContain('"code":"rescued"');
    rmSync(join(folder, 'rescued.json'));
  });
});
