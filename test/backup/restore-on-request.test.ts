import { restoreFolder } from '../../electron/copies/restore/restore-folder.ts';
import { actionLogReader } from '../../electron/operators/action-log.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { knownFolders } from '../../electron/storage/register/known-folders.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { label, openLostDesk } from './lost-desk.ts';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A backup whose settings name a folder for backups, and what this machine knows: it chose that folder, or not. */
async function restored(isChosenHere: boolean) {
  const lost = await openLostDesk();
  const place = temporaryFolder();
  await lost.desk.ask('settings.set', { values: { backupFolder: place } });
  await lost.add(label('ONE'));
  const { path } = await lost.desk.ask('backup.now', {});
  const [folder, machineFolder] = [temporaryFolder(), temporaryFolder()];
  if (isChosenHere) knownFolders(machineFolder).learn([place]);
  const percents: number[] = [];
  const request = { from: path, folder, journal: null, keys: [], takeOpen: false, machineFolder, userName: 'mia' };
  const { leftBehind } = await restoreFolder(
    request,
    () => undefined,
    new AbortController().signal,
    (percent) => percents.push(percent),
  );
  const db = openDesk(folder);
  const stored = db.prepare<[], { value: string }>(`SELECT value FROM setting WHERE name = 'backupFolder'`).get();
  const { acts } = actionLogReader(db)({ text: '', limit: 10, right: 'restore' });
  db.close();
  return { path, place, leftBehind, stored: stored && (JSON.parse(stored.value) as string), acts, percents };
}

describe('a restore on the command line', () => {
  it('keeps a folder for backups that a person on this machine chose, and is in the log of the folder it made', async () => {
    const { path, place, stored, leftBehind, acts, percents } = await restored(true);
    expect([stored, leftBehind]).toEqual([place, []]);
    expect(acts).toMatchObject([
      { right: 'restore', via: 'command-line', operator: 'mia', about: basename(path), outcome: 'done' },
    ]);
    expect(percents.length).toBeGreaterThan(0);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  });

  it('removes a folder for backups that nobody on this machine chose, and names it', async () => {
    const { stored, leftBehind, place } = await restored(false);
    expect(stored).toBeUndefined();
    expect(leftBehind).toEqual([`setting backupFolder: ${place}`]);
  });
});
