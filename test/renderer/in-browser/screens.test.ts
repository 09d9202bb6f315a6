import { storyOf } from '../../../renderer/screens/outbox/story.svelte.ts';
import { states as english } from '../../../renderer/texts/en/states.ts';
import type { StateTexts } from '../../../renderer/texts/states.ts';
import { states as chinese } from '../../../renderer/texts/zh-CN/states.ts';
import { fakeEntry, kinds } from '../../support/fake-entries.ts';
import { lowContrast } from '../../support/low-contrast.ts';
import { openScreens, type Screens, type DisplayOptions } from '../../support/open-screens.ts';
import { tabThrough } from '../../support/tab-through.ts';
import { violations } from '../../support/violations.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

/**
 * Screens that no journey on a real desk reaches: unexpected answers of the service, and every state. The end-to-end
 * tests check every screen and dialog.
 */
const addresses = [
  '#/outbox',
  '#/outbox/e13',
  '#/outbox/e10',
  '#/label-order/mend/e13',
  '#/tracking/STRANGE-1',
  '#/orders/INBOUND-1',
  '#/orders/FAILED-1',
];
const looks: Partial<DisplayOptions>[] = [
  { language: 'en', theme: 'light' },
  { language: 'zh-CN', theme: 'dark' },
  { language: 'zh-CN', theme: 'light', contrast: 'more' },
];

const rest = (page: Page) => page.waitForTimeout(300);

/** Goes to another screen of an open page. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), address);
  await rest(page);
}

describe('accessibility', () => {
  it.each(looks)('has no violations on any screen: %o', async (look) => {
    const page = await screens.show('#/settings', look);
    // Looks differ only in colours and in words at the same places, so contrast alone is checked after the first.
    const found = (): Promise<string[]> => (look === looks[0] ? violations(page) : lowContrast(page, 'other'));
    for (const address of addresses) {
      await go(page, address);
      expect(await found(), address).toEqual([]);
    }
    await page.context().close();
  });

  it.each([
    { width: 1024, height: 768 },
    { width: 512, height: 384 },
  ])('has nothing that overflows the window horizontally at %o', async (size) => {
    const page = await screens.show('#/outbox', size);
    for (const address of addresses) {
      await go(page, address);
      const wide = await page.evaluate(() => {
        const root = document.scrollingElement!;
        const main = document.querySelector('main')!;
        return { root: root.scrollWidth - root.clientWidth, main: main.scrollWidth - main.clientWidth };
      });
      expect(wide, address).toEqual({ root: 0, main: 0 });
    }
    await page.context().close();
  });

  it('has a visible focus wherever Tab takes it', async () => {
    const page = await screens.show('#/outbox');
    for (const address of addresses) {
      await go(page, address);
      const { seen, hidden } = await tabThrough(page);
      expect(hidden, address).toEqual([]);
      expect(seen, address).toBeGreaterThan(5);
    }
    await page.context().close();
  });
});

/** Patterns for the two sentences of an entry, with any text in place of times, numbers and reasons. */
function sentencesOf(at: number, texts: StateTexts): { happened: RegExp; next: RegExp } {
  const gap = '§';
  const [formatRelativeTime, formatNumber, formatReason] = [() => gap, () => gap, () => gap];
  const format = { texts, nowMs: -Infinity, formatRelativeTime, formatNumber, formatReason, answerLimit: gap };
  const { happened, next } = storyOf(fakeEntry(at, 0), null, format);
  const literal = (piece: string) => piece.replaceAll(/[.*+?()[\]{}|^$\\]/g, '\\$&');
  const pattern = (sentence: string) => new RegExp(`^${sentence.split(gap).map(literal).join('.+')}$`);
  return { happened: pattern(happened), next: pattern(next) };
}

describe('the panel shows what happened, what is next, and when', () => {
  it.each([
    ['en', english],
    ['zh-CN', chinese],
  ] as const)('for every state and mark in %s', async (language, texts) => {
    const page = await screens.show('#/outbox', { language });
    for (const at of kinds.keys()) {
      await page.evaluate((id) => (location.hash = `#/outbox/${id}`), `e${at}`);
      await page.locator('.panel dl').first().waitFor();
      await page.locator('.panel h2 .code', { hasText: String(100_000 + at) }).waitFor();
      const panel = await page.locator('.panel').innerText();
      expect(panel).toContain(texts.word[kinds[at]!.state]);
      expect(panel).not.toMatch(/undefined|\[object|NaN/);
      const happened = await page.locator('.panel dl').first().locator('dd').first().innerText();
      const next = await page.locator('.panel .next p').last().innerText();
      const story = sentencesOf(at, texts);
      expect(happened).toMatch(story.happened);
      expect(next).toMatch(story.next);
    }
    await page.context().close();
  });
});
