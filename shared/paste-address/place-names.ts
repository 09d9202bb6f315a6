import { foldName } from '../countries/fold-name.ts';
import type { FoundValue, FoundFields } from './address-field.ts';
import { conventionsOf } from './country-habits.ts';
import type { PostcodeFound } from './find-postcode.ts';
import { isProvince, looksLikeProvince, splitProvince } from './provinces.ts';

const guess = (value: string): FoundValue => ({ value, sure: false });

/** Fields read from place names, and the names that fit none. */
export interface PlacedNames {
  fields: FoundFields;
  rest: string[];
}

/**
 * Assigns city, province, district and second line. `before`: pieces between street and postcode (or to the end if
 * there is none); `behind`: those after the postcode.
 */
export function placeNames(
  before: readonly string[],
  postcode: PostcodeFound | undefined,
  behind: readonly string[],
  country: string | undefined,
): PlacedNames {
  if (!postcode || postcode.rest === '') return placeByOrder([...before, ...behind], country);
  const inLine = postcode.rest;
  const last = before.at(-1);
  if (last !== undefined && looksLikeProvince(inLine, country) && !(behind.length > 0)) {
    const sure = isProvince(inLine, country) && postcode.sure;
    return withSecondLine(before.slice(0, -1), { City: { value: last, sure }, Province: { value: inLine, sure } }, []);
  }
  const both = splitProvince(inLine, country);
  if (both) {
    const sure = postcode.sure && isProvince(both.province, country);
    return withSecondLine(
      before,
      { City: { value: both.city, sure }, Province: { value: both.province, sure } },
      behind,
    );
  }
  // Before a postcode, or where the province is usually in the line, a name of several words may be both.
  const mayBeBoth = !postcode.leads && inLine.includes(' ');
  const sure =
    postcode.sure &&
    !postcode.sharesLine &&
    !mayBeBoth &&
    !conventionsOf(country)?.provinceInLine &&
    !looksLikeProvince(inLine, country);
  const [province, ...rest] = behind;
  const fields: FoundFields = { City: { value: inLine, sure } };
  if (province !== undefined) fields.Province = { value: province, sure: isProvince(province, country) && sure };
  return withSecondLine(before, fields, rest);
}

/** Names without a postcode: the city before the province, the second line before both. */
function placeByOrder(names: readonly string[], country: string | undefined): PlacedNames {
  const [first, second] = names.slice(-2);
  if (first === undefined) return { fields: {}, rest: [] };
  if (second === undefined) return { fields: { City: guess(first) }, rest: [] };
  const cityFirst =
    foldName(first) === foldName(second) ||
    looksLikeProvince(second, country) ||
    (isKnownCity(first) && !isKnownCity(second));
  if (names.length > 2 || cityFirst) {
    return withSecondLine(names.slice(0, -2), { City: guess(first), Province: guess(second) }, []);
  }
  return { fields: { Street2: guess(first), City: guess(second) }, rest: [] };
}

function withSecondLine(before: readonly string[], fields: FoundFields, rest: readonly string[]): PlacedNames {
  const [second, district, ...more] = before;
  return {
    fields: {
      ...fields,
      ...(second !== undefined && { Street2: guess(second) }),
      ...(district !== undefined && { District: guess(district) }),
    },
    rest: [...more, ...rest],
  };
}

let cities: Set<string> | undefined;

/**
 * Whether a time zone has this English name: most capitals and some 300 other cities, available in every runtime.
 * Distinguishes a city from a quarter or a province; false for many other cities.
 */
function isKnownCity(text: string): boolean {
  cities ??= new Set(Intl.supportedValuesOf('timeZone').map((zone) => foldName(zone.split('/').at(-1) ?? '')));
  return cities.has(foldName(text));
}
