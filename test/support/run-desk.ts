import { commands } from '../../electron/hosts/command-line/commands.ts';
import { runCommand } from '../../electron/hosts/command-line/run-command.ts';
import { startPractice, type RunningPractice } from '../../electron/practice/start-practice.ts';
import { machineOfProcess } from '../../electron/storage/register/machine-folder.ts';
import { desksHere } from './desk-here.ts';
import { jsonLines, spawnDesk, type DeskProcessOptions, type Ran, type RunningDesk } from './desk-process.ts';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export type { Ran, RunningDesk } from './desk-process.ts';

/** Starts `desk …` in a separate process, as a user would; it is killed at the end of the test if it still runs. */
export function startDeskProcess(args: string[], options: DeskProcessOptions = {}): RunningDesk {
  const running = spawnDesk(args, options);
  onTestFinished(() => void running.child.kill('SIGKILL'));
  return running;
}

/**
 * Runs `desk …` in a separate process, for what only a process can show: that it exits, what it holds and what it
 * costs.
 */
export function runDeskProcess(args: string[], input: string | Buffer = ''): Promise<Ran> {
  return startDeskProcess(args, { input }).ended;
}

/**
 * Runs `desk …` in this thread, with the desk composed as its workers compose it, because starting a program and its
 * workers costs ten times what most commands do. `golden/command-line` runs each command as a program.
 */
export async function runDesk(
  args: string[],
  input: string | Buffer = '',
  machine: string = machineOfProcess(),
): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommand(commands, args, {
    print: (answer) => Promise.resolve(void (stdout += `${JSON.stringify(answer)}\n`)),
    show: (words) => void (stdout += words),
    sayOnTerminal: () => undefined,
    warn: (words) => void (stderr += words),
    input: pieces(Buffer.from(input)),
    env: process.env,
    stop: new AbortController().signal,
    desks: desksHere,
    machine,
  });
  return { code, lines: jsonLines(stdout), stdout, stderr };
}

/** Chunks of the input, as from a pipe. */
async function* pieces(input: Buffer): AsyncGenerator<Buffer> {
  const length = 65_536;
  for (let from = 0; from < input.length; from += length) yield Promise.resolve(input.subarray(from, from + length));
}

/** Starts the practice service in a separate process on `folder` and returns the address it printed. */
export async function startPracticeProcess(folder: string, port = 0): Promise<RunningDesk & { url: string }> {
  const running = startDeskProcess(['practice', '--data', folder, '--port', String(port)]);
  const [piece] = (await once(running.child.stdout!, 'data')) as [Buffer];
  return { ...running, url: (JSON.parse(piece.toString()) as { url: string }).url };
}

/** The same in this thread, for tests that only deliver to the service. */
export async function startPracticeHere(folder: string, port = 0): Promise<RunningPractice> {
  const practice = await startPractice({ folder, port, clock: Date.now });
  onTestFinished(() => practice.close());
  return practice;
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
