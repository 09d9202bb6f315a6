import { writeBackupNote, readBackupNote } from '../../electron/copies/backup/backup-note.ts';
import { verifyFolder } from '../../electron/copies/verify/verify.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { label, openLostDesk, restoreTo } from '../backup/lost-desk.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { found, longAgo, many, other, traces } from './long-ago.ts';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('retention', { timeout: 240_000 }, () => {
  it('erases nothing while it is off, and then every identifying text, to the last byte', async () => {
    const { folder, backupFolder, journalCopy, older } = await longAgo();
    const one = await openLostDesk(folder);
    expect(await one.desk.ask('retention.now', {})).toEqual({
      entries: 0,
      memories: 0,
      journalDays: 0,
      backups: 0,
      damaged: 0,
      practice: 0,
      freed: false,
    });
    await one.add(label('OPEN', other), true);
    const before = await one.desk.ask('entries.counts', {});
    await one.desk.ask('settings.set', { values: { retentionDays: 30 } });
    // No newer backup was tested yet.
    expect(await one.desk.ask('retention.now', {})).toMatchObject({
      entries: many + 2,
      journalDays: 2,
      backups: 0,
      freed: true,
    });
    // While the desk is open, including the write-ahead log.
    expect(found(folder, traces)).toEqual([]);
    expect(existsSync(older)).toBe(true);
    await one.desk.ask('backup.now', {});
    const note = readBackupNote(folder);
    if (!note?.good) throw new Error('no good backup');
    writeBackupNote(folder, { ...note, rehearsal: { at: note.at, path: note.good.path, failed: null } });
    expect(await one.desk.ask('retention.now', {})).toMatchObject({ entries: 0, backups: 1 });

    expect(await one.desk.ask('entries.counts', {})).toEqual(before);
    const list = async (search: string) =>
      (await one.desk.ask('entries.page', { search })).rows.map(({ key, state }) => [key, state]);
    expect(await list('DONE')).toEqual([['DONE', 'done']]);
    expect(await list('Xiomara')).toEqual([]);
    expect(await list('Zebulon')).toEqual([['OPEN', 'draft']]);
    expect(await one.desk.ask('templates.list', { endpoint: 2 })).toEqual({ templates: [] });
    expect((await one.desk.ask('desk.recall', { name: 'choices' })).value).toEqual({ language: 'en' });
    // The same key is never accepted again.
    await expect(one.add(label('DONE', other))).rejects.toMatchObject({ problem: { kind: 'key-in-use' } });
    await one.close();
    for (const place of [folder, backupFolder, journalCopy]) expect(found(place, traces)).toEqual([]);
    expect(found(folder, ['Zebulon'])).not.toEqual([]);

    const db = openDeskReader(folder);
    const { whole, uncovered, damages } = verifyFolder(db, join(folder, 'journal'));
    db.close();
    expect({ whole, uncovered, damages }).toEqual({ whole: true, uncovered: 0, damages: [] });
  });

  it('stays in effect after a restore, and an erased entry still shows its numbers and states', async () => {
    const { folder } = await longAgo();
    const one = await openLostDesk(folder);
    await one.desk.ask('settings.set', { values: { retentionDays: 30 } });
    await one.desk.ask('retention.now', {});
    const [row] = (await one.desk.ask('entries.page', { search: 'DONE' })).rows;
    const shown = await one.get(row?.id ?? '');
    expect(shown).toMatchObject({ key: 'DONE', state: 'done', recipient: '', damaged: false, record: null });
    expect(shown.request).toEqual({ query: {}, body: null });
    expect(shown.trackingNumber).toBeTruthy();
    const { path } = await one.desk.ask('backup.now', {});
    await one.close();
    const copy = join(temporaryFolder(), 'copy.db');
    copyFileSync(path, copy);
    const restored = await restoreTo(copy, join(folder, 'journal'));
    expect(restored.told).toMatchObject({ entries: many + 2, notRestored: [], damagedJournalLines: 0 });
    expect(found(restored.folder, traces)).toEqual([]);
  });
});
