import { isStale } from '../../electron/hosts/start/build-if-stale.ts';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const found = new Map<string, string>();

/**
 * Path of a program for tests: the built one if it is up to date, which it is under `npm test`, because it starts in
 * two thirds of the time; otherwise the sources.
 */
export function programOf(name: 'command-line' | 'browser-host'): string {
  const program =
    found.get(name) ??
    join(
      root,
      isStale()
        ? `electron/hosts/${name === 'browser-host' ? 'browser' : name}/${name}.ts`
        : `dist/electron/${name}.js`,
    );
  found.set(name, program);
  return program;
}
