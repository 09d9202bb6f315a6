import { join } from 'node:path';
import { isStale } from '../../electron/hosts/start/build-if-stale.ts';

const root = join(import.meta.dirname, '../..');
const found = new Map<string, string>();

/**
 * A program as tests start it: as it was built, where what is built is what the sources say (so `npm test` leaves it), since it starts in
 * two thirds of the time; else from the sources.
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
