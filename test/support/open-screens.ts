import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { findBrowser } from './browser.ts';

const root = join(import.meta.dirname, '../..');
// a secure context, as loopback and app: are
const origin = 'https://screens.test';
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface ShownAs {
  language: 'en' | 'zh-CN';
  theme: 'light' | 'dark';
  contrast: 'usual' | 'more';
  width: number;
  height: number;
  /** entries of the fake desk */
  entries: number;
  /** whether a scanner is listened for: what is typed at a machine's pace would be taken for one */
  listens: boolean;
}

export interface Screens {
  /** opens the screens at an address (`#/outbox`), on a fake desk of their own, which the page calls `fake` */
  show(address: string, as?: Partial<ShownAs>): Promise<Page>;
  close(): Promise<void>;
}

const usual: ShownAs = {
  language: 'en',
  theme: 'light',
  contrast: 'usual',
  width: 1280,
  height: 900,
  entries: 200,
  listens: false,
};

/** The screens as they are built, in a real browser, each page on a fake desk: no engine, no host, no port. */
export async function openScreens(): Promise<Screens> {
  const folder = await mkdtemp(join(tmpdir(), 'screens-'));
  await build({
    configFile: false,
    root: join(root, 'renderer'),
    base: './',
    logLevel: 'error',
    plugins: [svelte({ configFile: false }), startOnFakeDesk()],
    build: { outDir: folder, emptyOutDir: true, target: 'chrome140', minify: false },
  });
  const found = await findBrowser();
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args: ['--no-sandbox'],
  });
  return {
    async show(hash, as = {}) {
      const { language, theme, contrast, width, height, entries, listens } = { ...usual, ...as };
      const context = await browser.newContext({
        viewport: { width, height },
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      await context.route(`${origin}/**`, async (route) => {
        const { pathname } = new URL(route.request().url());
        const file = normalize(join(folder, pathname === '/' ? 'index.html' : pathname));
        const body = await readFile(file).catch(() => null);
        if (body === null) await route.fulfill({ status: 404 });
        else await route.fulfill({ body, contentType: types[extname(file)] ?? 'application/octet-stream' });
      });
      const page = await context.newPage();
      await page.addInitScript(
        ([chosen, scanner]) => {
          localStorage.setItem('parcel-desk choices', chosen);
          localStorage.setItem('parcel-desk scanner', scanner);
        },
        [
          JSON.stringify({ language, theme, contrast, locale: 'en-GB', operator: 'Li Na' }),
          JSON.stringify({ listens }),
        ] as const,
      );
      await page.goto(`${origin}/?entries=${entries}${hash}`);
      await page.locator('main :is(h1, h2):visible').first().waitFor();
      return page;
    },
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
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
