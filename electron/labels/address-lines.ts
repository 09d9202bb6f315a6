import type { LabelAddress } from './label-source.ts';
import { hasRightToLeft } from './reading-direction.ts';
import type { Words } from './write-text.ts';

export type AddressField = keyof LabelAddress;

// Where an envelope has "12 High Street" and "Leeds LS1 1AA"; elsewhere "Hauptstraße 12" and "10115 Berlin".
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

function order(address: LabelAddress): AddressField[][] {
  if (EAST_ASIAN.test(`${address.Street1 ?? ''}${address.City ?? ''}`)) return FROM_LARGE_TO_SMALL;
  const country = (address.Country ?? '').toUpperCase();
  const street: AddressField[] = NUMBER_FIRST.has(country) ? ['HouseNumber', 'Street1'] : ['Street1', 'HouseNumber'];
  const town: AddressField[][] = POSTCODE_LAST.has(country)
    ? [['City', 'Province', 'Postcode']]
    : [['Postcode', 'City'], ['Province']];
  return [street, ['Street2'], ['District'], ...town];
}

/** What a sorter reads first, with the name and the country. */
const TOWN = { bold: true, scale: 1.35 };
const isTown = (names: readonly AddressField[]): boolean => names.includes('Postcode') || names.includes('City');

/**
 * The lines of an address between name and country, in the order its country or its script writes them. Takes cleaned fields; a part that only
 * repeats another (a city that is its own province) stands once. `prefix` is the address's path in the source.
 */
export function addressLines(address: LabelAddress, prefix: string): Words[] {
  const skip = new Set<AddressField>();
  if (address.Province === address.City) skip.add('Province');
  if (address.District === address.City) skip.add('District');
  return order(address)
    .map((names) => names.filter((name) => (address[name] ?? '') !== '' && !skip.has(name)))
    .filter((names) => names.length > 0)
    .map((names) => {
      const fields = names.map((name) => ({ field: `${prefix}.${name}`, text: address[name] as string }));
      return { text: joinFields(fields.map(({ text }) => text)), fields, ...(isTown(names) ? TOWN : {}) };
    });
}

/** Joins fields so that the reading direction of one does not reach into the next. */
export function joinFields(texts: readonly string[]): string {
  return texts.some(hasRightToLeft) ? texts.map((text) => `\u2068${text}\u2069`).join(' ') : texts.join(' ');
}

let names: Intl.DisplayNames | undefined;
/** There are 676 codes at most, and asking for one takes longer than laying a line out. */
const known = new Map<string, string>();

/** A country as the posts of the world read it: its English name in capitals; what is no two-letter code stays as given. */
export function countryName(country: string): string {
  if (!/^[A-Za-z]{2}$/.test(country)) return country;
  const code = country.toUpperCase();
  let name = known.get(code);
  if (name === undefined) {
    names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
    known.set(code, (name = (names.of(code) ?? code).toUpperCase()));
  }
  return name;
}
