import { isOpenToScreens } from '../../electron/desk/calls/answer-calls.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import { desksInThread } from '../support/desk-here.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const request = { endpoint: 2, body: { Package: { PackageId: 'P-1', ServiceCode: 'SGP' } } };

async function openDesk(chooseFolder?: () => Promise<string | null>) {
  const root = temporaryFolder();
  const desk = await openScreenDesk({
    folder: root,
    host: chooseFolder ? 'electron' : 'browser',
    secrets: createMemorySecrets(),
    desks: desksInThread,
    ...(chooseFolder && { chooseFolder }),
  });
  onTestFinished(() => desk.close());
  await desk.call('entry.enqueue', { commandId: 'from-screens-1', request });
  return { desk, root, back: () => desk.callFromScreen('backup.choose', {}) };
}

describe('a backup requested on a screen', () => {
  it('is made in the folder that a person chooses, and can be restored; without a choice none is made', async () => {
    const to = temporaryFolder();
    let chosen: string | null = null;
    const { back } = await openDesk(() => Promise.resolve(chosen));
    expect(await back()).toEqual({ ok: true, value: { made: null } });
    expect(readdirSync(to)).toEqual([]);
    chosen = to;
    const answer = await back();
    expect(answer).toMatchObject({ ok: true, value: { made: { entries: 1 } } });
    const { path } = (answer as { value: { made: { path: string } } }).value.made;
    const again = join(temporaryFolder(), 'again');
    expect((await runDesk(['restore', '--from', path, '--data', again])).code).toBe(0);
    expect(JSON.stringify((await runDesk(['list', '--data', again])).lines)).toContain('P-1');
  });

  it('is made in the folder of the automatic backups, without a dialog', async () => {
    const to = temporaryFolder();
    const { desk, back } = await openDesk(() => Promise.reject(new Error('a dialog')));
    expect(await desk.call('settings.set', { values: { backupFolder: to } })).toMatchObject({ ok: true });
    await expect.poll(back, { timeout: 20_000, interval: 300 }).toMatchObject({ value: { made: { entries: 1 } } });
    expect(readdirSync(to, { recursive: true }).some((name) => String(name).endsWith('.db'))).toBe(true);
  });

  it('is made where the previous one was, in a host without a dialog; a screen cannot name a folder', async () => {
    const { root, back } = await openDesk();
    expect(await back()).toMatchObject({
      ok: false,
      problem: { kind: 'bad-setting', params: { reason: 'backup-first' } },
    });
    const to = temporaryFolder();
    expect((await runDesk(['backup', '--data', root, '--to', to])).code).toBe(0);
    // The names of backups have a resolution of one second.
    await expect.poll(back, { timeout: 20_000, interval: 300 }).toMatchObject({ ok: true });
    expect(readdirSync(to).filter((name) => name.endsWith('.db'))).toHaveLength(2);
    expect(isOpenToScreens('backup.make')).toBe(false);
  });
});
