import { openScreens, type Screens } from '../../support/open-screens.ts';
import { violations } from '../../support/violations.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const options = (page: Page) => page.locator('[role=search] [role=option]');
const selected = (page: Page) => page.locator('[role=search] [aria-selected=true]');
const hash = (page: Page) => page.evaluate(() => location.hash);

async function typed(page: Page, text: string): Promise<void> {
  await page.keyboard.press('F3');
  await page.keyboard.type(text);
  await options(page).first().waitFor();
}

interface Slow {
  fake: { call(name: string, input: { text?: string }): Promise<unknown> };
  release: Record<string, () => void>;
}
/** Holds each search answer until the test releases it by its text. */
const hold = (page: Page) =>
  page.evaluate(() => {
    const slow = globalThis as unknown as Slow;
    slow.release = {};
    const call = slow.fake.call.bind(slow.fake);
    slow.fake.call = async (name, input) => {
      if (name === 'search.all') await new Promise<void>((go) => (slow.release[input.text ?? ''] = go));
      return call(name, input);
    };
  });
const release = (page: Page, text: string) =>
  page.evaluate((text) => (globalThis as unknown as Slow).release[text]?.(), text);
const isAsked = (page: Page, text: string) =>
  page.waitForFunction((text) => text in (globalThis as unknown as Slow).release, text);

describe('the search box', () => {
  it('groups its results by type, with the typed part bold, and leaves the screen unchanged', async () => {
    const page = await screens.show('#/settings');
    await typed(page, 'mug');
    expect(await page.locator('[role=search] [role=group] .name').allInnerTexts()).toEqual([
      'Address book',
      'SKUs',
      'Templates',
    ]);
    expect(await options(page).locator('b').allInnerTexts()).toEqual(['Mug', 'MUG', 'Mug', 'Mug']);
    await page.getByText('Street: Mugg 2').waitFor();
    expect(await hash(page)).toBe('#/settings');
    await page.context().close();
  }, 60_000);

  it('opens the first result on Enter, and arrow keys wrap around', async () => {
    const page = await screens.show('#/settings');
    await typed(page, 'pkg');
    const first = await selected(page).locator('.code').first().innerText();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await selected(page).innerText()).toContain('in the outbox');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.panel h2 .code', { hasText: first }).waitFor();
    expect(await options(page).count()).toBe(0);
    expect(await page.locator('#find').inputValue()).toBe('');
    await page.context().close();
  }, 60_000);

  it.each(['Control', 'Meta'])(
    'filters the outbox on %s+Enter, which shows the filter and can clear it',
    async (key) => {
      const page = await screens.show('#/settings');
      await typed(page, 'pkg');
      await page.keyboard.press(`${key}+Enter`);
      await page.getByText('Filtered by “pkg”').waitFor();
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid');
      await page.keyboard.press('Alt+Backspace');
      await page.getByText('Filtered by').waitFor({ state: 'detached' });
      expect(await page.locator('#find').inputValue()).toBe('');
      await page.context().close();
    },
    60_000,
  );

  it('leaves Ctrl+Enter to the screen while it is empty, so that the order is checked for saving', async () => {
    const page = await screens.show('#/label-order');
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    await page.keyboard.press('F3');
    await page.keyboard.press('Control+Enter');
    await page.locator('main [aria-invalid=true]').first().waitFor();
    expect(await hash(page)).toBe('#/label-order');
    await page.context().close();
  }, 60_000);

  it('closes on Escape, is cleared by the next one, and then returns the focus to the list', async () => {
    const page = await screens.show('#/outbox');
    await typed(page, 'mug');
    await page.keyboard.press('Escape');
    expect(await options(page).count()).toBe(0);
    expect(await page.locator('#find').inputValue()).toBe('mug');
    await page.keyboard.press('ArrowDown');
    await options(page).first().waitFor();
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
    expect(await page.locator('#find').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid');
    await page.context().close();
  }, 60_000);

  it('opens on Enter the result for the full text, not one for an earlier part of it', async () => {
    const page = await screens.show('#/settings');
    await hold(page);
    await page.keyboard.press('F3');
    await page.keyboard.type('t');
    await isAsked(page, 't');
    await page.keyboard.type('ee');
    await page.keyboard.press('Enter');
    await release(page, 't');
    await isAsked(page, 'tee');
    // Results for "t" are shown, but Enter must not open one of them.
    await options(page).first().waitFor();
    expect(await hash(page)).toBe('#/settings');
    await release(page, 'tee');
    await page.getByText('Filtered by “TEE-M”').waitFor();
    await page.context().close();
  }, 60_000);

  it('searches for text from an input method, whose own Enter opens nothing', async () => {
    const page = await screens.show('#/settings');
    await page.keyboard.press('F3');
    await page.locator('#find').evaluate((box) => {
      box.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
      );
    });
    await page.keyboard.insertText('王小');
    await options(page).first().waitFor();
    expect(await options(page).locator('b').allInnerTexts()).toContain('王小');
    expect(await hash(page)).toBe('#/settings');
    await page.context().close();
  }, 60_000);

  it.each([
    { language: 'en', theme: 'light' },
    { language: 'zh-CN', theme: 'dark' },
    { language: 'en', theme: 'dark', contrast: 'more' },
  ] as const)(
    'has no accessibility violations: %o',
    async (look) => {
      const page = await screens.show('#/outbox', look);
      await typed(page, 'mug');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.type('nothing has this');
      await page.locator('.panel .none').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    },
    60_000,
  );
});
