import { svelte } from '@sveltejs/vite-plugin-svelte';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Builds the screens into a folder as in a release, except that they start on a fake desk. */
export async function buildScreens(folder: string): Promise<void> {
  const { NODE_ENV: nodeEnv } = process.env;
  // In test mode Svelte would add its development checks, which run at every change of a page.
  process.env['NODE_ENV'] = 'production';
  try {
    await buildInto(folder);
  } finally {
    if (nodeEnv === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = nodeEnv;
  }
}

async function buildInto(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: join(root, 'renderer'),
    base: './',
    logLevel: 'error',
    plugins: [svelte({ configFile: false }), startOnFakeDesk()],
    build: { outDir: folder, emptyOutDir: true, target: 'chrome140', minify: false },
  });
}

/**
 * Replaces the entry script with one that first creates a fake desk; in the real window, Electron's preload provides
 * the desk.
 */
function startOnFakeDesk() {
  const startScript = join(root, 'test/support/start-on-fake-desk.ts').replaceAll('\\', '/');
  return {
    name: 'start-on-fake-desk',
    transformIndexHtml: {
      order: 'pre' as const,
      handler: (html: string) => html.replace('./main.ts', startScript),
    },
  };
}
