import { programOf } from './program-of.ts';
import { youngHeap } from './young-heap.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const printed = z.strictObject({ url: z.string() });

export interface StartedHost {
  url: string;
  pid: number;
  /** ends the process and waits; rejects if SIGTERM does not end it cleanly */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  errors(): string;
}

/** Starts the browser host as `npm run host` does, on a free port. */
export async function startBrowserHost(
  folder: string,
  words: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Promise<StartedHost> {
  const child = spawn(
    process.execPath,
    [...youngHeap, programOf('browser-host'), '--port', '0', '--data', folder, ...words],
    {
      cwd: root,
      // Playwright sets FORCE_COLOR for what it starts, and Node then warns on stderr if colours are disabled.
      env: { ...env, FORCE_COLOR: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  const ended = once(child, 'exit');
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (typeof line[0] !== 'string') throw new Error(`the browser host ended before it printed its address\n${errors}`);
  return {
    url: printed.parse(JSON.parse(line[0])).url,
    pid: child.pid ?? 0,
    errors: () => errors,
    async end(signal) {
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      if (signal === 'SIGTERM' && code !== 0) throw new Error(`the browser host ended with ${String(code)}\n${errors}`);
    },
  };
}
