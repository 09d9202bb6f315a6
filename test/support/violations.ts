import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

// axe is a part of the package for Playwright, whose own builder hands all of it to the page anew for each look
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };

interface AxePage {
  axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> };
}

/** What axe finds on the page as it is, one line for each element; by those rules only, where some are named. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (await page.evaluate(() => (globalThis as AxePage).axe === undefined)) await page.evaluate(source);
  return page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as AxePage;
      // what passes needs no description
      const options: RunOptions = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
      const { violations } = (await axe?.run(document, options)) ?? { violations: null };
      if (violations === null) throw new Error('there is no axe on the page');
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    rules && { type: 'rule' as const, values: rules },
  );
}
