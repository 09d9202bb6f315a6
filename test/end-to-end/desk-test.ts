import { startApp } from '../support/electron-double/start.ts';
import { startElectron } from '../support/real-electron/start.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { ask } from './ask.ts';
import { FileKeeping, Keeping } from './keeping.ts';
import { expect, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type HostName = 'browser-host' | 'electron-double' | 'electron';
export interface Hosted {
  host: HostName;
}

/** A desk with its screens, in the host that the project names. `page` is another one after each start. */
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
  /** the file that an action saves for the person, with its name */
  saved(act: () => Promise<void>): Promise<SavedFile>;
  /** the bytes of that file */
  download(act: () => Promise<void>): Promise<Buffer>;
  /** the main process, if the host is the real Electron */
  readonly electron: ElectronApplication;
}

export interface SavedFile {
  name: string;
  bytes: Buffer;
}

interface Running {
  saved(act: () => Promise<void>): Promise<SavedFile>;
  page: Page;
  close(): Promise<void>;
  kill(): Promise<void>;
  errors(): string;
  electron?: ElectronApplication;
}

const patient = { timeout: 60_000 };
/** Switches scanner detection off for the open page, as another window of the desk would. */
const letScannerRest = (page: Page) =>
  page.evaluate(() => {
    const chosen = { key: 'parcel-desk scanner', newValue: JSON.stringify({ listens: false }) };
    localStorage.setItem(chosen.key, chosen.newValue);
    window.dispatchEvent(new StorageEvent('storage', chosen));
  });
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** Shows the screens as after a start, on the desk as it is. */
async function beginAnew(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = '#/outbox'));
  await page.reload();
  await page.locator('h1').first().waitFor();
}

/** The entries in the outbox, to help find the cause of a failure. */
const entriesOf = (page: Page): Promise<string> =>
  Promise.race([
    ask(page, 'entries.page', {}).then(({ rows }) => rows.map((row) => JSON.stringify(row)).join('\n')),
    new Promise<string>((late) => setTimeout(() => late('the desk does not answer'), 5000)),
  ]).catch(String);

interface Fixtures {
  desk: DeskOnScreen;
  home: string;
  hostArguments: string[];
  listens: boolean;
  goesOn: boolean;
  keeping: Keeping;
}

export const test = base.extend<Hosted & Fixtures, { ofFile: FileKeeping }>({
  host: ['browser-host', { option: true }],

  // command-line arguments of the program, such as `--service URL`
  hostArguments: [[], { option: true }],

  // Off by default, since text typed at the pace of a test would count as a scan.
  listens: [false, { option: true }],

  // Journeys of a file that need no fresh desk use that of the one before; after a failed one a new desk is started.
  goesOn: [false, { option: true }],

  ofFile: [
    // depends on the browser, so that it ends before the browser that its pages belong to
    async ({ browser: _browser }, use) => {
      const ofFile = new FileKeeping();
      await use(ofFile);
      await ofFile.end();
    },
    { scope: 'worker' },
  ],

  keeping: async ({ goesOn, ofFile }, use, { file }) => {
    const kept = await ofFile.at(file);
    if (goesOn) return use(kept);
    const own = new Keeping();
    await use(own);
    await own.end();
  },

  home: async ({ keeping }, use) => {
    const home = await keeping.once('home', async () => {
      const value = mkdtempSync(join(tmpdir(), 'desk-on-screen-'));
      return { value, end: async () => rmSync(value, { recursive: true, force: true, maxRetries: 5 }) };
    });
    await use(home);
  },

  desk: async ({ host, home, hostArguments, listens, keeping, browser, contextOptions }, use, info) => {
    const folder = join(home, 'desk');

    async function inBrowser(): Promise<Running> {
      const started = await startBrowserHost(folder, hostArguments);
      const context = await browser.newContext(contextOptions);
      const page = await context.newPage();
      await page.goto(started.url);
      return {
        page,
        errors: started.stderrOutput,
        async saved(act) {
          const begun = page.waitForEvent('download', patient);
          await act();
          const file = await begun;
          return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
        },
        close: () => started.end('SIGTERM').then(() => context.close()),
        kill: () => started.end('SIGKILL').then(() => context.close()),
      };
    }

    async function inElectron(): Promise<Running> {
      const started = await (host === 'electron' ? startElectron : startApp)(home, hostArguments);
      return {
        ...('electron' in started && { electron: started.electron as ElectronApplication }),
        page: started.page,
        errors: started.stderrOutput,
        kill: started.kill,
        async saved(act) {
          const downloads = join(home, 'downloads');
          const before = filesIn(downloads);
          await act();
          const fresh = () => filesIn(downloads).filter((file) => !before.includes(file));
          await expect.poll(() => fresh().length, patient).toBe(1);
          const [name = ''] = fresh();
          return { name, bytes: await readFile(join(downloads, name)) };
        },
        async close() {
          const code = await started.close();
          if (code !== 0) throw new Error(`the app ended with ${String(code)}\n${started.stderrOutput()}`);
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
      saved: (act) => now().saved(act),
      download: async (act) => (await now().saved(act)).bytes,
      get electron() {
        const { electron } = now();
        if (!electron) throw new Error('this host is not the real Electron');
        return electron;
      },
    };
    let isNew = false;
    const kept = await keeping.once('desk', async () => {
      await desk.start();
      isNew = true;
      return { value: desk, end: async () => running && desk.close() };
    });
    if (!isNew) await beginAnew(kept.page);
    await use(kept);
    if (info.status !== info.expectedStatus && running)
      await info.attach('entries', { body: await entriesOf(kept.page), contentType: 'text/plain' });
  },
});

export { expect } from '@playwright/test';
