import { chromium, type Browser, type Page } from 'playwright';
import { inject } from 'vitest';
import { chromiumWords } from './chromium-words.ts';
import { pageAgain } from './page-again.ts';
import './screens-for-all.ts';

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

/** Pages that nobody looks at, in the browser of this worker, whose files use them one after another: each is as good as new. */
const free: Page[] = [];
let started: Promise<Browser> | undefined;

/**
 * One for each worker, which is driven from there and ends with it: what has the focus and what was copied are of a browser, not of a page.
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
  // heard from the start: where a file is asked for in the moment that one begins to listen, the browser's own dialog opens instead
  page.on('filechooser', () => undefined);
  return page;
}

/**
 * The screens as they are built, in the real browser that the files of a worker share one after another; each shown in a page as good
 * as new, on a fake desk of its own: no engine, no host.
 */
export async function openScreens(): Promise<Screens> {
  const { address } = inject('screens');
  const browser = await browserOfWorker();
  const taken = new Set<Page>();

  return {
    async show(hash, as = {}) {
      const { language, theme, contrast, width, height, entries, listens } = { ...usual, ...as };
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
      // whoever is done with it leaves it to the next
      context.close = async () => {
        await pageAgain(page, `${address}/nothing`, [script]);
        taken.delete(page);
        free.push(page);
      };
      await page.goto(`${address}/?entries=${entries}${hash}`);
      await page.locator('main :is(h1, h2):visible').first().waitFor();
      return page;
    },
    // what a test left as it was when it failed is looked at by nobody again
    async close() {
      await Promise.all([...taken].map((page) => page.close()));
    },
  };
}
