import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './browser.ts';
import { buildScreens } from './build-screens.ts';
import { serveFolder } from './serve-folder.ts';

export interface SharedScreens {
  /** what a worker starts its browser with */
  start: { executablePath: string; env: Record<string, string> };
  /** where it finds the screens */
  address: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    screens: SharedScreens;
  }
}

/** Once for all files that look at screens, and before the first of them: one build. */
export default async function begin(project: TestProject): Promise<() => Promise<void>> {
  const { executablePath, env } = await findBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'screens-'));
  await buildScreens(folder);
  const served = await serveFolder(folder);
  project.provide('screens', { start: { executablePath, env }, address: served.address });
  return async () => {
    await served.close();
    await rm(folder, { recursive: true, force: true });
  };
}
