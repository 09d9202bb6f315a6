import { programOf } from './program-of.ts';
import { youngHeap } from './young-heap.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Untyped on purpose: tests assert the shape of a line. */
export type Json = ReturnType<typeof JSON.parse>;

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

export interface DeskProcessOptions {
  input?: string | Buffer;
  env?: NodeJS.ProcessEnv;
  /** sets umask 0: files and folders are accessible to everyone unless the program sets their modes */
  open?: boolean;
  /** path of the command line; default: as tests start it */
  program?: string;
}

/** Starts `desk …` in a separate process, as a user would; the caller ends it. */
export function spawnDesk(args: string[], options: DeskProcessOptions = {}): RunningDesk {
  const call = [process.execPath, ...youngHeap, options.program ?? programOf('command-line'), ...args];
  const [command = '', ...words] = options.open ? ['sh', '-c', 'umask 0; exec "$@"', 'sh', ...call] : call;
  const child = spawn(command, words, { env: { ...process.env, ...options.env } });
  const pieces: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  child.stdout.on('data', (piece: Buffer) => pieces.stdout.push(piece));
  child.stderr.on('data', (piece: Buffer) => pieces.stderr.push(piece));
  // A process that ends early does not read the rest of its input.
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

// The last line of a killed process may be incomplete.
export const jsonLines = (text: string): Json[] =>
  text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
