import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './browser.ts';
import { buildScreens } from './build-screens.ts';
import { serveFolder } from './serve-folder.ts';

export interface SharedScreens {
  /** at which the one browser of the run is joined */
  browser: string;
  /** where it finds the screens */
  address: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    screens: SharedScreens;
  }
}

/** Once for all files that look at screens, and before the first of them: one build, one browser. */
export default async function begin(project: TestProject): Promise<() => Promise<void>> {
  const { executablePath, env } = await findBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'screens-'));
  await buildScreens(folder);
  const served = await serveFolder(folder);
  const browser = await chromium.launchServer({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox'],
    host: '127.0.0.1',
  });
  project.provide('screens', { browser: browser.wsEndpoint(), address: served.address });
  return async () => {
    await browser.close();
    await served.close();
    await rm(folder, { recursive: true, force: true });
  };
}
