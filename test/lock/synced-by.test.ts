import { findSyncProgram } from '../../electron/storage/lock/find-sync-program.ts';
import { orderLine } from '../support/order-line.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

function made(...names: string[]): string {
  const folder = join(temporaryFolder(), ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}
const nobody = { env: {}, home: '/nobody' };

describe('a data folder', () => {
  it.each([
    ['OneDrive', 'OneDrive'],
    ['OneDrive - Lager GmbH', 'OneDrive'],
    ['Dropbox', 'Dropbox'],
    ['Dropbox (Team)', 'Dropbox'],
    ['iCloudDrive', 'iCloud Drive'],
    [join('Library', 'Mobile Documents', 'com~apple~CloudDocs'), 'iCloud Drive'],
    ['Google Drive', 'Google Drive'],
    [join('Library', 'CloudStorage', 'GoogleDrive-mia@example.org', 'My Drive'), 'Google Drive'],
    [join('Library', 'CloudStorage', 'OneDrive-Personal'), 'OneDrive'],
    [join('Library', 'CloudStorage', 'Box-Box'), 'Box'],
  ])('below %s is synced by %s', (place, by) => {
    expect(findSyncProgram(made(place, 'desk'), nobody)).toBe(by);
  });

  it.each(['desk', 'CloudStorage', 'Drive', 'OneDriver', 'dropbox-export.d'])('below %s is not synced', (place) => {
    expect(findSyncProgram(made(place, 'desk'), nobody)).toBeNull();
  });

  it('is recognized in the OneDrive folder of this machine, whatever its name', () => {
    const place = made('Firma');
    const env = { OneDriveCommercial: place };
    expect(findSyncProgram(join(place, 'desk'), { ...nobody, env })).toBe('OneDrive');
    expect(findSyncProgram(`${place} 2`, { ...nobody, env })).toBeNull();
  });

  it('is recognized in the folder that Dropbox recorded, whatever its name', () => {
    const [home, place] = [made('home'), made('Shared')];
    mkdirSync(join(home, '.dropbox'));
    writeFileSync(join(home, '.dropbox', 'info.json'), JSON.stringify({ personal: { path: place, host: 1 } }));
    expect(findSyncProgram(join(place, 'desk'), { env: {}, home })).toBe('Dropbox');
    expect(findSyncProgram(made('desk'), { env: {}, home })).toBeNull();
  });

  it('is recognized behind a link', () => {
    const [home, place] = [made('home'), made('Dropbox', 'desk')];
    symlinkSync(place, join(home, 'desk'));
    expect(findSyncProgram(join(home, 'desk'), nobody)).toBe('Dropbox');
  });

  it('that is synced causes a warning from commands that write to it, and is refused by none', async () => {
    const folder = made('OneDrive - Lager', 'desk');
    const { code, stderr } = await runDesk(['enqueue', '--data', folder], orderLine('PD-1'));
    expect(code).toBe(0);
    expect(stderr).toContain(`{"warning":{"code":"synced-folder","params":{"folder":"${folder}","by":"OneDrive"}`);
  });
});
