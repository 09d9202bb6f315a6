import { countryCodes } from '../../shared/countries/country-codes.ts';
import { countryName, countryOf } from '../../shared/countries/country-names.ts';
import type { ListItem } from '../../shared/contract/memory-procedures.ts';
import { foldText } from '../search/fold-text.ts';

/** How well a text fits a country: it says this one, its code begins so, a name of it begins so, a name has it somewhere. */
const said = 0;
const codeBegins = 1;
const nameBegins = 2;
const nameHas = 3;

/**
 * Every country of the world that fits a text, found by its code and by its names in the person's language, English and Chinese; best
 * first, then the most used (`uses`, by code). The first is `meant` where the text can mean no other: Guinea is not Equatorial Guinea,
 * and United is none.
 */
export function findCountries(
  text: string,
  parts: readonly string[],
  uses: ReadonlyMap<string, number>,
  language: string,
): ListItem[] {
  const typed = text.trim();
  const folded = foldText(typed);
  const exact = countryOf(typed.length === 2 ? typed.toUpperCase() : typed);
  const fitting = countryCodes
    .map((code) => ({ code, names: [countryName(code, language), countryName(code, 'en'), countryName(code, 'zh')] }))
    .filter(({ code, names }) => {
      const all = foldText([code, ...names].join('\n'));
      return code === exact || parts.every((part) => all.includes(part));
    })
    .map(({ code, names: [name = code, ...others] }) => ({
      item: { code, name, used: uses.get(code) ?? 0 },
      rank: rankOf(code, [name, ...others]),
    }))
    .sort((a, b) => a.rank - b.rank || b.item.used - a.item.used || a.item.name.localeCompare(b.item.name, language));

  function rankOf(code: string, names: readonly string[]): number {
    if (code === exact) return said;
    if (foldText(code).startsWith(folded)) return codeBegins;
    return names.some((name) => foldText(name).startsWith(folded)) ? nameBegins : nameHas;
  }

  const begun = fitting.filter(({ rank }) => rank < nameHas);
  const isMeant = folded !== '' && (exact !== undefined || begun.length === 1 || fitting.length === 1);
  return fitting.map(({ item }, at) => (at === 0 && isMeant ? { ...item, meant: true } : item));
}
