import { countryCodes } from '../../shared/countries/country-codes.ts';
import { countryName, countryOf } from '../../shared/countries/country-names.ts';
import type { ListItem } from '../../shared/contract/memory-procedures.ts';
import { foldText } from '../search/fold-text.ts';

/**
 * How well a text matches a country: names exactly this one, prefix of its code, prefix of one of its names, contained
 * in a name.
 */
const exactMatch = 0;
const codePrefix = 1;
const namePrefix = 2;
const nameContains = 3;

/**
 * Finds countries by code and by name in the user's language, English and Chinese; best match first, then most used
 * (`uses`, by code). The first is `meant` if the text can mean no other: Guinea is not Equatorial Guinea, and United is
 * no country.
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
    if (code === exact) return exactMatch;
    if (foldText(code).startsWith(folded)) return codePrefix;
    return names.some((name) => foldText(name).startsWith(folded)) ? namePrefix : nameContains;
  }

  const begun = fitting.filter(({ rank }) => rank < nameContains);
  const isMeant = folded !== '' && (exact !== undefined || begun.length === 1 || fitting.length === 1);
  return fitting.map(({ item }, at) => (at === 0 && isMeant ? { ...item, meant: true } : item));
}
