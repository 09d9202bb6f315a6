import { claimName, openExtension } from '../../electron/copies/backup/claim-name.ts';
import { verifyBackup } from '../../electron/copies/verify/verify-folder.ts';
import { createOpener } from '../../electron/platform/encryption/lock.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { label, openLostDesk } from './lost-desk.ts';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('backups requested within one second are all made, each under its own name', { timeout: 120_000 }, async () => {
  const [one, other] = [await openLostDesk(), await openLostDesk()];
  const place = temporaryFolder();
  for (const desk of [one, other]) await desk.add(label('ONE'));
  const asks = [one, other, one, one].map(({ desk }) => desk.ask('backup.make', { to: place }));
  const made = (await Promise.all(asks)).map(({ path }) => path);
  expect(new Set(made).size).toBe(4);
  expect(readdirSync(place).map((name) => join(place, name))).toEqual(made.toSorted());
  for (const path of made)
    expect(await verifyBackup(path, createOpener([]), () => undefined)).toMatchObject({ whole: true, entries: 1 });
});

it('a later backup has the later name even if earlier ones were removed, so that the newest is kept and opened', () => {
  const place = temporaryFolder();
  const at = Date.UTC(2026, 10, 22, 12, 0, 0);
  const make = (): string => {
    const { path, unfinishedPath } = claimName(place, at, openExtension);
    renameSync(unfinishedPath, path);
    return path;
  };
  const [first, second] = [make(), make()];
  rmSync(first);
  expect(make() > second).toBe(true);
  // A clock set back is not followed.
  expect(claimName(place, at - 3_600_000, openExtension).path < first).toBe(true);
});
