import { readUnlockedContents, formatContents } from '../../electron/copies/backup/rank-backups.ts';
import { fetchNewestOfFolder } from '../../electron/copies/restore/fetch-newest-backup.ts';
import { createOpener } from '../../electron/platform/encryption/lock.ts';
import { openSealed, sealFile, unlock } from '../../electron/platform/encryption/sealed-file.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { label } from './lost-desk.ts';
import { randomUUID } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const dayMs = 86_400_000;

/** A desk that makes locked backups, with a clock set by the test. */
async function lockedDesk(passphrase: string) {
  const [folder, place] = [temporaryFolder(), temporaryFolder()];
  let later = 0;
  const desk = await startDeskInThread({ folder, now: () => Date.now() + later });
  onTestFinished(() => desk.close());
  const setPassphrase = (words: string) => desk.ask('backup.lock', { commandId: randomUUID(), passphrase: words });
  await setPassphrase(passphrase);
  await desk.ask('settings.set', { values: { backupFolder: place } });
  return {
    ...{ folder, desk, setPassphrase },
    passDay: (): void => void (later += dayMs),
    /** Adds one entry and makes a backup that contains it. */
    async backUp(key: string): Promise<string> {
      await desk.ask('entry.enqueue', { commandId: randomUUID(), operator: 'Mia', request: label(key), draft: true });
      return (await desk.ask('backup.now', {})).path;
    },
  };
}

describe('someone who can add files to the backup folder', { timeout: 240_000 }, () => {
  it.each([
    ['headers without content', (bytes: Buffer, end: number) => bytes.subarray(0, end)],
    ['headers with other content of the same size', (bytes: Buffer, end: number) => Buffer.from(bytes).fill(7, end)],
  ])('cannot cause the removal of good backups by %s', async (_what, forge) => {
    const one = await lockedDesk('four words are easy');
    const good: string[] = [];
    for (const key of ['ONE', 'TWO', 'THREE', 'FOUR']) {
      good.push(await one.backUp(key));
      one.passDay();
    }
    const newest = good.at(-1) ?? '';
    const bytes = readFileSync(newest);
    for (const path of good) writeFileSync(path.replace(/T\d{6}Z/, 'T235958Z'), forge(bytes, bytes.indexOf(10) + 1));
    good.push(await one.backUp('FIVE'));
    const names = readdirSync(dirname(newest));
    expect(good.filter((path) => !names.some((name) => path.endsWith(name)))).toEqual([]);
    const { backups } = await one.desk.ask('backup.list', {});
    expect(backups.slice(0, 5).map(({ name }) => name)).toEqual(good.toReversed().map((path) => basename(path)));
  });

  it('cannot fake the newest backup with a replaced passphrase: it is listed as such, and needs an explicit consent', async () => {
    const one = await lockedDesk('the old one leaked');
    const old = await one.backUp('OLD');
    const kept = join(temporaryFolder(), 'kept.db.locked');
    copyFileSync(old, kept);
    await one.setPassphrase('a new secret of ours');
    await one.backUp('NEW-1');
    const good = await one.backUp('NEW-2');
    const opener = createOpener(['the old one leaked']);
    const open = join(temporaryFolder(), 'open.db');
    openSealed(kept, open, opener);
    const holds = readUnlockedContents(open);
    const forged = join(dirname(good), 'parcel-desk-20300101T000000Z.db.locked');
    const more = { ...holds, generation: holds.generation + 1, step: holds.step + 100_000 };
    sealFile(open, forged, unlock(kept, opener), formatContents(more, statSync(open).size));
    const { backups } = await one.desk.ask('backup.list', {});
    const asListed = ({ name }: { name: string }) => backups.find((each) => each.name === name);
    expect(asListed({ name: basename(good) })).toMatchObject({ newest: true, olderKey: false });
    expect(asListed({ name: basename(forged) })).toMatchObject({ newest: false, olderKey: true });
    const order = { data: one.folder, folders: [dirname(good)], to: join(temporaryFolder(), 'fetched.db') };
    const nothing = (): void => undefined;
    expect(fetchNewestOfFolder(order, nothing)).toMatchObject({ path: good });
    const name = basename(forged);
    await expect(one.desk.ask('backup.want', { name })).rejects.toMatchObject({
      problem: { kind: 'locked', params: { reason: 'older-key' } },
    });
    await one.desk.ask('backup.want', { name, takeOpen: true });
    for (const each of readdirSync(dirname(good))) if (each !== name) rmSync(join(dirname(good), each));
    expect(fetchNewestOfFolder(order, nothing)).toBe(null);
  });
});
