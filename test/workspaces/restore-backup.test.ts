import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { onFault } from '../../electron/platform/link/failure.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Temporary files of a restore. */
const leftOver = /^(?:chosen-backup|rescue-wanted|rescuing|replaced-.*\.part)/;

/** A practice desk in workers, with a backup folder. */
async function openWithBackups(root = temporaryFolder()) {
  const backups = temporaryFolder();
  const desk = await openScreenDesk({ folder: root, host: 'browser', secrets: createMemorySecrets() });
  onTestFinished(() => desk.close());
  async function ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> {
    const answer = (await desk.call(name, input)) as Result<Output<N>>;
    if (!answer.ok) throw new ProblemError(answer.problem);
    return answer.value;
  }
  await ask('settings.set', { values: { backupFolder: backups, holdSeconds: 3600 } });
  const add = (PackageId: string, draft = false) =>
    ask('entry.enqueue', {
      commandId: randomUUID(),
      draft,
      request: { endpoint: 2, body: { Package: { PackageId, ServiceCode: 'SGP' } } },
    });
  return {
    root,
    folder: join(root, 'practice'),
    desk,
    ask,
    add,
    states: async () =>
      Object.fromEntries(
        (await ask('entries.page', {})).rows.map(({ key, state, maybeTaken }) => [key, { state, maybeTaken }]),
      ),
    restore: (name: string) => desk.callFromScreen('backup.restore', { commandId: randomUUID(), name }),
  };
}

describe('a backup chosen by a person', () => {
  it('is opened in place of the database, which is set aside, and later actions are replayed from the journal', async () => {
    const { folder, ask, add, restore, states } = await openWithBackups();
    const one = await add('ONE');
    await ask('backup.now', {});
    await add('TWO');
    await add('THREE', true);
    await ask('entry.withdraw', { commandId: randomUUID(), ids: [one.id] });
    const { backups } = await ask('backup.list', {});
    expect(backups).toMatchObject([{ locked: false, at: expect.any(Number), bytes: expect.any(Number) }]);
    expect(await restore(backups[0]?.name ?? '')).toMatchObject({ ok: true, value: { mode: 'practice', folder } });
    expect(await states()).toEqual({
      ONE: { state: 'withdrawn', maybeTaken: false },
      // It is checked at once, as after a lost answer.
      TWO: expect.anything(),
      THREE: { state: 'draft', maybeTaken: true },
    });
    const { rescued } = await ask('backup.state', {});
    expect(rescued).toMatchObject({ why: 'chosen', entries: 3, maybeTaken: 2, lost: 0 });
    expect(existsSync(join(rescued?.aside ?? '', 'desk.db'))).toBe(true);
    // No temporary file remains, and the desk continues.
    expect(readdirSync(folder).filter((name) => leftOver.test(name))).toEqual([]);
    await add('FOUR');
    expect(await ask('rescue.seen', {})).toMatchObject({ rescued: null });
  });

  it('is restored with progress, while captures get truthful answers', async () => {
    const { ask, add, desk, restore } = await openWithBackups();
    for (let n = 0; n < 40; n += 1) await add(`BEFORE-${n}`);
    await ask('backup.now', {});
    const percents: number[] = [];
    desk.onEvent(({ event }) => {
      if (event.kind === 'going-back') percents.push(event.percent);
    });
    const name = (await ask('backup.list', {})).backups[0]?.name ?? '';
    let isDone = false;
    const going = restore(name).finally(() => (isDone = true));
    const answers = new Map<string, Result<unknown>>();
    for (let n = 0; !isDone; n += 1) {
      const PackageId = `MEANWHILE-${n}`;
      const request = { endpoint: 2 as const, body: { Package: { PackageId, ServiceCode: 'SGP' } } };
      answers.set(PackageId, await desk.call('entry.enqueue', { commandId: randomUUID(), request }));
      await setImmediate();
    }
    expect(await going).toMatchObject({ ok: true });
    const refused = [...answers.values()].flatMap((one) => (one.ok ? [] : [one.problem]));
    expect(refused.length).toBeGreaterThan(0);
    for (const { kind, params, message } of refused) {
      expect([kind, params?.['to']]).toEqual(['cancelled', undefined]);
      expect(['going-back', 'went-back']).toContain(params?.['reason']);
      expect(message).toContain('backup');
    }
    const there = new Set((await ask('entries.page', { limit: 500 })).rows.map(({ key }) => key));
    for (const [key, answer] of answers) {
      if (answer.ok) expect(there, key).toContain(key);
      else if (answer.problem.params?.['reason'] === 'going-back') expect(there, key).not.toContain(key);
    }
    expect(percents.length).toBeGreaterThan(0);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  });

  it('keeps the log of protected actions, with those since the backup and with who restored it', async () => {
    const codes: unknown[] = [];
    onTestFinished(onFault((fault) => codes.push('code' in fault && fault.code)));
    const { ask, desk, restore } = await openWithBackups();
    const set = (holdSeconds: number) => desk.callFromScreen('settings.set', { values: { holdSeconds }, actor: 'Mia' });
    await set(1801);
    await ask('backup.now', {});
    await set(1802);
    const name = (await ask('backup.list', {})).backups[0]?.name ?? '';
    expect(await restore(name)).toMatchObject({ ok: true });
    expect((await ask('rights.log', {})).acts.toReversed()).toMatchObject([
      { right: 'settings', operator: 'Mia', outcome: 'done', times: 2 },
      { right: 'restore', about: name, outcome: 'done', times: 1 },
    ]);
    // the desk that was open closes in time, although settings were saved during its backup
    expect(codes).not.toContain('CLOSE_TIMEOUT');
  });

  it('is refused before anything changes if it is damaged, and so is a name outside the backup folder', async () => {
    const { folder, ask, add, restore, states } = await openWithBackups();
    await add('ONE');
    const made = await ask('backup.now', {});
    await add('TWO');
    const before = await states();
    truncateSync(made.path, 40_000);
    const name = (await ask('backup.list', {})).backups[0]?.name ?? '';
    expect(await restore(name)).toMatchObject({
      ok: false,
      problem: { kind: 'damaged', params: { reason: 'backup' } },
    });
    expect(await restore('parcel-desk-20200101T000000Z.db')).toMatchObject({ ok: false, problem: { kind: 'damaged' } });
    expect(await restore('../practice/desk.db')).toMatchObject({ ok: false, problem: { kind: 'invalid' } });
    expect(await states()).toEqual(before);
    expect(readdirSync(folder).filter((one) => one.startsWith('replaced-'))).toEqual([]);
    expect(readFileSync(made.path).length).toBe(40_000);
  });

  it('that cannot be opened at the next start leaves the desk with its own data', async () => {
    const { root, folder, ask, add, desk } = await openWithBackups();
    await add('ONE');
    await ask('backup.now', {});
    await add('TWO');
    const name = (await ask('backup.list', {})).backups[0]?.name ?? '';
    expect(await desk.callFromScreen('backup.want', { name })).toMatchObject({ problem: { kind: 'unknown-command' } });
    await ask('backup.want', { name });
    truncateSync(join(folder, 'chosen-backup.db'), 5_000);
    await desk.close();
    const again = await openWithBackups(root);
    expect(Object.keys(await again.states()).toSorted()).toEqual(['ONE', 'TWO']);
    expect(readdirSync(folder).filter((one) => leftOver.test(one))).toEqual([]);
  });
});

it('a backup of another folder, put beside those of a desk without a journal, is refused by that desk', async () => {
  const [practice, other] = [await openWithBackups(), await openWithBackups()];
  await practice.add('PRACTICE-1');
  const { path } = await practice.ask('backup.now', {});
  const own = await other.ask('backup.now', {});
  const name = 'parcel-desk-20991231T120000Z.db';
  copyFileSync(path, join(dirname(own.path), name));
  expect(await other.restore(name)).toMatchObject({
    ok: false,
    problem: { kind: 'bad-file', params: { reason: 'other-desk', name } },
  });
  expect(await other.states()).toEqual({});
  expect(readdirSync(other.folder).filter((one) => leftOver.test(one))).toEqual([]);
  expect(await other.restore(basename(own.path))).toMatchObject({ ok: true });
}, 120_000);
