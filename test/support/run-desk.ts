import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('../../electron/command-line.ts', import.meta.url));

/** What a line holds is for the test to claim, and to fail by. */
type Json = ReturnType<typeof JSON.parse>;

export interface Ran {
  code: number | null;
  lines: Json[];
  stdout: string;
  stderr: string;
}

export interface RunningDesk {
  child: ChildProcess;
  ended: Promise<Ran>;
}

/**
 * Starts `desk …` in a process of its own, as a person would; killed at the end of the test if it still runs. `open`: new files
 * and folders are everybody's where the program does not see to their modes.
 */
export function startDeskProcess(
  args: string[],
  options: { input?: string | Buffer; env?: NodeJS.ProcessEnv; open?: boolean } = {},
): RunningDesk {
  const call = [process.execPath, program, ...args];
  const [command = '', ...words] = options.open ? ['sh', '-c', 'umask 0; exec "$@"', 'sh', ...call] : call;
  const child = spawn(command, words, { env: { ...process.env, ...options.env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const pieces: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  child.stdout.on('data', (piece: Buffer) => pieces.stdout.push(piece));
  child.stderr.on('data', (piece: Buffer) => pieces.stderr.push(piece));
  // a process that ends early does not read what is left
  child.stdin.on('error', () => undefined);
  if (options.input !== undefined) child.stdin.end(options.input);
  const ended = once(child, 'close').then(([code]): Ran => {
    const [stdout, stderr] = [pieces.stdout, pieces.stderr].map((one) => Buffer.concat(one).toString()) as [
      string,
      string,
    ];
    return { code: code as number | null, lines: jsonLines(stdout), stdout, stderr };
  });
  return { child, ended };
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

const jsonLines = (text: string): Json[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
