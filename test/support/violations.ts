import { loadAxe, type AxePage } from './axe-page.ts';
import { contrastRule, lowContrast } from './low-contrast.ts';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** Findings of axe on the current page, one line per element; contrast is checked once for each kind of text. */
export async function violations(page: Page): Promise<string[]> {
  return [...(await violationsWithoutContrast(page)), ...(await lowContrast(page, 'first'))];
}

/** axe's findings for all rules except contrast, which may be checked again in other colours. */
export async function violationsWithoutContrast(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(async (contrast) => {
    const { axe } = globalThis as unknown as AxePage;
    // Descriptions of what passes are not needed.
    const options: RunOptions = { resultTypes: ['violations'], rules: { [contrast]: { enabled: false } } };
    const { violations } = await axe.run(document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, contrastRule);
}
