import { spawnSync } from 'node:child_process';

/** Names of the shared libraries a program needs that the loader finds neither on this machine nor in `folder`. */
export function missingLibraries(program: string, folder?: string): string[] {
  const env = { ...process.env, ...(folder !== undefined && { LD_LIBRARY_PATH: folder }) };
  const { stdout } = spawnSync('ldd', [program], { env, encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name ?? '');
}
