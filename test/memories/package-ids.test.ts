import { backUp } from '../../electron/copies/backup/make-backup.ts';
import { restore } from '../../electron/copies/restore/restore.ts';
import { packageIds } from '../../electron/memory/package-ids.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { checkPackageId } from '../../shared/creates/package-id.ts';
import { labelCapture, openTestOutbox } from '../support/open-test-outbox.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'package-ids-'));
  folders.push(folder);
  return folder;
};
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

const host = { now: () => Date.parse('2026-11-21T09:00:00Z'), random: () => 0.37, deskCode: () => '' };

describe('PackageIds of a desk', () => {
  it('are issued once, even after the desk was closed', () => {
    const folder = newFolder();
    const first = openDesk(folder);
    const given = packageIds(first, host).nextIds(500);
    first.close();
    const again = openDesk(folder);
    given.push(...packageIds(again, { ...host, random: () => 0.9 }).nextIds(500));
    again.close();
    expect(new Set(given).size).toBe(1000);
    expect(given.every((id) => checkPackageId(id).kind === 'good')).toBe(true);
    // The code generated at first use does not change.
    expect(new Set(given.map((id) => id.slice(0, 5))).size).toBe(1);
  });

  it('contain the configured desk code and the generation of the folder', () => {
    const db = openDesk(newFolder());
    const [id] = packageIds(db, { ...host, deskCode: () => 'SHEN1' }).nextIds(1);
    expect(checkPackageId(id ?? '')).toEqual({ kind: 'good', desk: 'SHEN1', generation: 1, counter: 1 });
    db.close();
  });

  it('issued after a backup are never issued again by the restored folder', async () => {
    const folder = newFolder();
    const db = openDesk(folder);
    const ids = packageIds(db, host);
    ids.nextIds(10);
    const { path } = await backUp(db, join(folder, 'copies'), 1_770_000_000_000);
    const lost = ids.nextIds(50);
    db.close();
    const target = newFolder();
    const yieldToEventLoop = () => Promise.resolve();
    await restore(path, target, null, { now: () => 1_780_000_000_000, newId: () => 'f', yieldToEventLoop });
    const restored = openDesk(target);
    const made = packageIds(restored, host).nextIds(100);
    restored.close();
    expect(lost.filter((id) => made.includes(id))).toEqual([]);
    expect(checkPackageId(made[0] ?? '')).toMatchObject({ generation: 2 });
  });

  it('skip a number that an entry already has', () => {
    const test = openTestOutbox();
    const twin = openDesk(newFolder());
    const [next] = packageIds(twin, host).nextIds(1);
    test.outbox.enqueue('command-1', labelCapture(next ?? ''), 'Ana', false);
    expect(packageIds(test.db, host).nextIds(1)).not.toEqual([next]);
    twin.close();
    test.close();
  });
});
