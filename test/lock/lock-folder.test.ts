import { lockFolder } from '../../electron/storage/lock/lock-folder.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockModule = new URL('../../electron/storage/lock/lock-folder.ts', import.meta.url).href;

/** Another process that holds the folder until it is killed, although nothing in it refers to the lock. */
async function holder(): Promise<{ pid: number; kill(): Promise<void> }> {
  const source = `import { lockFolder } from ${JSON.stringify(lockModule)};
    lockFolder(process.argv[1], 0);
    for (let turn = 0; turn < 3; turn++) { await new Promise(setImmediate); gc(); }
    process.stdout.write('held'); setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', source, folder]);
  await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function refusal(of = folder): ProblemError['problem'] | null {
  try {
    lockFolder(of, 0).release();
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
}

describe('the lock of a data folder', () => {
  it('refuses a second process and names the first', async () => {
    const other = await holder();
    const before = readdirSync(folder);
    const problem = refusal();
    expect(problem?.kind).toBe('folder-in-use');
    expect(problem?.message).toContain(`process ${other.pid} on `);
    expect(readdirSync(folder)).toEqual(before);
    await other.kill();
  });

  it('ends with its process, even a killed one', async () => {
    const other = await holder();
    await other.kill();
    expect(refusal()).toBeNull();
  });

  it('also refuses a second holder in the same process', () => {
    const lock = lockFolder(folder, 0);
    expect(refusal()?.kind).toBe('folder-in-use');
    lock.release();
    expect(refusal()).toBeNull();
  });

  it('on a folder that must exist and has just disappeared reports it as gone, and creates none in its place', () => {
    const gone = join(folder, 'gone');
    const lockIt = () => lockFolder(gone, 0, { mustExist: true });
    expect(lockIt).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ params: { reason: 'gone', folder: gone } }) }),
    );
    expect(existsSync(gone)).toBe(false);
  });

  it('is lost if its folder disappears while it is held, rather than kept in an unlinked file', () => {
    const data = join(folder, 'data');
    const lock = lockFolder(data, 0);
    renameSync(data, `${data}-away`);
    expect(lock.isHeld()).toBe(false);
    expect(existsSync(data)).toBe(false);
    renameSync(`${data}-away`, data);
    expect(lock.isHeld()).toBe(true);
    lock.release();
  });

  it('names what is at the path where no folder can be created', () => {
    const file = join(folder, 'orders.csv');
    writeFileSync(file, '');
    for (const place of [file, join(file, 'desk')]) {
      const problem = refusal(place);
      expect(problem?.kind).toBe('bad-file');
      expect(problem?.message).toContain(place);
    }
  });

  it.runIf(process.platform === 'linux')('names the disk on which no folder can be created', () => {
    expect(refusal('/sys/parcel-desk')).toMatchObject({ kind: 'disk', params: { folder: '/sys/parcel-desk' } });
  });
});
