import { screens } from '../../../renderer/state/screens.ts';
import { sweepMark } from '../../support/longer.ts';
import { lowContrast } from '../../support/low-contrast.ts';
import { tabThrough } from '../../support/tab-through.ts';
import { violationsWithoutContrast } from '../../support/violations.ts';
import { expect, test as base } from '../live-desk-test.ts';
import { badWords } from './cut-words.ts';
import { walks } from './places/areas.ts';
import { walk } from './places/walk.ts';
import { nothingSideways, sideways } from './sideways.ts';
import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

type Language = 'en' | 'zh-CN';
interface Look {
  theme: 'light' | 'dark';
  contrast: 'usual' | 'more';
}
/** Looks differ only in their colours, which are the same in each language. */
const looks: Record<Language, Look[]> = {
  en: [
    { theme: 'light', contrast: 'usual' },
    { theme: 'light', contrast: 'more' },
    { theme: 'dark', contrast: 'more' },
  ],
  'zh-CN': [{ theme: 'dark', contrast: 'usual' }],
};
/** `everyLook` checks each place in both languages, all looks and sizes (`npm run test:looks`); else in one of them. */
const test = base.extend<{ everyLook: boolean }>({ everyLook: [false, { option: true }] });

const usual = { width: 1280, height: 860 };
const sizes = [
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
  // what 1280 x 800 and 1024 x 768 leave at a zoom of 200 %
  { width: 640, height: 400 },
  { width: 512, height: 384 },
];
// A walk takes two minutes on a busy machine; the limit only ends one that hangs.
test.describe.configure({ mode: 'parallel', timeout: 300_000 });

const places = walks.flatMap(({ areas }) => areas.flatMap((area) => area.places));
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

/** How a place is checked. */
interface Seen {
  language: Language;
  looks: Look[];
  sizes: typeof sizes;
}

/** All ways to check a place, or one by its turn, so that the places together cover all languages, looks and sizes. */
function waysToLook(turn: number, every: boolean): Seen[] {
  if (every)
    return [
      { language: 'en', looks: looks.en, sizes },
      { language: 'zh-CN', looks: looks['zh-CN'], sizes: sizes.toReversed() },
    ];
  const language = turn % 2 === 0 ? 'en' : 'zh-CN';
  const byTurn = <T>(all: T[]): T[] => all.filter((_, at) => at === Math.floor(turn / 2) % all.length);
  return [{ language, looks: byTurn(looks[language]), sizes: byTurn(sizes) }];
}

async function seenByAxe(page: Page, name: string, { language, looks: ours }: Seen): Promise<void> {
  expect.soft(await violationsWithoutContrast(page), `${name}, ${language}`).toEqual([]);
  for (const [at, look] of ours.entries()) {
    await page.evaluate((look) => Object.assign(document.documentElement.dataset, look), look);
    const turn = at === 0 ? 'first' : 'other';
    expect.soft(await lowContrast(page, turn), `${name}, ${look.theme}, ${look.contrast}`).toEqual([]);
  }
}

async function within(page: Page, name: string, { sizes: ours }: Seen): Promise<void> {
  for (const size of ours) {
    await page.setViewportSize(size);
    const at = `${name} at ${String(size.width)}`;
    expect.soft(await sideways(page), at).toEqual(nothingSideways);
    // At a zoom of 200 % a text may take two lines.
    if (size.width >= 1024) expect.soft(await badWords(page), at).toEqual([]);
  }
  await page.setViewportSize(usual);
  expect.soft(await badWords(page), name).toEqual([]);
}

/** Switches the language by the key that works on every screen. */
async function speak(page: Page, language: Language): Promise<void> {
  await page.keyboard.press('Alt+l');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

for (const { name, areas, overHttp } of walks) {
  test(
    `axe finds nothing, nothing overflows the window, no text of a control is cut, wrapped or covered, and the focus is visible wherever Tab moves it: ${name}`,
    { tag: sweepMark },
    async ({ desk: { page }, host, everyLook }) => {
      test.skip(overHttp === true && host !== 'browser-host', 'answered over HTTP in the place of the desk');
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await walk(page, areas, async (place) => {
        for (const seen of waysToLook(places.indexOf(place), everyLook)) {
          const named = `${place.name}, ${seen.language}`;
          if (seen.language !== 'en') await speak(page, seen.language);
          await seenByAxe(page, named, seen);
          await within(page, named, seen);
          if (seen.language !== 'en') await speak(page, 'en');
        }
        const { seen, hidden } = await tabThrough(page);
        expect.soft(hidden, place.name).toEqual([]);
        expect.soft(seen, place.name).toBeGreaterThan(0);
      });
    },
  );
}
