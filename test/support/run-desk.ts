import { commands } from '../../electron/hosts/command-line/commands.ts';
import { runCommand } from '../../electron/hosts/command-line/run-command.ts';
import { startPractice, type RunningPractice } from '../../electron/practice/start-practice.ts';
import { machineOfProcess } from '../../electron/storage/register/machine-folder.ts';
import { desksInThread } from './desk-here.ts';
import { jsonLines, spawnDesk, type DeskProcessOptions, type DeskRun, type RunningDesk } from './desk-process.ts';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export type { DeskRun as Ran, RunningDesk } from './desk-process.ts';

/** Starts `desk …` in a separate process, as a user would; it is killed at the end of the test if it still runs. */
export function startDeskProcess(args: string[], options: DeskProcessOptions = {}): RunningDesk {
  const deskProcess = spawnDesk(args, options);
  onTestFinished(() => void deskProcess.child.kill('SIGKILL'));
  return deskProcess;
}

/**
 * Runs `desk …` in a separate process, for tests of what only a process shows: that it exits, which locks and files it
 * holds, and what it costs.
 */
export function runDeskProcess(args: string[], input: string | Buffer = ''): Promise<DeskRun> {
  return startDeskProcess(args, { input }).result;
}

/**
 * Runs `desk …` in this thread, with the desk composed as in its workers, because starting a program and its workers
 * costs ten times what most commands cost. `golden/command-line` runs each command as a program.
 */
export async function runDesk(
  args: string[],
  input: string | Buffer = '',
  machine: string = machineOfProcess(),
): Promise<DeskRun> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommand(commands, args, {
    print: (answer) => Promise.resolve(void (stdout += `${JSON.stringify(answer)}\n`)),
    show: (text) => void (stdout += text),
    writeToTerminal: () => undefined,
    warn: (text) => void (stderr += text),
    input: inputChunks(Buffer.from(input)),
    env: process.env,
    stop: new AbortController().signal,
    desks: desksInThread,
    machine,
  });
  return { code, lines: jsonLines(stdout), stdout, stderr };
}

/** Chunks of the input, as from a pipe. */
async function* inputChunks(input: Buffer): AsyncGenerator<Buffer> {
  const length = 65_536;
  for (let offset = 0; offset < input.length; offset += length)
    yield Promise.resolve(input.subarray(offset, offset + length));
}

/** Starts the practice service in a separate process on `folder` and returns the address it printed. */
export async function startPracticeProcess(folder: string, port = 0): Promise<RunningDesk & { url: string }> {
  const deskProcess = startDeskProcess(['practice', '--data', folder, '--port', String(port)]);
  const [firstChunk] = (await once(deskProcess.child.stdout!, 'data')) as [Buffer];
  return { ...deskProcess, url: (JSON.parse(firstChunk.toString()) as { url: string }).url };
}

/** Starts the practice service in this thread, for tests that only deliver to it. */
export async function startPracticeInThread(folder: string, port = 0): Promise<RunningPractice> {
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
