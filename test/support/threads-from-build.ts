import { isStale } from '../../electron/hosts/start/build-if-stale.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');
const builtUrl = pathToFileURL(join(root, 'dist/electron/')).href;
const siblingUrlPattern = /new URL\(`\.\/([^`]*)\$\{extname\(import\.meta\.url\)\}`, import\.meta\.url\)/g;

/**
 * Starts the worker threads and processes of a desk inside a test from the build, which takes half the processor time.
 * They start from the sources if the build is older than the sources; under `npm test` it never is.
 */
export const threadsFromBuild = (): Plugin[] =>
  isStale()
    ? []
    : [
        {
          name: 'threads-as-built',
          enforce: 'pre',
          transform(code, id) {
            if (!id.startsWith(join(root, 'electron/'))) return null;
            const rewritten = code.replace(
              siblingUrlPattern,
              (_, name: string) => `new URL(\`./${name}.js\`, '${builtUrl}')`,
            );
            return rewritten === code ? null : { code: rewritten, map: null };
          },
        },
      ];
