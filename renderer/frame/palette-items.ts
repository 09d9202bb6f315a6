import type { SettingName } from '../../shared/settings/settings.ts';
import type { ActName } from '../keys/key-table.ts';
import { settingPages, settingPlaces, type SettingPage } from '../screens/settings/setting-places.ts';
import { t } from '../texts/say.svelte.ts';
import type { FindOption } from './find/find-options.ts';

/** What the palette offers: an act that can be done now, a page of the settings, a setting, or what the desk found. */
export type PaletteItem =
  | { is: 'act'; act: ActName }
  | { is: 'page'; page: SettingPage }
  | { is: 'setting'; name: SettingName }
  | { is: 'find'; option: FindOption };

const settingNames: readonly SettingName[] = Object.values(settingPlaces).flat();

/** How well something called so, with other words for it, fits what is typed: 0 by its name, 1 by another word, null not at all. */
function fit(typed: readonly string[], name: string, others = ''): 0 | 1 | null {
  const [own, all] = [name.toLowerCase(), `${name} ${others}`.toLowerCase()];
  if (typed.every((word) => own.includes(word))) return 0;
  return typed.every((word) => all.includes(word)) ? 1 : null;
}

/** Acts and settings by their names, then by other words for them; the finds come last. With nothing typed, every act. */
export function paletteItems(text: string, offered: readonly ActName[], finds: readonly FindOption[]): PaletteItem[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  const { acts, settings, otherWords } = t();
  const of = (item: PaletteItem, by: 0 | 1 | null) => ({ item, by });
  const all = offered.map((act) => of({ is: 'act', act }, fit(typed, acts.name[act], otherWords.act[act])));
  if (typed.length > 0)
    all.push(
      ...settingPages.map((page) =>
        of({ is: 'page', page }, fit(typed, `${settings.pages[page]} ${settings.title}`, otherWords.page[page])),
      ),
      ...settingNames.map((name) =>
        of({ is: 'setting', name }, fit(typed, `${settings.name[name]} ${settings.title}`, otherWords.setting[name])),
      ),
    );
  const fitting = ([0, 1] as const).flatMap((best) => all.filter(({ by }) => by === best).map(({ item }) => item));
  return [...fitting, ...finds.map((option): PaletteItem => ({ is: 'find', option }))];
}

export function keyOfItem(item: PaletteItem): string {
  if (item.is === 'find') return item.option.id;
  return item.is === 'act' ? `act ${item.act}` : item.is === 'page' ? `page ${item.page}` : `setting ${item.name}`;
}
