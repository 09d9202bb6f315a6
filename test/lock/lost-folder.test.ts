import { startDesk } from '../../electron/desk/threads/desk.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { orderLine } from '../support/order-line.ts';
import { runDesk, startDeskProcess, temporaryFolder } from '../support/run-desk.ts';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';

/** `desk enqueue` in its own process, called line by line. */
function counter(folder: string) {
  const { child, result: ended } = startDeskProcess(['enqueue', '--data', folder]);
  const answers = createInterface(child.stdout!)[Symbol.asyncIterator]();
  return {
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => child.kill(signal),
    async capture(key: string) {
      child.stdin?.write(orderLine(key));
      return JSON.parse((await answers.next()).value as string);
    },
    async end() {
      child.stdin?.end();
      return (await ended).code;
    },
  };
}

function keysIn(folder: string): unknown[] {
  const db = openDeskReader(folder);
  try {
    return db.prepare('SELECT key FROM entry ORDER BY seq').pluck().all();
  } finally {
    db.close();
  }
}

/** A closed folder with one waiting order. */
async function filled(): Promise<string> {
  const folder = join(temporaryFolder(), 'data');
  const desk = await startDeskInThread({ folder });
  const request = { endpoint: 2, body: { Package: { PackageId: 'PD-1' } } };
  await desk.ask('entry.enqueue', { commandId: randomUUID(), request });
  await desk.close();
  return folder;
}
const queued = { state: 'queued' };
const refusedAs = (kind: string) => ({ ok: false, problem: { kind } });

describe('a data folder that is deleted or moved while the desk works', () => {
  it('refuses the next capture, which would be lost, and is not created again', async () => {
    const folder = join(temporaryFolder(), 'data');
    const desk = counter(folder);
    expect(await desk.capture('PD-1')).toMatchObject(queued);
    rmSync(folder, { recursive: true });
    const refused = await desk.capture('PD-2');
    expect(refused).toMatchObject(refusedAs('folder-gone'));
    expect(refused.problem.message).toContain('restore the newest backup');
    expect(await desk.end()).toBe(2);
    expect(existsSync(folder)).toBe(false);
  });

  it('refuses captures also if only its database or the log beside it was deleted', async () => {
    for (const name of ['desk.db', 'desk.db-wal']) {
      const folder = join(temporaryFolder(), 'data');
      const desk = counter(folder);
      expect(await desk.capture('PD-1')).toMatchObject(queued);
      rmSync(join(folder, name));
      expect(await desk.capture('PD-2'), name).toMatchObject(refusedAs('folder-gone'));
      await desk.end();
    }
  });

  it('is used again once it is back, with what was saved and nothing else', async () => {
    const folder = join(temporaryFolder(), 'data');
    const desk = counter(folder);
    expect(await desk.capture('PD-1')).toMatchObject(queued);
    renameSync(folder, `${folder}-away`);
    expect(await desk.capture('PD-2')).toMatchObject(refusedAs('folder-gone'));
    mkdirSync(folder);
    expect(await desk.capture('PD-2')).toMatchObject(refusedAs('folder-gone'));
    rmSync(folder, { recursive: true });
    renameSync(`${folder}-away`, folder);
    expect(await desk.capture('PD-3')).toMatchObject(queued);
    expect(await desk.end()).toBe(2);
    expect(keysIn(folder)).toEqual(['PD-1', 'PD-3']);
  });

  it('sends nothing more, causes a warning, and ends a delivery with that reason', async () => {
    const folder = await filled();
    const desk = await startDesk({ folder });
    onTestFinished(() => desk.close());
    rmSync(folder, { recursive: true });
    const warnings = async () => (await desk.ask('desk.warnings', {})).warnings;
    await expect.poll(warnings).toContainEqual({ code: 'folder-gone', params: { folder } });
    await expect(desk.ask('sync.start', {})).rejects.toMatchObject({ problem: { kind: 'folder-gone' } });

    const other = await filled();
    // The hold is longer than the test, so that nothing is sent before the folder disappears.
    const delivering = startDeskProcess(['deliver', '--data', other, '--set', 'holdSeconds=600']);
    await expect.poll(() => existsSync(join(other, 'practice', 'practice-service.db-wal'))).toBe(true);
    rmSync(other, { recursive: true });
    const { code, lines } = await delivering.result;
    expect({ code, last: lines.at(-1) }).toMatchObject({ code: 1, last: { problem: { kind: 'folder-gone' } } });
  });

  it.each(['desk.lock.json', 'journal', 'practice'])(
    'ends a delivery with that reason at any moment of its start, here when %s exists',
    async (name) => {
      const folder = await filled();
      rmSync(join(folder, name), { recursive: true, force: true });
      const delivering = startDeskProcess(['deliver', '--data', folder, '--set', 'holdSeconds=600']);
      while (!existsSync(join(folder, name))) await nextTurn(1);
      renameSync(folder, `${folder}-away`);
      const { code, lines } = await delivering.result;
      expect({ code, last: lines.at(-1) }).toMatchObject({ code: 1, last: { problem: { kind: 'folder-gone' } } });
    },
  );
});

const holdModule = new URL('../../electron/storage/database/file-locks.ts', import.meta.url).href;

/** A process that removes the lock file of a folder and holds its own, without checking whether the desk is open. */
async function thief(folder: string): Promise<{ end(): Promise<void> }> {
  const source = `import { rmSync } from 'node:fs'; import { holdFile } from ${JSON.stringify(holdModule)};
    do rmSync(process.argv[1]); while (holdFile(process.argv[1]) === null);
    process.stdout.write('held'); setInterval(() => undefined, 1000);`;
  const args = ['--input-type=module', '-e', source, join(folder, 'desk.lock')];
  const child = spawn(process.execPath, args);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return {
    async end() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

describe('a lock file that is deleted while its owner works', () => {
  it('lets no second process in, at once or later, and the owner continues', async () => {
    const folder = join(temporaryFolder(), 'data');
    const desk = counter(folder);
    expect(await desk.capture('PD-1')).toMatchObject(queued);
    // The owner recreates it at its next check; the second process comes before that.
    desk.signal('SIGSTOP');
    for (const name of ['desk.lock', 'desk.lock.json']) rmSync(join(folder, name));
    const early = await runDesk(['enqueue', '--data', folder], orderLine('PD-2'));
    desk.signal('SIGCONT');
    expect(early.lines).toMatchObject([{ problem: { kind: 'folder-in-use' } }]);
    await expect.poll(() => existsSync(join(folder, 'desk.lock'))).toBe(true);
    const late = await runDesk(['enqueue', '--data', folder], orderLine('PD-2'));
    expect(late.lines).toMatchObject([{ problem: { kind: 'folder-in-use' } }]);
    expect(await desk.capture('PD-3')).toMatchObject(queued);
    expect(await desk.end()).toBe(0);
    expect(keysIn(folder)).toEqual(['PD-1', 'PD-3']);
  });

  it('and recreated by another process stops the owner until that process ends', async () => {
    const folder = join(temporaryFolder(), 'data');
    const desk = counter(folder);
    expect(await desk.capture('PD-1')).toMatchObject(queued);
    const other = await thief(folder);
    expect(await desk.capture('PD-2')).toMatchObject(refusedAs('folder-in-use'));
    await other.end();
    expect(await desk.capture('PD-3')).toMatchObject(queued);
    await desk.end();
    expect(keysIn(folder)).toEqual(['PD-1', 'PD-3']);
  });

  it('in a folder without an open desk stops no process', async () => {
    const folder = await filled();
    rmSync(join(folder, 'desk.lock'));
    expect((await runDesk(['enqueue', '--data', folder], orderLine('PD-2'))).lines).toMatchObject([queued]);
  });
});
