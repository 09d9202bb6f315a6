import { programPath } from './program-of.ts';
import { youngHeap } from './young-heap.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Untyped on purpose: tests assert the shape of a line. */
export type Json = ReturnType<typeof JSON.parse>;

export interface DeskRun {
  code: number | null;
  lines: Json[];
  stdout: string;
  stderr: string;
}

export interface RunningDesk {
  child: ChildProcess;
  result: Promise<DeskRun>;
}

export interface DeskProcessOptions {
  input?: string | Buffer;
  env?: NodeJS.ProcessEnv;
  /** sets umask 0, so that files and folders are accessible to everyone unless the program sets their modes */
  hasOpenUmask?: boolean;
  /** path of the command line; default: as tests start it */
  program?: string;
}

/** Starts `desk …` in a separate process, as a user would; the caller ends it. */
export function spawnDesk(args: string[], options: DeskProcessOptions = {}): RunningDesk {
  const invocation = [process.execPath, ...youngHeap, options.program ?? programPath('command-line'), ...args];
  const [command = '', ...commandArgs] = options.hasOpenUmask
    ? ['sh', '-c', 'umask 0; exec "$@"', 'sh', ...invocation]
    : invocation;
  const child = spawn(command, commandArgs, { env: { ...process.env, ...options.env } });
  const chunks: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  // A process that ends early does not read the rest of its input.
  child.stdin.on('error', () => undefined);
  if (options.input !== undefined) child.stdin.end(options.input);
  const result = once(child, 'close').then(([code]): DeskRun => {
    const [stdout, stderr] = [chunks.stdout, chunks.stderr].map((part) => Buffer.concat(part).toString()) as [
      string,
      string,
    ];
    return { code: code as number | null, lines: jsonLines(stdout), stdout, stderr };
  });
  return { child, result };
}

// The last line of a killed process may be incomplete.
export const jsonLines = (text: string): Json[] =>
  text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
