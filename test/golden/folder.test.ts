import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deskMigrations } from '../../electron/database/migrations/index.ts';
import { states } from '../../shared/outbox/states.ts';
import { startReaderHere } from '../support/desk-here.ts';
import { accountOf } from './folder/account.ts';
import { address, startServiceOfFolder } from './folder/service-at.ts';
import { expectKept } from './kept.ts';
import { filesOf, keptFiles, layOut, versions, type LaidOut } from './lay-out-folder.ts';

const newest = `version-${String(deskMigrations.length)}`;

async function account({ folder, machine }: Pick<LaidOut, 'folder' | 'machine'>): Promise<string[]> {
  const desk = await startReaderHere({ folder, machine });
  try {
    return await accountOf(desk);
  } finally {
    await desk.close();
  }
}

it('the folder of the newest version is kept too, and holds the files it did', () => {
  expect(versions, 'npm run golden:folder').toContain(newest);
  const nameless = keptFiles(newest).map((name) =>
    name.replaceAll(/\d{8}T\d{6}Z|\d{4}-\d\d-\d\d/g, 'TIME').replaceAll(/[0-9a-f]{20}/g, 'DESK'),
  );
  expectKept('files-of-a-folder.txt', [...new Set(nameless)]);
});

describe.each(versions)('the data folder of %s', (version) => {
  it('is whole, has an entry in every state, and tells of each what it did', async () => {
    const laid = layOut(version);
    const data = ['--data', laid.folder];
    // a reader alone brings nothing up to date
    await laid.run(['settings', ...data]);
    const verified = await laid.run(['verify', ...data]);
    expect(verified).toMatchObject({ code: 0, lines: [{ whole: true, uncovered: 0 }] });
    const statesOf = async (...only: string[]) => {
      const { code, lines } = await laid.run(['list', ...data, ...only]);
      expect(code).toBe(0);
      return [...new Set(lines.map((line) => line.state as string))].toSorted();
    };
    expect(await statesOf()).toEqual(states.toSorted());
    // how it is listed is a matter of the program, and the same for the folder of each version
    if (version === newest) for (const state of states) expect(await statesOf('--state', state)).toEqual([state]);
    expectKept(`folder-${version}.txt`, await account(laid));
  });

  it('delivers what is due', async () => {
    const laid = layOut(version);
    const service = await startServiceOfFolder();
    onTestFinished(() => service.stop());
    const to = ['--data', laid.folder, '--service', address, '--set', 'requestTimeoutSeconds=120'];
    // A run that has nothing else to do waits for no absence of PAGE-1, which asks a person: its answer to another order lasts until then.
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
