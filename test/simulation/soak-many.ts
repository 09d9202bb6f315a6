import type { Sums } from './soak-sums.ts';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Runs stories in several processes in parallel, each with its own seeds. `onTold` is called with the result of each
 * story as soon as it ends.
 */
export async function soakMany(
  processes: number,
  seed: number,
  options: readonly string[],
  say: (line: object) => void,
  onTold: (sums: Sums, seed: number) => void,
): Promise<void> {
  await Promise.all(
    Array.from({ length: processes }, (_, n) =>
      soakOne([...options, '--seed', String(seed + n), '--step', String(processes)], say, onTold),
    ),
  );
}

async function soakOne(
  options: readonly string[],
  say: (line: object) => void,
  onTold: (sums: Sums, seed: number) => void,
): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'soak.ts'), '--sums', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = (): void => void child.kill();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as object;
    if ('sums' in said && 'seed' in said) onTold(said.sums as Sums, said.seed as number);
    else say(said);
  }
  const code = await ended;
  if (code !== 0 && code !== 1) throw new Error(`a process of the simulation ended with ${code}`);
}
