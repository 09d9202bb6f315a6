import { actionNames, codeOfAction } from '../../../renderer/keys/key-table.ts';
import { A4_DOTS, codesOn, picturesOf } from '../../labels/read-page.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

/** Keeps the print dialog of the browser open, so that the sheet can be read as it is printed. */
async function opened(language: 'en' | 'zh-CN' = 'en'): Promise<Page> {
  const page = await screens.show('#/outbox', { language, entries: 2 });
  await page.evaluate(() => (window.print = () => undefined));
  return page;
}

async function codesOnPaper(page: Page): Promise<string[]> {
  const read: string[] = [];
  for await (const picture of picturesOf(await page.pdf({ format: 'A4', preferCSSPageSize: true }), A4_DOTS))
    read.push(...(await codesOn(picture, 255)).code128);
  return read;
}

describe('a printed sheet', () => {
  it.each(['en', 'zh-CN'] as const)(
    'of command codes has a readable code for every action: %s',
    async (language) => {
      const page = await opened(language);
      await page.keyboard.press('Alt+Shift+0');
      await page.locator('.on-paper').waitFor({ state: 'attached' });
      expect((await codesOnPaper(page)).toSorted()).toEqual(actionNames.map(codeOfAction).toSorted());
      await page.context().close();
    },
    60_000,
  );

  it('of badges has one for every operator, and nothing of the screen', async () => {
    const page = await opened();
    const badges = await page.evaluate(async () => {
      const { fake } = globalThis as unknown as {
        fake: { call(name: string, input: object): Promise<{ value: { badge: string } }> };
      };
      const names = ['Ana', '王小明', 'Zoë Åkesson-Featherstonehaugh'];
      const save = (name: string, at: number) =>
        fake.call('operators.save', { commandId: `save-${name}`, name, code: `A${at}`, newBadge: false });
      return (await Promise.all(names.map(save))).map(({ value }) => value.badge);
    });
    await page.keyboard.press('Alt+Shift+A');
    await page.locator('.on-paper').waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    const seen = await page.evaluate(() => document.body.innerText);
    expect(seen).toContain('王小明');
    expect(seen).not.toContain('Outbox');
    expect((await codesOnPaper(page)).toSorted()).toEqual(badges.toSorted());
    await page.context().close();
  });

  it('of badges is not printed if there are no operators', async () => {
    const page = await opened();
    await page.keyboard.press('Alt+Shift+A');
    await expect.poll(() => page.locator('.toasts').innerText()).toContain('There are no operators yet.');
    expect(await page.locator('.on-paper').count()).toBe(0);
    await page.context().close();
  });

  it('is removed when the dialog closes, and no other one is printed before that', async () => {
    const page = await opened();
    await page.keyboard.press('Alt+Shift+H');
    await page.locator('.on-paper', { hasText: 'first groups work everywhere' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Alt+Shift+0');
    await expect.poll(() => page.locator('.toasts').innerText()).toContain('A print dialog is already open.');
    expect(await page.locator('.on-paper').count()).toBe(1);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.locator('.on-paper').waitFor({ state: 'detached' });
    await page.context().close();
  });
});
