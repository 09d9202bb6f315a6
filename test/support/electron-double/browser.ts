import { findBrowser } from '../browser.ts';
import { app } from './app.ts';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright';

let startedBrowser: Promise<{ context: BrowserContext; address: string }> | undefined;

/** The Chromium whose pages are this app's windows, and the address at which a test connects to it. */
export function browser(): Promise<{ context: BrowserContext; address: string }> {
  startedBrowser ??= start();
  return startedBrowser;
}

async function start(): Promise<{ context: BrowserContext; address: string }> {
  const { executablePath, env } = await findBrowser();
  // As in Electron, what a page stores survives a restart of the app.
  const profile = join(app.getPath('userData'), 'chromium');
  const portFile = join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    env: { ...process.env, ...env },
    args: ['--remote-debugging-port=0'],
    viewport: null,
    handleSIGTERM: false,
    handleSIGINT: false,
  });
  while (!existsSync(portFile)) await wait(10);
  const [port] = readFileSync(portFile, 'utf8').split('\n');
  return { context, address: `http://127.0.0.1:${port ?? ''}` };
}
