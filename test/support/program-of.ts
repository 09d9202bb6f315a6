import { isStale } from '../../electron/hosts/start/build-if-stale.ts';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const pathsByName = new Map<string, string>();

/**
 * Path of a program for tests. The built program starts in two thirds of the time and is used if it is up to date,
 * which it always is under `npm test`; otherwise the sources are used.
 */
export function programPath(name: 'command-line' | 'browser-host'): string {
  const program =
    pathsByName.get(name) ??
    join(
      root,
      isStale()
        ? `electron/hosts/${name === 'browser-host' ? 'browser' : name}/${name}.ts`
        : `dist/electron/${name}.js`,
    );
  pathsByName.set(name, program);
  return program;
}
