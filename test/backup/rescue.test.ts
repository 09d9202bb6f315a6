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
import { checkFolder } from '../../electron/backup/check-folder.ts';
import { wantRescue } from '../../electron/backup/rescue-note.ts';
import { openDesk } from '../../electron/database/open-desk.ts';
import { startDesk } from '../../electron/threads/desk.ts';
import { keysIn, label, openLostDesk } from './lost-desk.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { runDeskProcess, temporaryFolder } from '../support/run-desk.ts';

/** Overwrites a part of a closed folder's database, as a failing disk does. */
function damage(folder: string, from: number, bytes: number): Buffer {
  const path = join(folder, 'desk.db');
  // nothing is left in the log that would be read instead
  const db = openDesk(folder);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(bytes, 0x5a), 0, bytes, from);
  closeSync(file);
  return readFileSync(path);
}

/** A folder with a backup of ONE and, since then, TWO and a draft; closed. */
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

describe('a damaged data file', () => {
  it('is set aside, and the newest good backup opened with what the journal has since', async () => {
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
    // what may have been sent since the backup is asked for first
    const { rows } = await desk.ask('entries.rows', { seqs: [1, 2, 3] });
    expect(rows).toMatchObject([{ maybeTaken: true }, { maybeTaken: true }, { maybeTaken: true, state: 'draft' }]);
    expect(await desk.ask('rescue.seen', {})).toMatchObject({ rescued: null });
    expect(await codes()).not.toContain('rescued');
    await desk.ask('entry.enqueue', { commandId: randomUUID(), request: label('FOUR') });
  });

  it.each([
    ['that nobody may write it', 18, 1],
    ['that it is of a far newer program', 60, 4],
  ])('is set aside too where its first bytes say %s', async (_what, from, bytes) => {
    const folder = await folderWithBackup();
    damage(folder, from, bytes);
    const desk = await startDesk({ folder });
    onTestFinished(() => desk.close());
    expect(keysIn(folder)).toEqual(['ONE', 'THREE', 'TWO']);
    expect((await desk.ask('backup.state', {})).rescued).toMatchObject({ entries: 3, lost: 0 });
    await desk.ask('entry.enqueue', { commandId: randomUUID(), request: label('FOUR') });
  });

  it('is never written over, and told as before, where no good backup is known', async () => {
    const one = await openLostDesk();
    await one.add(label('ONE'));
    await one.close();
    const damaged = damage(one.folder, 0, 4096);
    await expect(startDesk({ folder: one.folder })).rejects.toMatchObject({ problem: { kind: 'damaged' } });
    expect(readFileSync(join(one.folder, 'desk.db')).equals(damaged)).toBe(true);
  });

  it('makes way for the backup before where the newest is damaged too', async () => {
    const folder = await folderWithBackup();
    const desk = await startDesk({ folder });
    const { good } = await desk.ask('backup.state', {});
    await desk.close();
    // as one of an earlier day
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

  it('found by the full check is set aside at the next start', async () => {
    const folder = await folderWithBackup();
    expect(await checkFolder(folder, () => undefined)).toEqual({ structure: [], damaged: 0, beside: [] });
    damage(folder, 5 * 4096, 4096);
    const { structure } = await checkFolder(folder, () => undefined);
    expect(structure.length).toBeGreaterThan(0);
    wantRescue(folder, structure.join('; '));
    const desk = await startDesk({ folder });
    onTestFinished(() => desk.close());
    expect(keysIn(folder)).toEqual(['ONE', 'THREE', 'TWO']);
    expect(readdirSync(folder)).not.toContain('rescue-wanted.json');
  });

  it('is not one that cannot be read just now, or is of a newer program', async () => {
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
    // as where a program holds it shut, or no handle is left
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

  it('makes way on the command line too, which says so', async () => {
    const folder = await folderWithBackup();
    damage(folder, 0, 4096);
    const order = '{"endpoint":2,"body":{"Package":{"PackageId":"FOUR"}}}\n';
    const { code, lines, stderr } = await runDeskProcess(['enqueue', '--data', folder], order);
    expect({ code, lines }).toMatchObject({ code: 0, lines: [{ key: 'FOUR', state: 'queued' }] });
    expect(stderr).toContain('"code":"rescued"');
    rmSync(join(folder, 'rescued.json'));
  });
});
