import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './browser.ts';
import { buildScreens } from './build-screens.ts';
import { chromiumWords } from './chromium-words.ts';
import { serveFolder } from './serve-folder.ts';

export interface SharedScreens {
  /** at which browsers are joined, one for each worker: what has the focus and what was copied are of a browser, not of a page */
  browsers: string[];
  /** where it finds the screens */
  address: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    screens: SharedScreens;
  }
}

/** Once for all files that look at screens, and before the first of them: one build, and a browser for each worker. */
export default async function begin(project: TestProject): Promise<() => Promise<void>> {
  const { executablePath, env } = await findBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'screens-'));
  await buildScreens(folder);
  const served = await serveFolder(folder);
  const start = {
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', ...chromiumWords],
    host: '127.0.0.1',
  };
  const browsers = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, () => chromium.launchServer(start)),
  );
  project.provide('screens', { browsers: browsers.map((one) => one.wsEndpoint()), address: served.address });
  return async () => {
    await Promise.all(browsers.map((one) => one.close()));
    await served.close();
    await rm(folder, { recursive: true, force: true });
  };
}
