import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { screens } from '../../../renderer/state/screens.ts';
import { expect, test } from '../live-desk-test.ts';
import { tabThrough } from './focus-shown.ts';
import { areas } from './places/areas.ts';
import { walk } from './places/walk.ts';
import { nothingSideways, sideways } from './sideways.ts';
import { violations } from '../../support/violations.ts';

/** Only colours differ between the looks, and they are the same in each language. */
const looksIn = {
  en: [
    { theme: 'light', contrast: 'usual' },
    { theme: 'light', contrast: 'more' },
    { theme: 'dark', contrast: 'more' },
  ],
  'zh-CN': [{ theme: 'dark', contrast: 'usual' }],
};
const sizes = [
  { width: 1024, height: 768 },
  // what 1280 x 800 and 1024 x 768 leave at 200 %
  { width: 640, height: 400 },
  { width: 512, height: 384 },
];
// two minutes where much else runs; this is only for what hangs
test.describe.configure({ mode: 'parallel', timeout: 300_000 });

const places = areas.flatMap((area) => area.places);
const renderer = join(import.meta.dirname, '../../../renderer');

test('every screen of the desk is among the places', () => {
  expect([...new Set(places.map(({ screen }) => screen))].toSorted()).toEqual([...screens].toSorted());
});

test('every dialog of the desk is among the places', () => {
  const withDialog = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.svelte') && readFileSync(join(renderer, file), 'utf8').includes('<Dialog'))
    .map((file) => basename(file, '.svelte'));
  const seen = places.flatMap(({ dialog }) => dialog ?? []);
  expect([...new Set(seen)].toSorted()).toEqual(withDialog.toSorted());
});

for (const area of areas) {
  test.describe(area.name, () => {
    for (const [language, looks] of Object.entries(looksIn)) {
      const tabbed = language === 'en';
      const also = tabbed ? ', and the focus is to be seen wherever Tab takes it' : '';
      test(`in ${language} axe finds nothing, and nothing runs out of the window${also}`, async ({
        desk: { page },
      }) => {
        if (language !== 'en') await page.keyboard.press('Alt+l');
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await walk(page, area, async ({ name }) => {
          for (const [turn, look] of looks.entries()) {
            await page.evaluate((look) => Object.assign(document.documentElement.dataset, look), look);
            const rules = turn === 0 ? undefined : ['color-contrast'];
            expect.soft(await violations(page, rules), `${name}, ${look.theme}, ${look.contrast}`).toEqual([]);
          }
          for (const size of sizes) {
            await page.setViewportSize(size);
            const at = `${name} at ${String(size.width)}`;
            expect.soft(await sideways(page), at).toEqual(nothingSideways);
          }
          await page.setViewportSize({ width: 1280, height: 860 });
          if (!tabbed) return;
          const { seen, hidden } = await tabThrough(page);
          expect.soft(hidden, name).toEqual([]);
          expect.soft(seen, name).toBeGreaterThan(0);
        });
      });
    }
  });
}
