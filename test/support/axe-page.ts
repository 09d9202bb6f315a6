import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

// axe-core is loaded from Playwright's axe package. The package's own builder would send the whole source to the page
// for each check.
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };

/** A page with axe loaded. */
export interface AxePage {
  axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
}

/** Loads axe into the page unless it is already loaded. */
export async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(source);
}
