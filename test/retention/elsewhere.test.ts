import { writeBackupNote, readBackupNote } from '../../electron/copies/backup/backup-note.ts';
import { startDesk } from '../../electron/desk/threads/desk.ts';
import { startPracticeThread } from '../../electron/desk/threads/practice-thread.ts';
import { practiceMigrations } from '../../electron/practice/migrations/index.ts';
import { practiceFile, practiceFolder } from '../../electron/practice/practice-database.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { label, openLostDesk, type LostDesk } from '../backup/lost-desk.ts';
import { effectsByKey } from '../support/received-creates.ts';
import { dayMs, found, longAgo, other, person, traces } from './long-ago.ts';
import { closeSync, existsSync, openSync, readdirSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const days = (one: LostDesk, retentionDays: number) => one.desk.ask('settings.set', { values: { retentionDays } });

/** Records a passed test of the newest backup. */
function rehearsed(folder: string): void {
  const note = readBackupNote(folder);
  if (!note?.good) throw new Error('no good backup');
  writeBackupNote(folder, { ...note, rehearsal: { at: note.at, path: note.good.path, failed: null } });
}

describe('retention', { timeout: 240_000 }, () => {
  it('removes a damaged database that was set aside, once a newer backup was tested', async () => {
    const { folder } = await longAgo();
    const file = openSync(join(folder, 'desk.db'), 'r+');
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 0);
    closeSync(file);
    const one = await openLostDesk(folder, 'Mia', startDesk);
    const { rescued } = await one.desk.ask('backup.state', {});
    expect(found(rescued?.aside ?? '', traces)).not.toEqual([]);
    // The damaged one is old, too.
    const aside = join(folder, 'damaged-20260102T080000Z');
    renameSync(rescued?.aside ?? '', aside);
    await days(one, 30);
    expect(await one.desk.ask('retention.now', {})).toMatchObject({ damaged: 0 });
    expect(existsSync(aside)).toBe(true);
    await one.desk.ask('backup.now', {});
    rehearsed(folder);
    expect(await one.desk.ask('retention.now', {})).toMatchObject({ damaged: 1 });
    expect(readdirSync(folder).filter((name) => name.startsWith('damaged-'))).toEqual([]);
  });

  it('erases personal data at the practice service, which continues to answer', async () => {
    const one = await openLostDesk();
    await one.add(label('PAST', { ...person, Remark: 'for Xiomara' }));
    await one.add(label('RECENT', other));
    await one.deliver(undefined);
    const practice = practiceFolder(one.folder);
    const db = openSqlite(join(practice, practiceFile), practiceMigrations);
    db.prepare("UPDATE arrival SET arrived_at = arrived_at - ? WHERE key = 'PAST'").run(40 * dayMs);
    db.close();
    expect(found(practice, traces)).not.toEqual([]);
    await days(one, 30);
    expect(await one.desk.ask('retention.now', {})).toMatchObject({ practice: 1 });
    expect(await one.desk.ask('retention.now', {})).toMatchObject({ practice: 0 });
    expect(found(practice, traces)).toEqual([]);
    expect(found(practice, ['Zebulon'])).not.toEqual([]);
    expect(effectsByKey(practice).map(({ key, effects: times }) => [key, times])).toEqual([
      ['PAST', 1],
      ['RECENT', 1],
    ]);
    // The order still exists there.
    const service = await startPracticeThread({ folder: practice });
    onTestFinished(() => service.close());
    const answer = await fetch(`${service.url}${endpointOf(16).path.replace('{packageId}', 'PAST')}`);
    expect(await answer.json()).toMatchObject({ PackageId: 'PAST', Country: 'ES' });
  });
});
