import { states } from '../../../../shared/outbox/states.ts';
import { marks } from '../../../../renderer/texts/states.ts';
import { lowContrast } from '../../../support/low-contrast.ts';
import { openScreens, type Screens, type DisplayOptions } from '../../../support/open-screens.ts';
import { tabThrough } from '../../../support/tab-through.ts';
import { violations } from '../../../support/violations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

const looks: Partial<DisplayOptions>[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['usual', 'more'] as const).map((contrast) => ({ theme, contrast })),
);

describe('the page of all parts', () => {
  it.each(looks)('has no violation: %o', async (look) => {
    const page = await screens.showDesign(look);
    expect(await (look === looks[0] ? violations(page) : lowContrast(page, 'other'))).toEqual([]);
    await page.context().close();
  });

  it('shows the focus wherever Tab takes it', async () => {
    const page = await screens.showDesign();
    const { seen, hidden } = await tabThrough(page);
    expect(hidden).toEqual([]);
    expect(seen).toBeGreaterThan(5);
    await page.context().close();
  });

  it.each([
    { width: 1024, height: 768 },
    { width: 512, height: 384 },
  ])('does not overflow the window horizontally at %o', async (size) => {
    const page = await screens.showDesign(size);
    const wide = await page.evaluate(() => {
      const root = document.scrollingElement!;
      return root.scrollWidth - root.clientWidth;
    });
    expect(wide).toBe(0);
    await page.context().close();
  });

  it('has one shape for each state and each mark, so none is told by its colour alone', async () => {
    const page = await screens.showDesign();
    const shapesOf = (selector: string) =>
      page.locator(selector).evaluateAll((glyphs) => glyphs.map((glyph) => glyph.querySelector('svg')!.innerHTML));
    const ofStates = await shapesOf('.pairs .state');
    const ofMarks = await shapesOf('.marks .mark');
    expect(ofStates).toHaveLength(states.length);
    expect(ofMarks).toHaveLength(marks.length);
    expect(new Set([...ofStates, ...ofMarks]).size).toBe(states.length + marks.length);
    await page.context().close();
  });

  it('names only colours and sizes that exist', async () => {
    const page = await screens.showDesign();
    const unknown = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const named = [...document.querySelectorAll('code')]
        .map((code) => code.textContent)
        .filter((name) => name.startsWith('--'));
      return { named: named.length, unknown: named.filter((name) => style.getPropertyValue(name) === '') };
    });
    expect(unknown.named).toBeGreaterThan(20);
    expect(unknown.unknown).toEqual([]);
    await page.context().close();
  });

  it('moves through 100,000 rows of which only those in view exist', async () => {
    const page = await screens.showDesign();
    const list = page.getByRole('grid');
    await list.focus();
    for (const [key, shown] of [
      ['End', 'PKG-100000'],
      ['Home', 'PKG-1'],
    ] as const) {
      await page.keyboard.press(key);
      await list.getByText(shown, { exact: true }).waitFor();
      expect(await list.locator('.row').count()).toBeLessThan(60);
    }
    await page.context().close();
  });
});
