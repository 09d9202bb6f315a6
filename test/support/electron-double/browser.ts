import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright';
import { findBrowser } from '../browser.ts';
import { app } from './app.ts';

let started: Promise<BrowserContext> | undefined;

/** The Chromium whose pages are this app's windows; a test joins it at the address sent to the parent process. */
export function browser(): Promise<BrowserContext> {
  started ??= start();
  return started;
}

async function start(): Promise<BrowserContext> {
  const { executablePath, env } = await findBrowser();
  const profile = mkdtempSync(join(tmpdir(), 'electron-double-'));
  app.on('quit', () => rmSync(profile, { recursive: true, force: true }));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    env: { ...process.env, ...env },
    args: ['--remote-debugging-port=0'],
    viewport: null,
    handleSIGTERM: false,
    handleSIGINT: false,
  });
  const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
  process.send?.({ browser: `http://127.0.0.1:${port ?? ''}` });
  return context;
}
