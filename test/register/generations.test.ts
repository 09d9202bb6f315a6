import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDesk } from '../../electron/threads/desk.ts';
import { orderLine } from '../support/order-line.ts';
import { startDeskProcess, temporaryFolder, type Ran } from '../support/run-desk.ts';

/** A machine with folders of its own, on which `desk …` is run. */
function machine(home = temporaryFolder()) {
  const register = join(home, 'register');
  const run = (args: string[], input = ''): Promise<Ran> =>
    startDeskProcess(args, { input, env: { PARCEL_DESK_MACHINE: register } }).ended;
  return {
    register,
    at: (name: string) => join(home, name),
    run,
    capture: (data: string, key: string) => run(['enqueue', '--data', data], orderLine(key)),
    list: async (data: string) => (await run(['list', '--data', data])).lines,
    async backup(data: string, to: string) {
      return String((await run(['backup', '--data', data, '--to', to])).lines[0]?.path);
    },
    restore: async (from: string, data: string) => (await run(['restore', '--from', from, '--data', data])).lines[0],
    async open(folder: string) {
      const desk = await startDesk({ folder, machine: register });
      onTestFinished(() => desk.close());
      return desk;
    },
  };
}
const queued = [{ state: 'queued' }];
const refused = (reason: string) => [
  { ok: false, problem: { kind: 'folder-superseded', message: expect.stringContaining(reason) } },
];

// programs start one after another, as a person starts them
const unhurried = { timeout: 120_000 };

describe('the folder a desk was restored from', unhurried, () => {
  it('is refused beside the restored one, for captures and deliveries, and can still be read', async () => {
    const here = machine();
    const [old, restored] = [here.at('old'), here.at('restored')];
    await here.capture(old, 'PD-1');
    const from = await here.backup(old, here.at('backups'));
    expect(await here.restore(from, restored)).toMatchObject({ generation: 2, notRegistered: [] });

    expect((await here.capture(old, 'PD-2')).lines).toMatchObject(refused(restored));
    const delivered = await here.run(['deliver', '--data', old, '--until-idle']);
    expect(delivered.lines).toMatchObject([{ problem: { kind: 'folder-superseded' } }]);
    expect(delivered.code).toBe(1);
    expect(await here.list(old)).toMatchObject([{ key: 'PD-1', state: 'queued' }]);
    expect((await here.capture(restored, 'PD-3')).lines).toMatchObject(queued);
  });

  it('stops where it is being worked on', async () => {
    const here = machine();
    const [old, restored] = [here.at('old'), here.at('restored')];
    const desk = await here.open(old);
    await desk.ask('entry.enqueue', {
      commandId: randomUUID(),
      request: { endpoint: 2, body: { Package: { PackageId: 'A' } } },
    });
    const from = await here.backup(old, here.at('backups'));
    await here.restore(from, restored);
    const again = desk.call('entry.enqueue', {
      commandId: randomUUID(),
      request: { endpoint: 2, body: { Package: { PackageId: 'B' } } },
    });
    expect(await again).toMatchObject({ ok: false, problem: { kind: 'folder-superseded', params: { by: restored } } });
    const { warnings } = await desk.ask('desk.warnings', {});
    expect(warnings).toMatchObject([{ code: 'folder-superseded', params: { folder: old, by: restored } }]);
  });

  it('is the first restored one too, once its backup is restored again', async () => {
    const here = machine();
    const [old, first, second] = [here.at('old'), here.at('first'), here.at('second')];
    await here.capture(old, 'PD-1');
    const from = await here.backup(old, here.at('backups'));
    await here.restore(from, first);
    expect(await here.restore(from, second)).toMatchObject({ generation: 3 });
    for (const superseded of [old, first])
      expect((await here.capture(superseded, 'PD-2')).lines, superseded).toMatchObject(refused(second));
    expect((await here.capture(second, 'PD-2')).lines).toMatchObject(queued);
  });

  it('is refused on another machine as well, where the folder of its backups tells', async () => {
    const [here, there] = [machine(), machine()];
    const [old, restored] = [here.at('old'), there.at('restored')];
    await here.capture(old, 'PD-1');
    const from = await here.backup(old, here.at('share'));
    await there.restore(from, restored);
    expect((await here.capture(old, 'PD-2')).lines).toMatchObject(refused('another machine'));
    expect((await there.capture(restored, 'PD-2')).lines).toMatchObject(queued);
    // and once it is known, without that folder too
    rmSync(here.at('share'), { recursive: true });
    expect((await here.capture(old, 'PD-2')).lines).toMatchObject(refused('another machine'));
  });
});

describe('a place that a folder writes to', unhurried, () => {
  it('is not made in its stead while it is away, and learns of the folder when it is back', async () => {
    const here = machine();
    const [data, share] = [here.at('data'), here.at('share')];
    await here.capture(data, 'PD-1');
    await here.backup(data, share);
    const notes = (): string[] => readdirSync(share).filter((name) => name.endsWith('.generation.json'));
    for (const name of notes()) rmSync(join(share, name));
    renameSync(share, here.at('away'));
    await here.capture(data, 'PD-2');
    expect(existsSync(share)).toBe(false);
    renameSync(here.at('away'), share);
    await here.capture(data, 'PD-3');
    expect(notes()).toHaveLength(1);
  });
});

describe('a data folder', unhurried, () => {
  it('that was moved, or is reached by another path, is worked on as before', async () => {
    const here = machine();
    await here.capture(here.at('a'), 'PD-1');
    renameSync(here.at('a'), here.at('b'));
    expect((await here.capture(here.at('b'), 'PD-2')).lines).toMatchObject(queued);
    symlinkSync(here.at('b'), here.at('link'));
    expect((await here.capture(here.at('link'), 'PD-3')).lines).toMatchObject(queued);
    expect((await here.capture(here.at('b'), 'PD-4')).lines).toMatchObject(queued);
  });

  it('that is a copy is refused as long as the first is there', async () => {
    const here = machine();
    const [first, copy] = [here.at('first'), here.at('copy')];
    await here.capture(first, 'PD-1');
    cpSync(first, copy, { recursive: true });
    expect((await here.capture(copy, 'PD-2')).lines).toMatchObject(refused(first));
    rmSync(first, { recursive: true });
    expect((await here.capture(copy, 'PD-3')).lines).toMatchObject(queued);
  });

  it('is worked on, with a warning, where this machine cannot read or keep what it knows', async () => {
    const damaged = machine();
    await damaged.capture(damaged.at('data'), 'PD-1');
    for (const name of readdirSync(damaged.register)) writeFileSync(join(damaged.register, name), '{"folder": 1');
    const unwritable = machine();
    writeFileSync(unwritable.register, 'a file where the folder should be');
    for (const one of [damaged, unwritable]) {
      const desk = await one.open(one.at('data'));
      const request = { endpoint: 2, body: { Package: { PackageId: 'PD-2' } } };
      expect(await desk.ask('entry.enqueue', { commandId: randomUUID(), request })).toMatchObject({ state: 'queued' });
      const { warnings } = await desk.ask('desk.warnings', {});
      expect(warnings).toMatchObject([{ code: 'register', params: { folder: one.register } }]);
    }
    const missing = machine();
    mkdirSync(missing.register);
    expect((await missing.capture(missing.at('data'), 'PD-1')).lines).toMatchObject(queued);
    rmSync(missing.register, { recursive: true });
    expect((await missing.capture(missing.at('data'), 'PD-2')).lines).toMatchObject(queued);
  });
});
describe('a refused folder', unhurried, () => {
  it('can be reopened knowingly: what was not settled is maybe taken, and the other one is refused', async () => {
    const here = machine();
    const [old, restored] = [here.at('old'), here.at('restored')];
    await here.capture(old, 'PD-1');
    const notRefused = await here.run(['reopen', '--data', old]);
    expect(notRefused).toMatchObject({ code: 1, lines: [{ problem: { kind: 'wrong-state' } }] });
    await here.restore(await here.backup(old, here.at('backups')), restored);
    const reopened = await here.run(['reopen', '--data', old]);
    expect(reopened).toMatchObject({ code: 0, lines: [{ generation: 3, maybeTaken: 1, notRegistered: [] }] });
    expect((await here.capture(restored, 'PD-2')).lines).toMatchObject(refused(old));
    expect((await here.capture(old, 'PD-2')).lines).toMatchObject(queued);
    const { rows } = await (await here.open(old)).ask('entries.rows', { seqs: [1, 2] });
    expect(rows).toMatchObject([
      { key: 'PD-1', maybeTaken: true },
      { key: 'PD-2', maybeTaken: false },
    ]);
  });

  it('that never delivered is bound to nothing once it is reopened: practice is no guess', async () => {
    const here = machine();
    const [old, restored] = [here.at('old'), here.at('restored')];
    await here.capture(old, 'PD-1');
    await here.restore(await here.backup(old, here.at('backups')), restored);
    await here.run(['reopen', '--data', old]);
    const delivered = await here.run(['deliver', '--data', old, '--until-idle']);
    expect(delivered).toMatchObject({ code: 1, lines: [{ problem: { kind: 'bad-address' } }] });
    expect((await here.list(old))[0]?.state).not.toBe('done');
  });
});

describe('an older state of a folder', unhurried, () => {
  it.each(['in another place', 'in its own place'])(
    'is refused though the folder itself is gone: %s',
    async (where) => {
      const here = machine();
      const [data, copy] = [here.at('data'), here.at('copy')];
      await here.capture(data, 'PD-1');
      cpSync(data, copy, { recursive: true });
      await here.capture(data, 'PD-2');
      rmSync(data, { recursive: true });
      const folder = where === 'in another place' ? copy : data;
      if (folder === data) renameSync(copy, data);
      expect((await here.capture(folder, 'PD-3')).lines).toMatchObject(refused('an older state'));
      expect(await here.list(folder)).toMatchObject([{ key: 'PD-1', state: 'queued' }]);
      // until a person says so, knowing that what was done since is not known here
      expect((await here.run(['reopen', '--data', folder])).lines).toMatchObject([{ maybeTaken: 1 }]);
      expect((await here.capture(folder, 'PD-3')).lines).toMatchObject(queued);
    },
  );

  it('is not what a folder is that was moved', async () => {
    const here = machine();
    const [data, moved] = [here.at('data'), here.at('moved')];
    await here.capture(data, 'PD-1');
    renameSync(data, moved);
    expect((await here.capture(moved, 'PD-2')).lines).toMatchObject(queued);
  });
});
