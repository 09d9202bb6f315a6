import { scheduledBackup } from '../../electron/copies/backup/scheduled-backup.ts';
import { verifyBackup } from '../../electron/copies/verify/verify-folder.ts';
import { createFolderOpener } from '../../electron/platform/encryption/key-file.ts';
import { label, openLostDesk } from '../backup/lost-desk.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** A share of 40 MB in memory, or the reason why this machine allows none. */
function smallShare(): { share: string } | { refused: string } {
  const share = mkdtempSync(join(tmpdir(), 'parcel-desk-share-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', share], {
    encoding: 'utf8',
  });
  onTestFinished(() => {
    if (status === 0) execFileSync('umount', ['-l', share]);
    rmSync(share, { recursive: true, force: true });
  });
  return status === 0 ? { share } : { refused: stderr };
}

/** Writes until nothing more fits. */
function fill(ballast: string): void {
  try {
    for (;;) writeFileSync(ballast, Buffer.alloc(65_536), { flag: 'a' });
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

it.each(['open', 'locked'])(
  'a share that fills up during an %s backup is reported as full, keeps the previous copy and no partial one, and takes the next backup when there is space',
  async (kind) => {
    const found = smallShare();
    if ('refused' in found) return expect(found.refused).toMatch(/permission|must be superuser/i);
    const one = await openLostDesk();
    if (kind === 'locked')
      await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase: 'four words are easy' });
    for (let n = 0; n < 200; n += 1) await one.add(label(`FULL-${n}`, { Remark: 'x'.repeat(1000) }), true);
    const place = join(found.share, 'copies');
    const ballast = join(found.share, 'ballast');
    const backUp = (onWord: (word: number) => void): Promise<unknown> => {
      let words = 0;
      return scheduledBackup(one.folder, place, Date.now(), () => onWord((words += 1)));
    };
    let words = 0;
    await backUp((word) => (words = word));
    const before = readdirSync(place);
    expect(before).toHaveLength(1);
    // An open copy grows on the share from the first progress report on. A locked one is written there after the last
    // reports, whose number varies a little.
    const middle = kind === 'open' ? Math.ceil(words / 3) : Math.max(1, words - 2);
    const full = backUp((word) => void (word === middle && fill(ballast)));
    await expect(full).rejects.toMatchObject({ problem: { kind: 'disk', params: { reason: 'full' } } });
    expect(readdirSync(place)).toEqual(before);
    expect(readdirSync(one.folder).filter((name) => name.startsWith('backing-up'))).toEqual([]);
    rmSync(ballast);
    await backUp(() => undefined);
    const [newest = ''] = readdirSync(place).toReversed();
    expect(await verifyBackup(join(place, newest), createFolderOpener(one.folder), () => undefined)).toMatchObject({
      whole: true,
      entries: 200,
    });
  },
);
