import type { FromIoProcess, ToIoProcess } from '../../electron/copies/io-process/io-message.ts';
import { serveIo } from '../../electron/copies/io-process/serve-io.ts';
import { checkFolder } from '../../electron/copies/verify/full-check.ts';
import { openNewDesk } from '../support/new-desk-file.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const program = join(import.meta.dirname, '../../electron/desk/threads/io-worker.ts');
const whole = { structure: [], damaged: 0, beside: [] };
const deskFolder = (): string => {
  const folder = temporaryFolder();
  openNewDesk(folder).close();
  return folder;
};

it('a process lowers its priority when it reads a whole folder, and not before', async () => {
  const process = fork(program, { execArgv: [] });
  onTestFinished(() => void process.kill('SIGKILL'));
  const ask = async (message: ToIoProcess): Promise<FromIoProcess> => {
    process.send(message);
    for (;;) {
      const [said] = (await once(process, 'message')) as [FromIoProcess];
      if (!('working' in said)) return said;
    }
  };
  const before = getPriority();
  const data = deskFolder();
  await ask({ id: 1, ask: 'free', folder: data });
  expect(getPriority(process.pid)).toBe(before);
  expect(await ask({ id: 2, ask: 'check', data })).toEqual({ id: 2, answer: whole });
  expect(getPriority(process.pid)).toBe(10);
});

it('reading a folder inside another process leaves the priority of that process unchanged', async () => {
  const before = getPriority();
  const data = deskFolder();
  expect(await checkFolder(data, () => undefined)).toEqual(whole);
  const answered = Promise.withResolvers<FromIoProcess>();
  serveIo((said) => ('working' in said ? undefined : answered.resolve(said)))({ id: 1, ask: 'check', data });
  expect(await answered.promise).toEqual({ id: 1, answer: whole });
  expect(getPriority()).toBe(before);
});
