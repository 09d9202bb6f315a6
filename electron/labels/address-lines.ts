import type { LabelAddress } from './label-source.ts';
import { hasRightToLeft } from './reading-direction.ts';
import type { LabelText } from './write-text.ts';

export type AddressField = keyof LabelAddress;

// Countries that write the house number first ("12 High Street") or the postcode last ("Leeds LS1 1AA"); all others
// write "Hauptstraße 12" and "10115 Berlin".
const NUMBER_FIRST = new Set(
  'US CA GB IE AU NZ FR LU MC ZA IN LK BD PK MY SG PH HK KE NG GH UG TZ ZM ZW JM TT BB BS BZ GY MT MU FJ PG'.split(' '),
);
const POSTCODE_LAST = new Set(
  'US CA GB IE AU NZ ZA IN LK BD PK SG PH HK KE NG GH JM TT BB MT MU TW TH ID VN'.split(' '),
);

const EAST_ASIAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\u{20000}-\u{323af}]/u;

const FROM_LARGE_TO_SMALL: AddressField[][] = [
  ['Postcode', 'Province', 'City', 'District'],
  ['Street1', 'HouseNumber'],
  ['Street2'],
];

function lineOrder(address: LabelAddress): AddressField[][] {
  if (EAST_ASIAN.test(`${address.Street1 ?? ''}${address.City ?? ''}`)) return FROM_LARGE_TO_SMALL;
  const country = (address.Country ?? '').toUpperCase();
  const street: AddressField[] = NUMBER_FIRST.has(country) ? ['HouseNumber', 'Street1'] : ['Street1', 'HouseNumber'];
  const town: AddressField[][] = POSTCODE_LAST.has(country)
    ? [['City', 'Province', 'Postcode']]
    : [['Postcode', 'City'], ['Province']];
  return [street, ['Street2'], ['District'], ...town];
}

/** A sorter reads this line first, together with the name and the country. */
const TOWN_STYLE = { bold: true, scale: 1.35 };
const isTown = (names: readonly AddressField[]): boolean => names.includes('Postcode') || names.includes('City');

/**
 * Address lines between name and country, in the order of its country or script. Takes cleaned fields; a part that
 * repeats another (a city that is its own province) is printed once. `prefix` is the path of the address in the source.
 */
export function addressLines(address: LabelAddress, prefix: string): LabelText[] {
  const skip = new Set<AddressField>();
  if (address.Province === address.City) skip.add('Province');
  if (address.District === address.City) skip.add('District');
  return lineOrder(address)
    .map((names) => names.filter((name) => (address[name] ?? '') !== '' && !skip.has(name)))
    .filter((names) => names.length > 0)
    .map((names) => {
      const fields = names.map((name) => ({ field: `${prefix}.${name}`, text: address[name] as string }));
      return { text: joinFields(fields.map(({ text }) => text)), fields, ...(isTown(names) ? TOWN_STYLE : {}) };
    });
}

/** Joins fields, isolating each so that its reading direction does not affect the next. */
export function joinFields(texts: readonly string[]): string {
  return texts.some(hasRightToLeft) ? texts.map((text) => `\u2068${text}\u2069`).join(' ') : texts.join(' ');
}

let displayNames: Intl.DisplayNames | undefined;
/** At most 676 codes; looking one up in Intl.DisplayNames takes longer than laying out a line. */
const countryNames = new Map<string, string>();

/**
 * Country as postal services expect it: the English name in capitals. Anything but a two-letter code is returned
 * unchanged.
 */
export function countryName(country: string): string {
  if (!/^[A-Za-z]{2}$/.test(country)) return country;
  const code = country.toUpperCase();
  let name = countryNames.get(code);
  if (name === undefined) {
    displayNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
    countryNames.set(code, (name = (displayNames.of(code) ?? code).toUpperCase()));
  }
  return name;
}
