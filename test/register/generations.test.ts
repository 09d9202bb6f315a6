import type { Desk } from '../../electron/desk/threads/desk.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { lockFolder } from '../../electron/storage/lock/lock-folder.ts';
import { registerRestored } from '../../electron/storage/register/register-folder.ts';
import { ioInProcess, startDeskInThread, startReaderInThread } from '../support/desk-here.ts';
import { orderLine } from '../support/order-line.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const order = (key: string) => ({
  commandId: randomUUID(),
  request: { endpoint: 2, body: { Package: { PackageId: key } } },
});

/** A machine with its own folders, on which desks are opened one after another. */
function machine(home = temporaryFolder()) {
  const register = join(home, 'register');
  const opened = (folder: string) => startDeskInThread({ folder, machine: register });
  const read = (folder: string) => startReaderInThread({ folder });
  async function at<T>(folder: string, act: (desk: Desk) => Promise<T>, open = opened): Promise<T> {
    const desk = await open(folder);
    try {
      return await act(desk);
    } finally {
      await desk.close();
    }
  }
  return {
    register,
    at: (name: string) => join(home, name),
    work: at,
    capture: (data: string, key: string) => at(data, (desk) => desk.call('entry.enqueue', order(key))),
    reopen: (data: string) => at(data, (desk) => desk.call('desk.reopen', {})),
    list: (data: string) => at(data, async (desk) => (await desk.ask('entries.page', {})).rows, read),
    backup: (data: string, to: string) => at(data, async (desk) => (await desk.ask('backup.make', { to })).path, read),
    /** Does what `desk restore` does. */
    async restore(from: string, folder: string) {
      const io = ioInProcess();
      await io({
        ask: 'restore',
        from,
        folder,
        journal: null,
        keys: [],
        takeOpen: false,
        userName: 'mia',
        machineFolder: register,
      });
      const lock = lockFolder(folder, Date.now());
      const remoteFolders = {
        read: (path: string) => io({ ask: 'read', path }),
        write: (path: string, text: string) => io({ ask: 'write', path, text }),
        isSecond: () => Promise.resolve(false),
      };
      const host = { now: Date.now, newId: randomUUID, machine: register, remoteFolders };
      return registerRestored(folder, [dirname(from)], host).finally(() => lock.release());
    },
    async open(folder: string) {
      const desk = await opened(folder);
      onTestFinished(() => desk.close());
      return desk;
    },
  };
}
const queued = { ok: true, value: { state: 'queued' } };
const refused = (reason: string) => ({
  ok: false,
  problem: { kind: 'folder-superseded', message: expect.stringContaining(reason) },
});

describe('a folder that was restored elsewhere', () => {
  it('is refused for captures and deliveries beside the restored one, and stays readable', async () => {
    const home = temporaryFolder();
    const [old, restored] = [join(home, 'old'), join(home, 'restored')];
    const run = (args: string[], input = '') => runDesk(args, input, join(home, 'register'));
    const capture = (data: string, key: string) => run(['enqueue', '--data', data], orderLine(key));
    const superseded = { problem: { kind: 'folder-superseded', message: expect.stringContaining(restored) } };

    await capture(old, 'PD-1');
    const made = await run(['backup', '--data', old, '--to', join(home, 'backups')]);
    const told = await run(['restore', '--from', String(made.lines[0]?.path), '--data', restored]);
    expect(told.lines).toMatchObject([{ generation: 2 }]);

    expect((await capture(old, 'PD-2')).lines).toMatchObject([superseded]);
    const delivered = await run(['deliver', '--data', old, '--until-idle']);
    expect(delivered).toMatchObject({ code: 1, lines: [superseded] });
    expect((await run(['list', '--data', old])).lines).toMatchObject([{ key: 'PD-1', state: 'queued' }]);
    expect((await capture(restored, 'PD-3')).lines).toMatchObject([{ state: 'queued' }]);
  });

  it('stops an open desk', async () => {
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

  it('can also be the first restored one, once its backup is restored again', async () => {
    const here = machine();
    const [old, first, second] = [here.at('old'), here.at('first'), here.at('second')];
    await here.capture(old, 'PD-1');
    const from = await here.backup(old, here.at('backups'));
    await here.restore(from, first);
    expect(await here.restore(from, second)).toMatchObject({ generation: 3 });
    for (const superseded of [old, first])
      expect(await here.capture(superseded, 'PD-2'), superseded).toMatchObject(refused(second));
    expect(await here.capture(second, 'PD-2')).toMatchObject(queued);
  });

  it('is also refused on another machine, if the folder of its backups shows it', async () => {
    const [here, there] = [machine(), machine()];
    const [old, restored] = [here.at('old'), there.at('restored')];
    await here.capture(old, 'PD-1');
    const from = await here.backup(old, here.at('share'));
    await there.restore(from, restored);
    expect(await here.capture(old, 'PD-2')).toMatchObject(refused('another machine'));
    expect(await there.capture(restored, 'PD-2')).toMatchObject(queued);
    // Once known, it is refused without that folder, too.
    rmSync(here.at('share'), { recursive: true });
    expect(await here.capture(old, 'PD-2')).toMatchObject(refused('another machine'));
  });
});

describe('a place that a folder writes to', () => {
  it('is not created while it is away, and is registered when it is back', async () => {
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

describe('a data folder', () => {
  it('that was moved, or is reached by another path, is used as before', async () => {
    const here = machine();
    await here.capture(here.at('a'), 'PD-1');
    renameSync(here.at('a'), here.at('b'));
    expect(await here.capture(here.at('b'), 'PD-2')).toMatchObject(queued);
    symlinkSync(here.at('b'), here.at('link'));
    expect(await here.capture(here.at('link'), 'PD-3')).toMatchObject(queued);
    expect(await here.capture(here.at('b'), 'PD-4')).toMatchObject(queued);
  });

  it('that is a copy is refused as long as the original exists', async () => {
    const here = machine();
    const [first, copy] = [here.at('first'), here.at('copy')];
    await here.capture(first, 'PD-1');
    cpSync(first, copy, { recursive: true });
    expect(await here.capture(copy, 'PD-2')).toMatchObject(refused(first));
    rmSync(first, { recursive: true });
    expect(await here.capture(copy, 'PD-3')).toMatchObject(queued);
  });

  it('is used with a warning if this machine cannot read or write its register', async () => {
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
    expect(await missing.capture(missing.at('data'), 'PD-1')).toMatchObject(queued);
    rmSync(missing.register, { recursive: true });
    expect(await missing.capture(missing.at('data'), 'PD-2')).toMatchObject(queued);
  });
});
describe('a refused folder', () => {
  it('can be reopened deliberately: unsettled entries are possibly sent, and the other folder is refused', async () => {
    const here = machine();
    const [old, restored] = [here.at('old'), here.at('restored')];
    await here.capture(old, 'PD-1');
    expect(await here.reopen(old)).toMatchObject({ ok: false, problem: { kind: 'wrong-state' } });
    await here.restore(await here.backup(old, here.at('backups')), restored);
    const reopened = await here.reopen(old);
    expect(reopened).toMatchObject({ ok: true, value: { generation: 3, maybeTaken: 1, notRegistered: [] } });
    expect(await here.capture(restored, 'PD-2')).toMatchObject(refused(old));
    expect(await here.capture(old, 'PD-2')).toMatchObject(queued);
    const { rows } = await (await here.open(old)).ask('entries.rows', { seqs: [1, 2] });
    expect(rows).toMatchObject([
      { key: 'PD-1', maybeTaken: true },
      { key: 'PD-2', maybeTaken: false },
    ]);
  });

  it('that never delivered has no target once it is reopened, not even practice', async () => {
    const here = machine();
    const [old, restored] = [here.at('old'), here.at('restored')];
    await here.capture(old, 'PD-1');
    await here.restore(await here.backup(old, here.at('backups')), restored);
    await here.reopen(old);
    const delivered = await (await here.open(old)).call('sync.start', {});
    expect(delivered).toMatchObject({ ok: false, problem: { kind: 'bad-address' } });
    expect((await here.list(old))[0]?.state).not.toBe('done');
  });
});

describe('a note of an implausible generation', () => {
  const noteIn = (share: string): string =>
    join(share, readdirSync(share).find((name) => name.endsWith('.generation.json')) ?? '');
  const forged = (generation: number): string => JSON.stringify({ folder: 'nobody', generation, at: 1 });
  const nextId = (desk: Desk) => desk.ask('packageId.next', { count: 1 });

  it.each([1_000_000_000, 900_000, 20_000])(
    'stops no desk, causes a warning and is overwritten: %i',
    async (generation) => {
      const here = machine();
      const [data, share] = [here.at('data'), here.at('share')];
      await here.capture(data, 'PD-1');
      const from = await here.backup(data, share);
      await here.capture(data, 'PD-2');
      writeFileSync(noteIn(share), forged(generation));
      const desk = await here.open(data);
      expect(await desk.call('entry.enqueue', order('PD-3'))).toMatchObject(queued);
      const { warnings } = await desk.ask('desk.warnings', {});
      expect(warnings).toMatchObject([{ code: 'register', params: { folder: share, reason: 'note' } }]);
      expect(JSON.parse(readFileSync(noteIn(share), 'utf8'))).toMatchObject({ generation: 1 });
      await desk.close();
      writeFileSync(noteIn(share), forged(generation));
      const restored = here.at('restored');
      expect(await here.restore(from, restored)).toMatchObject({ generation: 2, notBelieved: [share] });
      expect(await here.work(restored, nextId)).toMatchObject({ ids: [expect.any(String)] });
    },
  );

  it('within the plausible range leaves the reopened folder its numbers, and a copy beside it is refused as before', async () => {
    const here = machine();
    const [data, share, copy] = [here.at('data'), here.at('share'), here.at('copy')];
    await here.capture(data, 'PD-1');
    await here.backup(data, share);
    await here.capture(data, 'PD-2');
    writeFileSync(noteIn(share), forged(5000));
    expect(await here.capture(data, 'PD-3')).toMatchObject({ ok: false, problem: { kind: 'folder-superseded' } });
    expect(await here.reopen(data)).toMatchObject({ ok: true, value: { generation: 5001, notBelieved: [] } });
    expect(await here.work(data, nextId)).toMatchObject({ ids: [expect.any(String)] });
    cpSync(data, copy, { recursive: true });
    expect(await here.capture(copy, 'PD-4')).toMatchObject(refused(data));
  });

  it('in a backup is refused before anything is restored, as is the last generation that has no successor', async () => {
    const here = machine();
    const data = here.at('data');
    await here.capture(data, 'PD-1');
    const from = await here.backup(data, here.at('share'));
    for (const generation of ['9007199254740991', '923521', '923520', '0x10', '  7 ', '1e3', '-1', '1.5', '0', '']) {
      const altered = join(here.at('share'), 'parcel-desk-20200101T000000Z.db');
      copyFileSync(from, altered);
      const db = openSqlite(altered, deskMigrations);
      db.prepare(`INSERT OR REPLACE INTO fact (name, value) VALUES ('generation', ?)`).run(generation);
      db.close();
      await expect(here.restore(altered, here.at(`to ${generation}`)), generation).rejects.toMatchObject({
        problem: { kind: 'damaged' },
      });
    }
  });
});

describe('an older state of a folder', () => {
  it.each(['in another place', 'in its own place'])(
    'is refused even if the folder itself is gone: %s',
    async (where) => {
      const here = machine();
      const [data, copy] = [here.at('data'), here.at('copy')];
      await here.capture(data, 'PD-1');
      cpSync(data, copy, { recursive: true });
      await here.capture(data, 'PD-2');
      rmSync(data, { recursive: true });
      const folder = where === 'in another place' ? copy : data;
      if (folder === data) renameSync(copy, data);
      expect(await here.capture(folder, 'PD-3')).toMatchObject(refused('an older state'));
      expect(await here.list(folder)).toMatchObject([{ key: 'PD-1', state: 'queued' }]);
      // Until a person reopens it, knowing that later entries are missing here.
      expect(await here.reopen(folder)).toMatchObject({ ok: true, value: { maybeTaken: 1 } });
      expect(await here.capture(folder, 'PD-3')).toMatchObject(queued);
    },
  );

  it('is distinguished from a folder that was moved', async () => {
    const here = machine();
    const [data, moved] = [here.at('data'), here.at('moved')];
    await here.capture(data, 'PD-1');
    renameSync(data, moved);
    expect(await here.capture(moved, 'PD-2')).toMatchObject(queued);
  });
});
