import './screens-for-all.ts';
import { chromiumWords } from './chromium-words.ts';
import { pageAgain } from './page-again.ts';
import { chromium, type Browser, type Page } from 'playwright';
import { inject } from 'vitest';

export interface ShownAs {
  language: 'en' | 'zh-CN';
  theme: 'light' | 'dark';
  contrast: 'usual' | 'more';
  width: number;
  height: number;
  /** number of entries of the fake desk */
  entries: number;
  /** whether scanner detection is on; if so, keys typed at machine speed count as a scan */
  listens: boolean;
}

export interface Screens {
  /** opens the screens at an address (`#/outbox`) on a new fake desk, available in the page as `fake` */
  show(address: string, as?: Partial<ShownAs>): Promise<Page>;
  /** opens the page that shows all parts of `renderer/ui` */
  showDesign(as?: Partial<ShownAs>): Promise<Page>;
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

/** Unused pages of this worker's browser, reset and reused by its test files one after another. */
const free: Page[] = [];
let started: Promise<Browser> | undefined;

/**
 * One browser per worker, because focus and clipboard belong to a browser and not to a page. It ends with the worker.
 */
function browserOfWorker(): Promise<Browser> {
  const { executablePath, env } = inject('screens').start;
  return (started ??= chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', ...chromiumWords],
  }));
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  // Listens from the start: if a file is requested while a listener is being added, the browser's own dialog opens
  // instead.
  page.on('filechooser', () => undefined);
  return page;
}

/**
 * Opens the built screens in the real browser that the test files of a worker share. Each is shown in a fresh or reset
 * page on its own fake desk, without engine or host.
 */
export async function openScreens(): Promise<Screens> {
  const { address } = inject('screens');
  const browser = await browserOfWorker();
  const taken = new Set<Page>();

  async function open(at: string, as: ShownAs): Promise<Page> {
    const { language, theme, contrast, width, height, listens } = as;
    const page = free.pop() ?? (await newPage(browser));
    taken.add(page);
    const context = page.context();
    await page.setViewportSize({ width, height });
    const script = await page.addInitScript(
      ([chosen, scanner]) => {
        localStorage.setItem('parcel-desk choices', chosen);
        localStorage.setItem('parcel-desk scanner', scanner);
      },
      [
        JSON.stringify({ language, theme, contrast, locale: 'en-GB', operator: 'Li Na' }),
        JSON.stringify({ listens }),
      ] as const,
    );
    // A closed context returns its page for reuse.
    context.close = async () => {
      await pageAgain(page, `${address}/nothing`, [script]);
      taken.delete(page);
      free.push(page);
    };
    await page.goto(at);
    await page.locator('main :is(h1, h2):visible').first().waitFor();
    return page;
  }

  return {
    show(hash, as = {}) {
      const shown = { ...usual, ...as };
      return open(`${address}/?entries=${shown.entries}${hash}`, shown);
    },
    showDesign: (as = {}) => open(`${address}/?page=design`, { ...usual, ...as }),
    // Pages that a failed test left open are closed, not reused.
    async close() {
      await Promise.all([...taken].map((page) => page.close()));
    },
  };
}
