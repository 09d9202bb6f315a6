import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { states } from '../../shared/outbox/states.ts';
import { startReaderInThread } from '../support/desk-here.ts';
import { readFolderReport } from './folder/account.ts';
import { serviceAddress, startServiceOfFolder } from './folder/service-at.ts';
import { expectGolden } from './expect-golden.ts';
import { filesOf, sampleFiles, unpackSample, versions, type SampleFolder } from './lay-out-folder.ts';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const newest = `version-${String(deskMigrations.length)}`;

async function reportOf({ folder, machine }: Pick<SampleFolder, 'folder' | 'machine'>): Promise<string[]> {
  const desk = await startReaderInThread({ folder, machine });
  try {
    return await readFolderReport(desk);
  } finally {
    await desk.close();
  }
}

it('a sample folder of the newest version exists and contains the same files as before', () => {
  expect(versions, 'npm run golden:folder').toContain(newest);
  const generalNames = sampleFiles(newest).map((name) =>
    name.replaceAll(/\d{8}T\d{6}Z|\d{4}-\d\d-\d\d/g, 'TIME').replaceAll(/[0-9a-f]{20}/g, 'DESK'),
  );
  expectGolden('files-of-a-folder.txt', [...new Set(generalNames)]);
});

describe.each(versions)('the data folder of %s', (version) => {
  it('verifies as whole, has an entry in every state, and reports the same about each entry as before', async () => {
    const sampleFolder = unpackSample(version);
    const data = ['--data', sampleFolder.folder];
    // A reader does not migrate the folder.
    await sampleFolder.run(['settings', ...data]);
    const verified = await sampleFolder.run(['verify', ...data]);
    expect(verified).toMatchObject({ code: 0, lines: [{ whole: true, uncovered: 0 }] });
    const statesOf = async (...stateFilter: string[]) => {
      const { code, lines } = await sampleFolder.run(['list', ...data, ...stateFilter]);
      expect(code).toBe(0);
      return [...new Set(lines.map((line) => line.state as string))].toSorted();
    };
    expect(await statesOf()).toEqual(states.toSorted());
    // Filtering by state does not depend on the folder's version.
    if (version === newest) for (const state of states) expect(await statesOf('--state', state)).toEqual([state]);
    expectGolden(`folder-${version}.txt`, await reportOf(sampleFolder));
  });

  it('delivers due entries', async () => {
    const sampleFolder = unpackSample(version);
    const service = await startServiceOfFolder();
    onTestFinished(() => service.stop());
    const toService = [
      '--data',
      sampleFolder.folder,
      '--service',
      serviceAddress,
      '--set',
      'requestTimeoutSeconds=120',
    ];
    // A run until idle does not wait for the status checks of PAGE-1, which end in a question to a person. The answer
    // to another order is therefore held until the create of PAGE-1 arrives.
    await service.set([{ to: 'creates', keys: '^BUSY-1$', fault: { kind: 'held', untilCreateOf: 'PAGE-1' } }]);
    const delivery = await sampleFolder.run(['deliver', ...toService, '--until-idle', '--timeout', '180']);
    expect(delivery.stderr).toBe('');
    expect(delivery.code).toBe(2);
    expectGolden(`folder-${version}-delivered.txt`, await reportOf(sampleFolder));
  });

  it('is restored from its backup and its journal', async () => {
    const sampleFolder = unpackSample(version);
    const backupFolder = join(sampleFolder.folder, 'copies');
    const backup = filesOf(backupFolder).findLast((name) => name.endsWith('.db')) ?? '';
    const folder = join(sampleFolder.home, 'restored');
    const fromBackup = ['--from', join(backupFolder, backup), '--journal', join(sampleFolder.folder, 'journal')];
    const { code, lines } = await sampleFolder.run(['restore', ...fromBackup, '--data', folder]);
    expect(code).toBe(0);
    expect(lines).toMatchObject([{ notRestored: [], damagedJournalLines: 0, generation: 3 }]);
    const verified = await sampleFolder.run(['verify', '--data', folder]);
    expect(verified).toMatchObject({ code: 0, lines: [{ whole: true }] });
    expectGolden(`folder-${version}-restored.txt`, await reportOf({ ...sampleFolder, folder }));
  });
});
