import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { bringAxe, type AxePage } from './axe-page.ts';

/** What axe finds on the page as it is, one line for each element; by all rules but those that are named, where some are. */
export async function violations(page: Page, besides: readonly string[] = []): Promise<string[]> {
  await bringAxe(page);
  return page.evaluate(async (besides) => {
    const { axe } = globalThis as unknown as AxePage;
    // what passes needs no description
    const rules = Object.fromEntries(besides.map((rule) => [rule, { enabled: false }]));
    const options: RunOptions = { resultTypes: ['violations'], rules };
    const { violations } = await axe.run(document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, besides);
}
