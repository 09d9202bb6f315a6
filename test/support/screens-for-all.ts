import { findBrowser } from './browser.ts';
import { buildScreens } from './build-screens.ts';
import { serveFolder } from './serve-folder.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

export interface SharedScreens {
  /** options with which a worker starts its browser */
  launchOptions: { executablePath: string; env: Record<string, string> };
  /** address of the screens */
  address: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    screens: SharedScreens;
  }
}

/** Builds and serves the screens once, before the first test file that uses them. */
export default async function buildAndServe(project: TestProject): Promise<() => Promise<void>> {
  const { executablePath, env } = await findBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'screens-'));
  await buildScreens(folder);
  const server = await serveFolder(folder);
  project.provide('screens', { launchOptions: { executablePath, env }, address: server.address });
  return async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
}
