import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

// axe is a part of the package for Playwright, whose own builder hands all of it to the page anew for each look
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };

/** A page that axe was brought to. */
export interface AxePage {
  axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
}

/** Brings axe to the page, once for as long as it is not loaded anew. */
export async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(source);
}
