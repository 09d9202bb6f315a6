import { temporaryFolder } from '../../support/run-desk.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

/** Starts a program as `npm run` does, without a build; returns its first line. */
async function firstLine(name: string, words: readonly string[]): Promise<unknown> {
  const program = join(import.meta.dirname, '../../../electron/hosts', name);
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill();
    await ended;
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return JSON.parse(line);
}

it('the command line runs from its sources, and starts a service there', async () => {
  expect(
    await firstLine('command-line/command-line.ts', ['practice', '--data', temporaryFolder(), '--port', '0']),
  ).toEqual({
    url: expect.stringMatching(/^http:/) as string,
  });
});

it('the browser host runs from its sources, as do the desk and its threads', async () => {
  const { url } = (await firstLine('browser/browser-host.ts', ['--port', '0', '--data', temporaryFolder()])) as {
    url: string;
  };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1/);
});
