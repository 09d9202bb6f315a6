import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { states } from '../../shared/outbox/states.ts';
import { startReaderHere } from '../support/desk-here.ts';
import { accountOf } from './folder/account.ts';
import { address, startServiceOfFolder } from './folder/service-at.ts';
import { expectKept } from './kept.ts';
import { filesOf, keptFiles, layOut, versions, type LaidOut } from './lay-out-folder.ts';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const newest = `version-${String(deskMigrations.length)}`;

async function account({ folder, machine }: Pick<LaidOut, 'folder' | 'machine'>): Promise<string[]> {
  const desk = await startReaderHere({ folder, machine });
  try {
    return await accountOf(desk);
  } finally {
    await desk.close();
  }
}

it('a sample folder of the newest version exists and contains the same files as before', () => {
  expect(versions, 'npm run golden:folder').toContain(newest);
  const nameless = keptFiles(newest).map((name) =>
    name.replaceAll(/\d{8}T\d{6}Z|\d{4}-\d\d-\d\d/g, 'TIME').replaceAll(/[0-9a-f]{20}/g, 'DESK'),
  );
  expectKept('files-of-a-folder.txt', [...new Set(nameless)]);
});

describe.each(versions)('the data folder of %s', (version) => {
  it('verifies as whole, has an entry in every state, and reports the same about each entry as before', async () => {
    const laid = layOut(version);
    const data = ['--data', laid.folder];
    // A reader does not migrate the folder.
    await laid.run(['settings', ...data]);
    const verified = await laid.run(['verify', ...data]);
    expect(verified).toMatchObject({ code: 0, lines: [{ whole: true, uncovered: 0 }] });
    const statesOf = async (...only: string[]) => {
      const { code, lines } = await laid.run(['list', ...data, ...only]);
      expect(code).toBe(0);
      return [...new Set(lines.map((line) => line.state as string))].toSorted();
    };
    expect(await statesOf()).toEqual(states.toSorted());
    // Filtering by state does not depend on the folder's version.
    if (version === newest) for (const state of states) expect(await statesOf('--state', state)).toEqual([state]);
    expectKept(`folder-${version}.txt`, await account(laid));
  });

  it('delivers due entries', async () => {
    const laid = layOut(version);
    const service = await startServiceOfFolder();
    onTestFinished(() => service.stop());
    const to = ['--data', laid.folder, '--service', address, '--set', 'requestTimeoutSeconds=120'];
    // An idle run does not wait for the status checks of PAGE-1, which end in a question to a person, so the answer to
    // another order is held until the create of PAGE-1 arrives.
    await service.set([{ to: 'creates', keys: '^BUSY-1$', fault: { kind: 'held', untilCreateOf: 'PAGE-1' } }]);
    const ran = await laid.run(['deliver', ...to, '--until-idle', '--timeout', '180']);
    expect(ran.stderr).toBe('');
    expect(ran.code).toBe(2);
    expectKept(`folder-${version}-delivered.txt`, await account(laid));
  });

  it('is restored from its backup and its journal', async () => {
    const laid = layOut(version);
    const copies = join(laid.folder, 'copies');
    const backup = filesOf(copies).findLast((name) => name.endsWith('.db')) ?? '';
    const folder = join(laid.home, 'restored');
    const from = ['--from', join(copies, backup), '--journal', join(laid.folder, 'journal')];
    const { code, lines } = await laid.run(['restore', ...from, '--data', folder]);
    expect(code).toBe(0);
    expect(lines).toMatchObject([{ notRestored: [], damagedJournalLines: 0, generation: 3 }]);
    const verified = await laid.run(['verify', '--data', folder]);
    expect(verified).toMatchObject({ code: 0, lines: [{ whole: true }] });
    expectKept(`folder-${version}-restored.txt`, await account({ ...laid, folder }));
  });
});
