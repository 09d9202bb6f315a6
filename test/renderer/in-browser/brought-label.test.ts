import { callsOf } from '../../support/calls-of.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { pasteText } from '../../support/paste.ts';
import { violations } from '../../support/violations.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

interface Page1 {
  fake: {
    handlers: Record<string, (input: { body: { Package: Record<string, string> } }) => unknown>;
  };
}

const ownLabel = '[id="field-Package.ImportLabel"]';
const calls = async (page: Page, name: string) => (await callsOf(page, name)).length;

/** A drop-ship order filled in except for its own label; a value that starts with `broken` is an unreadable PDF. */
async function filled(language: 'en' | 'zh-CN' = 'en'): Promise<Page> {
  const page = await screens.show('#/drop-ship-order', { entries: 3, language, width: 1600 });
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  await page.evaluate(() => {
    const { handlers } = (globalThis as unknown as Page1).fake;
    handlers['labels.draft'] = ({ body }) => {
      const isBroken = body.Package['ImportLabel']?.startsWith('broken');
      const params = { reason: 'broken', form: 'PDF' };
      const problem = { kind: 'own-label', field: 'ImportLabel', message: '', params, stops: true };
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
      return { ok: true, value: { svg, widthMm: 100, heightMm: 150, problems: isBroken ? [problem] : [] } };
    };
  });
  const texts = {
    PackageId: 'OWN-1',
    ServiceCode: 'SGP',
    'ShipToAddress.Contact': 'Ann',
    'ShipToAddress.Country': 'SE',
  };
  const more = { 'ShipToAddress.City': 'Lund', 'ShipToAddress.Street1': 'Kyrkogatan 1', 'Skus[0].Sku': 'MUG' };
  for (const [name, text] of Object.entries({ ...texts, ...more }))
    await page.locator(`[id="field-Package.${name}"]`).fill(text);
  // The field is in a folded part.
  await page.keyboard.press('Alt+f');
  await page.locator(ownLabel).waitFor();
  return page;
}

describe('a label that cannot be printed', () => {
  it.each([
    ['en', 'This PDF cannot be read. Correct it, or leave it out.'],
    ['zh-CN', '无法读取这个 PDF。请修正或清空。'],
  ] as const)(
    'is reported as soon as it is entered, and asked about before the order is saved: %s',
    async (language, words) => {
      const page = await filled(language);
      await page.locator(ownLabel).fill('broken');
      await page.locator('form [role=status] li').getByText(words).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Control+Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText(words).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Control+Enter');
      expect(await calls(page, 'entry.enqueue')).toBe(0);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-Package.ImportLabel');
      expect(await page.locator(ownLabel).inputValue()).toBe('broken');
      await page.keyboard.press('Control+Enter');
      await dialog.waitFor();
      await page.keyboard.press('Alt+a');
      await expect.poll(() => calls(page, 'entry.enqueue')).toBe(1);
      await page.context().close();
    },
  );

  it('is asked about in the form if its font lacks a character, such as an emoji in a name', async () => {
    const page = await filled();
    await page.evaluate(() => {
      const { handlers } = (globalThis as unknown as Page1).fake;
      handlers['labels.draft'] = ({ body }) => {
        const isUnknown = JSON.stringify(body).includes('😀');
        const params = { characters: '😀 (U+1F600)' };
        const problem = { kind: 'missing-glyph', field: 'recipient.Contact', message: '', params, stops: true };
        return { ok: true, value: { svg: '', widthMm: 100, heightMm: 150, problems: isUnknown ? [problem] : [] } };
      };
    });
    const name = page.locator('[id="field-Package.ShipToAddress.Contact"]');
    await name.fill('Ann 😀');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').getByText('The label fonts cannot print 😀 (U+1F600).').waitFor();
    expect(await calls(page, 'entry.enqueue')).toBe(0);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id))
      .toBe('field-Package.ShipToAddress.Contact');
    await name.fill('Ann Åström');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => calls(page, 'entry.enqueue')).toBe(1);
    await page.context().close();
  });

  it('is asked about even if the save precedes the answer of the check', async () => {
    const page = await filled();
    await page.locator(ownLabel).fill('broken');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').getByText('cannot be read').waitFor();
    expect(await calls(page, 'entry.enqueue')).toBe(0);
    await page.context().close();
  });

  it('is saved without a question once corrected, and the check sends the label alone', async () => {
    const page = await filled();
    await page.locator(ownLabel).fill('broken');
    await page.locator('form [role=status] li').waitFor();
    await page.locator(ownLabel).fill('JVBERi0xLjQ=');
    await page.locator('form [role=status] li').waitFor({ state: 'detached' });
    await page.locator('aside img').waitFor();
    const bodies = (await callsOf<{ body: unknown }>(page, 'labels.draft')).map(({ body }) => body);
    expect(bodies.at(-1)).toEqual({ Package: { ImportLabel: 'JVBERi0xLjQ=' } });
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => calls(page, 'entry.enqueue')).toBe(1);
    await page.context().close();
  });

  it('is rejected if it has 40 MB, and the previous one is kept and can be saved', async () => {
    const page = await filled();
    await page.locator(ownLabel).fill('JVBERi0xLjQ=');
    await page.locator(ownLabel).focus();
    await pasteText(page, 'A'.repeat(53_000_000));
    await page.getByText('This label is 40 MB; the limit is 10 MB.').waitFor();
    expect(await page.locator(ownLabel).inputValue()).toBe('JVBERi0xLjQ=');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => calls(page, 'entry.enqueue')).toBe(1);
    await page.context().close();
  });
});
