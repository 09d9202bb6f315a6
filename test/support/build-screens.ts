import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Builds the screens into a folder, to be started on a fake desk. */
export async function buildScreens(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: join(root, 'renderer'),
    base: './',
    logLevel: 'error',
    plugins: [svelte({ configFile: false }), startOnFakeDesk()],
    build: { outDir: folder, emptyOutDir: true, target: 'chrome140', minify: false },
  });
}

/** The page starts a fake desk before the screens, where the preload of Electron would have put the real one. */
function startOnFakeDesk() {
  const start = join(root, 'test/support/start-on-fake-desk.ts').replaceAll('\\', '/');
  return {
    name: 'start-on-fake-desk',
    transformIndexHtml: {
      order: 'pre' as const,
      handler: (html: string) => html.replace('./main.ts', start),
    },
  };
}
