import type { StartIoProcess } from '../../electron/copies/io-process/io-message.ts';
import { startDesk } from '../../electron/desk/threads/desk.ts';
import { forkIoProcess } from '../../electron/desk/threads/io-process.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Starts real processes, and records which files they were asked to lock and their answers. */
function watchedProcesses(start: StartIoProcess = forkIoProcess) {
  const trials: { path: string; taken: unknown }[] = [];
  const begin: StartIoProcess = () => {
    const begun = start();
    const asked = new Map<number, string>();
    begun.onMessage((message) => {
      const path = asked.get(message.id);
      if (path !== undefined && 'answer' in message) trials.push({ path, taken: message.answer });
    });
    return {
      ...begun,
      send(message) {
        if (message.ask === 'try-lock') asked.set(message.id, message.path);
        begun.send(message);
      },
    };
  };
  return { trials, begin };
}

async function openAndClose(folder: string, machine: string, startIoProcess: StartIoProcess): Promise<void> {
  const desk = await startDesk({ folder, machine, startIoProcess });
  onTestFinished(() => desk.close());
  await desk.close();
}

describe('the lock of a data folder', () => {
  it('is tested by a second process before a folder is opened, once per mount, and again if the result is unknown', async () => {
    const [home, machine] = [temporaryFolder(), temporaryFolder()];
    const { trials, begin } = watchedProcesses();
    const folder = join(home, 'new', 'desk');
    await openAndClose(folder, machine, begin);
    expect(trials).toEqual([{ path: expect.stringContaining(join(folder, 'desk.lock-')), taken: false }]);
    expect(readdirSync(folder).filter((name) => name.startsWith('desk.lock-'))).toEqual([]);
    await openAndClose(folder, machine, begin);
    await openAndClose(join(home, 'other'), machine, begin);
    expect(trials).toHaveLength(1);
    rmSync(machine, { recursive: true });
    await openAndClose(folder, machine, begin);
    expect(trials).toHaveLength(2);
  });

  it('that no second process could test refuses nothing, and is tested again', async () => {
    const [folder, machine] = [temporaryFolder(), temporaryFolder()];
    const dead: StartIoProcess = () => {
      const begun = forkIoProcess();
      begun.kill();
      return begun;
    };
    await openAndClose(folder, machine, dead);
    expect(existsSync(join(folder, 'desk.db'))).toBe(true);
    const { trials, begin } = watchedProcesses();
    await openAndClose(folder, machine, begin);
    expect(trials).toMatchObject([{ taken: false }]);
  });
});
