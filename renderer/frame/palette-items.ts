import type { SettingName } from '../../shared/settings/settings.ts';
import type { ActionName } from '../keys/key-table.ts';
import { settingPages, settingsByPage, type SettingPage } from '../screens/settings/setting-pages.ts';
import type { FindOption } from '../state/find-all.svelte.ts';
import { t } from '../texts/say.svelte.ts';

/** An item of the palette: an available action, a settings page, a setting or a search result. */
export type PaletteItem =
  | { is: 'act'; act: ActionName }
  | { is: 'page'; page: SettingPage }
  | { is: 'setting'; name: SettingName }
  | { is: 'find'; option: FindOption };

const settingNames: readonly SettingName[] = Object.values(settingsByPage).flat();

/** Match quality of an item: 0 by its name, 1 by its synonyms, null for no match. */
function matchQuality(typed: readonly string[], name: string, others = ''): 0 | 1 | null {
  const [own, all] = [name.toLowerCase(), `${name} ${others}`.toLowerCase()];
  if (typed.every((word) => own.includes(word))) return 0;
  return typed.every((word) => all.includes(word)) ? 1 : null;
}

/**
 * Actions and settings matched by name, then those matched by synonym, then search results. All actions if nothing is
 * typed.
 */
export function paletteItems(
  text: string,
  offered: readonly ActionName[],
  finds: readonly FindOption[],
): PaletteItem[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  const { acts, settings, otherWords } = t();
  const of = (item: PaletteItem, by: 0 | 1 | null) => ({ item, by });
  const all = offered.map((act) => of({ is: 'act', act }, matchQuality(typed, acts.name[act], otherWords.act[act])));
  if (typed.length > 0)
    all.push(
      ...settingPages.map((page) =>
        of(
          { is: 'page', page },
          matchQuality(typed, `${settings.pages[page]} ${settings.title}`, otherWords.page[page]),
        ),
      ),
      ...settingNames.map((name) =>
        of(
          { is: 'setting', name },
          matchQuality(typed, `${settings.name[name]} ${settings.title}`, otherWords.setting[name]),
        ),
      ),
    );
  const fitting = ([0, 1] as const).flatMap((best) => all.filter(({ by }) => by === best).map(({ item }) => item));
  return [...fitting, ...finds.map((option): PaletteItem => ({ is: 'find', option }))];
}

export function keyOfItem(item: PaletteItem): string {
  if (item.is === 'find') return item.option.id;
  return item.is === 'act' ? `act ${item.act}` : item.is === 'page' ? `page ${item.page}` : `setting ${item.name}`;
}
