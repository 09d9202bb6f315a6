import { testBackup } from '../../electron/copies/rehearsal/test-backup.ts';
import { restore } from '../../electron/copies/restore/restore.ts';
import { verifyBackup } from '../../electron/copies/verify/verify-folder.ts';
import { startDesk } from '../../electron/desk/threads/desk.ts';
import { keyFile, createFolderOpener } from '../../electron/platform/encryption/key-file.ts';
import { createOpener } from '../../electron/platform/encryption/lock.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { copiesIn, filesIn } from './files-in.ts';
import { keysIn, label, openLostDesk } from './lost-desk.ts';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const passphrase = 'four words are easy';
const nothing = (): void => undefined;
const someone = { ShipToAddress: { Contact: 'Xiomara Quiñones', Country: 'ES' } };

/** Files that contain a text. */
const standsIn = (folder: string, text: string): string[] =>
  filesIn(folder).filter((path) => readFileSync(path).includes(text));
/** A desk with a backup folder, a second journal and a passphrase. */
async function lockedDesk() {
  const one = await openLostDesk();
  const [place, second] = [temporaryFolder(), temporaryFolder()];
  await one.desk.ask('settings.set', { values: { backupFolder: place, journalCopy: second } });
  await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase });
  const { recoveryKey } = await one.desk.ask('backup.sheet', {});
  return { ...one, place, second, recoveryKey, made: async () => (await one.desk.ask('backup.now', {})).path };
}

const back = (from: string, given: string[], journal: string | null = null, folder = temporaryFolder()) =>
  restore(from, folder, journal, {
    now: Date.now,
    newId: randomUUID,
    yieldToEventLoop: () => Promise.resolve(),
    opener: createOpener(given),
  }).then((told) => ({ told, folder }));

/** Copies the newest locked backup of a folder; returns whether it existed. */
function copyNewest(folder: string, to: string): boolean {
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.db.locked'))
    .toSorted()
    .at(-1);
  try {
    copyFileSync(join(folder, newest ?? ''), to);
    return true;
  } catch {
    return false;
  }
}

describe('a desk with a passphrase', () => {
  it('leaves nothing readable in the places it writes to, and stores the passphrase nowhere', async () => {
    const one = await lockedDesk();
    await one.add(label('ONE', someone));
    const path = await one.made();
    expect(path).toMatch(/\.db\.locked$/);
    await expect.poll(() => filesIn(one.second).length, { timeout: 60_000 }).toBeGreaterThan(0);
    await expect
      .poll(() =>
        filesIn(one.second)
          .map((file) => readFileSync(file, 'utf8'))
          .join(''),
      )
      .toContain('"box"');
    for (const place of [one.place, one.second]) expect(standsIn(place, 'Xiomara')).toEqual([]);
    expect(await one.desk.ask('backup.state', {})).toMatchObject({
      lock: { onPaper: false },
      good: { path, entries: 1 },
    });
    // The recovery key is stored nowhere once someone has proven that the sheet exists.
    expect(standsIn(one.folder, one.recoveryKey)).toEqual([join(one.folder, keyFile)]);
    const wrong = one.desk.ask('backup.sheetKept', { part: one.recoveryKey.slice(0, 11) });
    await expect(wrong).rejects.toMatchObject({ problem: { params: { reason: 'sheet-part' } } });
    await one.desk.ask('backup.sheetKept', { part: one.recoveryKey.slice(-11).toLowerCase() });
    await expect(one.desk.ask('backup.sheet', {})).rejects.toMatchObject({
      problem: { params: { reason: 'sheet-kept' } },
    });
    await one.close();
    for (const text of [one.recoveryKey, passphrase]) expect(standsIn(one.folder, text)).toEqual([]);
    expect(statSync(join(one.folder, keyFile)).mode & 0o077).toBe(0);
  });

  it('is restored by passphrase or recovery key, with the later lines of the locked journal, and locks its copies again', async () => {
    const one = await lockedDesk();
    await one.add(label('ONE', someone));
    const from = await one.made();
    await one.add(label('TWO', someone));
    await expect
      .poll(
        () =>
          filesIn(one.second)
            .map((file) => readFileSync(file, 'utf8'))
            .join('')
            .match(/"box"/g)?.length ?? 0,
      )
      .toBeGreaterThan(1);
    await one.close();
    const gone = temporaryFolder();
    for (const given of [[], ['not this passphrase']]) {
      await expect(back(from, given, one.second, gone)).rejects.toMatchObject({ problem: { kind: 'locked' } });
      expect(readdirSync(gone)).toEqual([]);
    }
    const byPaper = await back(from, [one.recoveryKey], one.second);
    const { told, folder } = await back(from, [passphrase], one.second);
    for (const found of [byPaper.told, told])
      expect(found).toMatchObject({ entries: 2, fromJournal: 1, damagedJournalLines: 0, lockedJournalLines: 0 });
    expect(keysIn(folder)).toEqual(['ONE', 'TWO']);
    const again = await openLostDesk(folder);
    const copy = await again.backup();
    expect(copy).toMatch(/\.db\.locked$/);
    expect(await verifyBackup(copy, createOpener([one.recoveryKey]), () => undefined)).toMatchObject({
      whole: true,
      entries: 2,
    });
  });

  it('opens a locked copy automatically after damage, and tests it', async () => {
    const one = await lockedDesk();
    await one.add(label('ONE'));
    const from = await one.made();
    await one.add(label('TWO'));
    await one.close();
    const scratch = join(one.folder, 'rehearsal');
    expect(await testBackup(from, scratch, Date.now(), createFolderOpener(one.folder), nothing)).toBeNull();
    expect(await testBackup(from, scratch, Date.now(), createOpener([]), nothing)).toMatch(/is locked/);
    const db = openDesk(one.folder);
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    const file = openSync(join(one.folder, 'desk.db'), 'r+');
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 0);
    closeSync(file);
    const desk = await startDesk({ folder: one.folder });
    onTestFinished(() => desk.close());
    expect(keysIn(one.folder)).toEqual(['ONE', 'TWO']);
    expect((await desk.ask('backup.state', {})).rescued).toMatchObject({ from, entries: 2 });
  });

  it('reads copies from before it had a passphrase, and those of an earlier passphrase with that one', async () => {
    const one = await openLostDesk();
    const [place, second] = [temporaryFolder(), temporaryFolder()];
    await one.desk.ask('settings.set', { values: { backupFolder: place, journalCopy: second } });
    await one.add(label('ONE'));
    // The next backup of the day replaces it.
    const [open, first] = [join(temporaryFolder(), 'open.db'), join(temporaryFolder(), 'first')];
    copyFileSync((await one.desk.ask('backup.now', {})).path, open);
    const commandId = randomUUID();
    await one.desk.ask('backup.lock', { commandId, passphrase });
    const { recoveryKey } = await one.desk.ask('backup.sheet', {});
    // The same command sets no other key.
    await one.desk.ask('backup.lock', { commandId, passphrase });
    expect((await one.desk.ask('backup.sheet', {})).recoveryKey).toBe(recoveryKey);
    await one.add(label('TWO'));
    // A scheduled backup may come meanwhile and replace it.
    const { path } = await one.desk.ask('backup.now', {});
    await expect.poll(() => copyNewest(dirname(path), first)).toBe(true);
    await one.add(label('THREE'));
    await expect
      .poll(
        () =>
          filesIn(second)
            .map((file) => readFileSync(file, 'utf8'))
            .join('')
            .match(/"box"/g)?.length ?? 0,
      )
      .toBeGreaterThan(1);
    await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase: 'quite another one' });
    await one.add(label('FOUR'));
    await one.close();
    expect((await back(open, [])).told.entries).toBe(1);
    await expect(back(first, ['quite another one'])).rejects.toMatchObject({ problem: { kind: 'locked' } });
    // Lines locked by either are restored with both, and lines that stay locked are counted.
    expect((await back(first, [passphrase, 'quite another one'], second)).told).toMatchObject({
      entries: 4,
      lockedJournalLines: 0,
    });
    expect((await back(first, [passphrase], second)).told).toMatchObject({ entries: 3, lockedJournalLines: 1 });
  });

  it('reports a truncated locked copy as damaged, and can be restored from the previous one', async () => {
    const one = await lockedDesk();
    await one.add(label('ONE'));
    const from = await one.made();
    const earlier = from.replace(/\d{8}T\d{6}Z/, '20260101T080000Z');
    copyFileSync(from, earlier);
    const bytes = readFileSync(from);
    writeFileSync(from, bytes.subarray(0, bytes.length - 5000));
    await one.close();
    await expect(back(from, [one.recoveryKey])).rejects.toMatchObject({ problem: { kind: 'damaged' } });
    expect(await verifyBackup(from, createOpener([one.recoveryKey]), () => undefined)).toMatchObject({ whole: false });
    renameSync(join(one.folder, 'desk.db'), join(temporaryFolder(), 'lost.db'));
    expect((await back(earlier, [one.recoveryKey])).told.entries).toBe(1);
  });

  it('makes open copies again after `backup.unlock`, and none while its key file is unreadable', async () => {
    const one = await lockedDesk();
    await one.add(label('ONE'));
    await one.made();
    await one.desk.ask('backup.unlock', {});
    expect(await one.made()).toMatch(/\.db$/);
    await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase });
    writeFileSync(join(one.folder, keyFile), 'torn');
    const before = copiesIn(one.place).length;
    await expect(one.made()).rejects.toMatchObject({ problem: { kind: 'damaged' } });
    expect(copiesIn(one.place)).toHaveLength(before);
  });
});
