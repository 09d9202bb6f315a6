import { temporaryFolder } from '../support/run-desk.ts';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../electron/desk/threads/io-worker.ts');

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

// A pipe without a writer: opening it to read blocks forever.
it.skipIf(process.platform === 'win32')(
  'a process for copies in a call that never returns ends when its host is killed',
  async () => {
    const pipe = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const host = fork(join(import.meta.dirname, 'host-of-copies.mjs'), [program, pipe], { execArgv: [] });
    const [pid] = (await once(host, 'message')) as [number];
    expect(isThere(pid)).toBe(true);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await expect.poll(() => isThere(pid), { timeout: 15_000 }).toBe(false);
  },
);
