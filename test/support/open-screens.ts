import './screens-for-all.ts';
import { chromiumFlags } from './chromium-flags.ts';
import { resetPage } from './reset-page.ts';
import { chromium, type Browser, type Page } from 'playwright';
import { inject } from 'vitest';

export interface DisplayOptions {
  language: 'en' | 'zh-CN';
  theme: 'light' | 'dark';
  contrast: 'usual' | 'more';
  width: number;
  height: number;
  /** number of entries of the fake desk */
  entries: number;
  /** whether scanner detection is on; keys typed at machine speed then count as a scan */
  listens: boolean;
}

export interface Screens {
  /** opens the screens at an address (`#/outbox`) on a new fake desk, available in the page as `fake` */
  show(address: string, display?: Partial<DisplayOptions>): Promise<Page>;
  /** opens the page that shows all parts of `renderer/ui` */
  showDesign(display?: Partial<DisplayOptions>): Promise<Page>;
  close(): Promise<void>;
}

const defaultDisplay: DisplayOptions = {
  language: 'en',
  theme: 'light',
  contrast: 'usual',
  width: 1280,
  height: 900,
  entries: 200,
  listens: false,
};

/** Unused pages of this worker's browser, reset and reused by its test files one after another. */
const freePages: Page[] = [];
let started: Promise<Browser> | undefined;

/**
 * One browser per worker, because focus and clipboard belong to a browser and not to a page. It ends with the worker.
 */
function browserOfWorker(): Promise<Browser> {
  const { executablePath, env } = inject('screens').launchOptions;
  return (started ??= chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', ...chromiumFlags],
  }));
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  // The listener is added at the start: if a page requests a file while a listener is being added, the browser's own
  // dialog opens instead.
  page.on('filechooser', () => undefined);
  return page;
}

/**
 * Opens the built screens in the real browser that the test files of a worker share. Each runs in a new or reset page
 * on its own fake desk, without an engine or a host.
 */
export async function openScreens(): Promise<Screens> {
  const { address } = inject('screens');
  const browser = await browserOfWorker();
  const openPages = new Set<Page>();

  async function open(url: string, display: DisplayOptions): Promise<Page> {
    const { language, theme, contrast, width, height, listens } = display;
    const page = freePages.pop() ?? (await newPage(browser));
    openPages.add(page);
    const context = page.context();
    await page.setViewportSize({ width, height });
    const script = await page.addInitScript(
      ([choicesJson, scannerJson]) => {
        localStorage.setItem('parcel-desk choices', choicesJson);
        localStorage.setItem('parcel-desk scanner', scannerJson);
      },
      [
        JSON.stringify({ language, theme, contrast, locale: 'en-GB', operator: 'Li Na' }),
        JSON.stringify({ listens }),
      ] as const,
    );
    // Closing the context returns its page for reuse.
    context.close = async () => {
      await resetPage(page, `${address}/nothing`, [script]);
      openPages.delete(page);
      freePages.push(page);
    };
    await page.goto(url);
    await page.locator('main :is(h1, h2):visible').first().waitFor();
    return page;
  }

  return {
    show(hash, display = {}) {
      const fullDisplay = { ...defaultDisplay, ...display };
      return open(`${address}/?entries=${fullDisplay.entries}${hash}`, fullDisplay);
    },
    showDesign: (display = {}) => open(`${address}/?page=design`, { ...defaultDisplay, ...display }),
    // Pages that a failed test left open are closed, not reused.
    async close() {
      await Promise.all([...openPages].map((page) => page.close()));
    },
  };
}
