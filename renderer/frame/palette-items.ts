import type { SettingName } from '../../shared/settings/settings.ts';
import type { ActionName } from '../keys/key-table.ts';
import { settingPages, settingsByPage, type SettingPage } from '../screens/settings/setting-pages.ts';
import type { FindOption } from '../state/global-search.svelte.ts';
import { t } from '../texts/say.svelte.ts';

/** An item of the palette: an available action, a settings page, a setting or a search result. */
export type PaletteItem =
  | { is: 'act'; act: ActionName }
  | { is: 'page'; page: SettingPage }
  | { is: 'setting'; name: SettingName }
  | { is: 'find'; option: FindOption };

const settingNames: readonly SettingName[] = Object.values(settingsByPage).flat();

/** Match quality of an item: 0 if its name matches, 1 if its synonyms do, null for no match. */
function matchQuality(typedWords: readonly string[], name: string, synonyms = ''): 0 | 1 | null {
  const [nameText, allText] = [name.toLowerCase(), `${name} ${synonyms}`.toLowerCase()];
  if (typedWords.every((word) => nameText.includes(word))) return 0;
  return typedWords.every((word) => allText.includes(word)) ? 1 : null;
}

/**
 * Actions and settings matched by name, then those matched by synonym, then search results. All actions if nothing is
 * typed.
 */
export function paletteItems(
  text: string,
  availableActions: readonly ActionName[],
  results: readonly FindOption[],
): PaletteItem[] {
  const typedWords = text.toLowerCase().split(/\s+/).filter(Boolean);
  const { acts, settings, otherWords } = t();
  const ranked = (item: PaletteItem, quality: 0 | 1 | null) => ({ item, by: quality });
  const rankedItems = availableActions.map((act) =>
    ranked({ is: 'act', act }, matchQuality(typedWords, acts.name[act], otherWords.act[act])),
  );
  if (typedWords.length > 0)
    rankedItems.push(
      ...settingPages.map((page) =>
        ranked(
          { is: 'page', page },
          matchQuality(typedWords, `${settings.pages[page]} ${settings.title}`, otherWords.page[page]),
        ),
      ),
      ...settingNames.map((name) =>
        ranked(
          { is: 'setting', name },
          matchQuality(typedWords, `${settings.name[name]} ${settings.title}`, otherWords.setting[name]),
        ),
      ),
    );
  const matches = ([0, 1] as const).flatMap((wantedQuality) =>
    rankedItems.filter(({ by: quality }) => quality === wantedQuality).map(({ item }) => item),
  );
  return [...matches, ...results.map((option): PaletteItem => ({ is: 'find', option }))];
}

export function keyOfItem(item: PaletteItem): string {
  if (item.is === 'find') return item.option.id;
  return item.is === 'act' ? `act ${item.act}` : item.is === 'page' ? `page ${item.page}` : `setting ${item.name}`;
}
