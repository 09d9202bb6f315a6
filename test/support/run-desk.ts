import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { spawnDesk, type DeskProcessOptions, type Ran, type RunningDesk } from './desk-process.ts';

export type { Ran, RunningDesk } from './desk-process.ts';

/** Starts `desk …` in a process of its own, as a person would; killed at the end of the test if it still runs. */
export function startDeskProcess(args: string[], options: DeskProcessOptions = {}): RunningDesk {
  const running = spawnDesk(args, options);
  onTestFinished(() => void running.child.kill('SIGKILL'));
  return running;
}

/** Runs `desk …` to its end. */
export function runDesk(args: string[], input: string | Buffer = ''): Promise<Ran> {
  return startDeskProcess(args, { input }).ended;
}

/** The practice service in a process of its own, on `folder`, at the address it printed. */
export async function startPracticeProcess(folder: string, port = 0): Promise<RunningDesk & { url: string }> {
  const running = startDeskProcess(['practice', '--data', folder, '--port', String(port)]);
  const [piece] = (await once(running.child.stdout!, 'data')) as [Buffer];
  return { ...running, url: (JSON.parse(piece.toString()) as { url: string }).url };
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
