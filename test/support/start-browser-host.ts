import { programPath } from './program-of.ts';
import { youngHeap } from './young-heap.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const printedLine = z.strictObject({ url: z.string() });

export interface StartedHost {
  url: string;
  pid: number;
  /** ends the process and waits; rejects if the process does not end cleanly after SIGTERM */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stderrOutput(): string;
}

/** Starts the browser host as `npm run host` does, on a free port. */
export async function startBrowserHost(
  folder: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): Promise<StartedHost> {
  const child = spawn(
    process.execPath,
    [...youngHeap, programPath('browser-host'), '--port', '0', '--data', folder, ...args],
    {
      cwd: root,
      // Playwright sets FORCE_COLOR for its child processes, and Node then writes a warning to stderr if colours are
      // disabled.
      env: { ...env, FORCE_COLOR: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stderrText = '';
  child.stderr.on('data', (chunk: Buffer) => (stderrText += chunk.toString()));
  const exitEvent = once(child, 'exit');
  const firstLine = await Promise.race([once(createInterface(child.stdout), 'line'), exitEvent]);
  if (typeof firstLine[0] !== 'string')
    throw new Error(`the browser host ended before it printed its address\n${stderrText}`);
  return {
    url: printedLine.parse(JSON.parse(firstLine[0])).url,
    pid: child.pid ?? 0,
    stderrOutput: () => stderrText,
    async end(signal) {
      child.kill(signal);
      const [code] = (await exitEvent) as [number | null];
      if (signal === 'SIGTERM' && code !== 0)
        throw new Error(`the browser host ended with ${String(code)}\n${stderrText}`);
    },
  };
}
