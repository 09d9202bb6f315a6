import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { bringAxe, type AxePage } from './axe-page.ts';
import { contrastRule, lowContrast } from './low-contrast.ts';

/** What axe finds on the page as it is, one line for each element; contrast once for each kind of text. */
export async function violations(page: Page): Promise<string[]> {
  return [...(await besidesContrast(page)), ...(await lowContrast(page, 'first'))];
}

/** What axe finds by all rules but that of contrast, which may be asked again in other colours. */
export async function besidesContrast(page: Page): Promise<string[]> {
  await bringAxe(page);
  return page.evaluate(async (contrast) => {
    const { axe } = globalThis as unknown as AxePage;
    // what passes needs no description
    const options: RunOptions = { resultTypes: ['violations'], rules: { [contrast]: { enabled: false } } };
    const { violations } = await axe.run(document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, contrastRule);
}
