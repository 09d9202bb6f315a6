import { foldName } from '../countries/fold-name.ts';

let cities: Set<string> | undefined;

/**
 * A city that a time zone bears the name of, in English: most capitals and some three hundred more, known to every runtime. Tells a city
 * from a quarter or a province; says nothing of other names.
 */
export function isKnownCity(text: string): boolean {
  cities ??= new Set(Intl.supportedValuesOf('timeZone').map((zone) => foldName(zone.split('/').at(-1) ?? '')));
  return cities.has(foldName(text));
}
