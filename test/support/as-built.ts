import { isStale } from '../../electron/hosts/start/build-if-stale.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');
const built = pathToFileURL(join(root, 'dist/electron/')).href;
const beside = /new URL\(`\.\/([^`]*)\$\{extname\(import\.meta\.url\)\}`, import\.meta\.url\)/g;

/**
 * Lets the worker threads and processes that a desk starts inside a test run from the build, because they start in half
 * the processor time. If the build is older than the sources, which it is not under `npm test`, they run from the
 * sources.
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
