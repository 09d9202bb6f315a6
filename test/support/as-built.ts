import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { isStale } from '../../electron/hosts/start/build-if-stale.ts';

const root = join(import.meta.dirname, '../..');
const built = pathToFileURL(join(root, 'dist/electron/')).href;
const beside = /new URL\(`\.\/([^`]*)\$\{extname\(import\.meta\.url\)\}`, import\.meta\.url\)/g;

/**
 * Threads and processes that the desk begins inside a test run as they were built, where what is built is what the sources say
 * (so `npm test` leaves it), since they begin in half the processor time; else none of this, and they run from the sources.
 */
export const threadsAsBuilt = (): Plugin[] =>
  isStale()
    ? []
    : [
        {
          name: 'threads-as-built',
          enforce: 'pre',
          transform(code, id) {
            if (!id.startsWith(join(root, 'electron/'))) return null;
            const other = code.replace(beside, (_, name: string) => `new URL(\`./${name}.js\`, '${built}')`);
            return other === code ? null : { code: other, map: null };
          },
        },
      ];
