import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { startApp } from '../support/electron-double/start.ts';

export type HostName = 'browser-host' | 'electron-double';
export interface Hosted {
  host: HostName;
}

/** A desk on the screen, of whichever host the project names. `page` is another one after each start. */
export interface DeskOnScreen {
  readonly page: Page;
  /** the data folder */
  readonly folder: string;
  /** starts the program again on the same folder, after it was closed or killed */
  start(): Promise<Page>;
  /** ends the program as a person does */
  close(): Promise<void>;
  /** ends it as a power cut does */
  kill(): Promise<void>;
  /** what the program wrote to its error stream since it was started */
  errors(): string;
  /** the file that an act hands to the person */
  download(act: () => Promise<void>): Promise<Buffer>;
}

interface Running {
  download(act: () => Promise<void>): Promise<Buffer>;
  page: Page;
  close(): Promise<void>;
  kill(): Promise<void>;
  errors(): string;
}

const patient = { timeout: 60_000 };
/** Chooses for the open page that no scanner is listened for, as another window of the desk would. */
const letScannerRest = (page: Page) =>
  page.evaluate(() => {
    const chosen = { key: 'parcel-desk scanner', newValue: JSON.stringify({ listens: false }) };
    localStorage.setItem(chosen.key, chosen.newValue);
    window.dispatchEvent(new StorageEvent('storage', chosen));
  });
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

interface Fixtures {
  desk: DeskOnScreen;
  home: string;
  hostArguments: string[];
  listens: boolean;
}

export const test = base.extend<Hosted & Fixtures>({
  host: ['browser-host', { option: true }],

  // words for the command line of the program, as `--service URL`
  hostArguments: [[], { option: true }],

  // what a test types at a machine's pace would be taken for a scanner
  listens: [false, { option: true }],

  home: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), 'desk-on-screen-'));
    await use(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  },

  desk: async ({ host, home, hostArguments, listens, browser, contextOptions }, use) => {
    const folder = join(home, 'desk');

    async function inBrowser(): Promise<Running> {
      const started = await startBrowserHost(folder, hostArguments);
      const context = await browser.newContext(contextOptions);
      const page = await context.newPage();
      await page.goto(started.url);
      return {
        page,
        errors: started.errors,
        async download(act) {
          const begun = page.waitForEvent('download', patient);
          await act();
          return readFile(await (await begun).path());
        },
        close: () => started.end('SIGTERM').then(() => context.close()),
        kill: () => started.end('SIGKILL').then(() => context.close()),
      };
    }

    async function inElectron(): Promise<Running> {
      const started = await startApp(home, hostArguments);
      return {
        page: started.page,
        errors: started.errors,
        kill: started.kill,
        async download(act) {
          const downloads = join(home, 'downloads');
          const before = filesIn(downloads);
          await act();
          const fresh = () => filesIn(downloads).filter((file) => !before.includes(file));
          await expect.poll(() => fresh().length, patient).toBe(1);
          return readFile(join(downloads, fresh()[0] ?? ''));
        },
        async close() {
          const code = await started.close();
          if (code !== 0) throw new Error(`the app ended with ${String(code)}\n${started.errors()}`);
        },
      };
    }

    let running: Running | undefined;
    const now = (): Running => {
      if (!running) throw new Error('the desk is not started');
      return running;
    };
    const desk: DeskOnScreen = {
      folder,
      get page() {
        return now().page;
      },
      async start() {
        running = await (host === 'browser-host' ? inBrowser() : inElectron());
        await running.page.locator('h1').first().waitFor();
        if (!listens) await letScannerRest(running.page);
        return running.page;
      },
      async close() {
        await now().close();
        running = undefined;
      },
      async kill() {
        await now().kill();
        running = undefined;
      },
      errors: () => now().errors(),
      download: (act) => now().download(act),
    };
    await desk.start();
    await use(desk);
    if (running) await desk.close();
  },
});

export { expect } from '@playwright/test';
