import type { AddressConventions } from './country-habits.ts';

// A house number: digits of any script, with a letter, a range, a staircase.
const house = String.raw`(?:(?:no|nr|n[°º]|№|#)\.?\s*)?\p{Nd}+(?:\s?\p{L})?(?:\s?[-–/]\s?\p{Nd}+(?:\s?\p{L})?)*(?:番|號|号|호)?`;
const behind = new RegExp(`^(.+?)(,\\s*|\\s+)(${house})$`, 'iu');
const before = new RegExp(`^(${house})(,\\s*|\\s+)(.+)$`, 'iu');
const alone = new RegExp(`^${house}$`, 'iu');
const ordinal = /^\p{Nd}+(?:st|nd|rd|th|e|er|re|eme|º|ª)$/iu;

const streetWords =
  'street|road|rd|avenue|ave|av|avenida|avinguda|boulevard|blvd|bd|lane|ln|drive|dr|way|close|crescent|square|plaza|place|place|court|ct|terrace|highway|hwy|alley|row|mall|' +
  'parade|quay|mews|hill|park|rue|route|chaussée|chemin|allée|impasse|quai|cours|calle|carrera|camino|paseo|pasaje|rua|travessa|praça|largo|estrada|rodovia|via|viale|corso|' +
  'piazza|contrada|vicolo|obala|ulica|ul|utca|út|tér|körút|calea|strada|str|bulevardul|caddesi|cad|sokak|sk|sokağı|mawatha|marg|nagar|magu|rd|kaya|jalan|jl|lorong|simpang|' +
  'zona|zone|sector|block|улица|ул|проспект|пр|пр-т|переулок|шоссе|бульвар|вулиця|вул|гудамж|булевар|شارع|طريق|نهج|ميدان|سوق|خط|خیابان|بلوار|کوچه|רחוב|שדרות|ถนน|ซอย|đường|phố|λεωφόρος|οδός|' +
  'gamle|vägen|gatan|gata|gate|vei|vej|platz|straße|strasse|gasse|weg|allee|ring|damm|ufer|square|souq|مارك|kingsway|rn';
const street = new RegExp(`(?:^|[\\s\\p{P}])(?:${streetWords})(?:$|[\\s\\p{P}])`, 'iu');
// Languages that append the word to the name.
const ending =
  /(?:straße|strasse|str\.|gasse|weg|allee|platz|ufer|damm|gracht|straat|laan|plein|kade|vägen|vagen|gatan|gata|veien|vegen|vej|gade|gate|stræde|katu|tie|utca|maantee|iela|gatvė|daero|-ro|-gil|路|街|大道|巷|弄|胡同|丁目|通り|대로|로|길|гудамж|පාර|রোড|சாலை|ถนน\S*|လမ်း|გამზირი|ქუჩა|փողոց|ጎዳና|मार्ग|रोड)$/iu;
const beginning = /^(?:ถนน|ซอย|ຖະໜົນ|មហាវិថី|ផ្លូវ|شارع|طريق|خیابان|ميدان|سوق|כיכר|רחוב)/u;
/** A name that consists only of the word for a street: the number belongs to it, as in "Street 4" and "RN 1". */
const onlyWord = new RegExp(`^(?:${streetWords}|st)\\.?$`, 'iu');

export const looksLikeStreet = (text: string): boolean =>
  street.test(text) || ending.test(text) || beginning.test(text);
export const isHouseNumber = (text: string): boolean => alone.test(text) && !ordinal.test(text);

export interface StreetParts {
  street: string;
  house?: string;
  /** The number is where the country puts it, and there are no other digits. */
  sure: boolean;
}

/** Splits a line into street and house number; without a number distinct from the name, all of it is the street. */
export function splitStreet(text: string, habits: AddressConventions | undefined): StreetParts {
  const line = text.trim();
  const last = numbered(behind.exec(line), 1, 3);
  const first = numbered(before.exec(line), 3, 1);
  const found = last && first ? (habits?.house === 'behind' ? last : first) : (last ?? first);
  const digits = /\p{Nd}/u;
  if (!found) return { street: line, sure: !digits.test(line) };
  const place = found === last ? 'behind' : 'before';
  const sure =
    habits?.house === place && !digits.test(found.street) && (found.house.match(/\p{Nd}/gu) ?? []).length <= 4;
  return { ...found, sure };
}

function numbered(
  found: RegExpExecArray | null,
  street: number,
  number: number,
): { street: string; house: string } | undefined {
  const name = found?.[street]?.trim();
  const text = found?.[number]?.trim();
  if (!name || !text || ordinal.test(text) || onlyWord.test(name) || !/\p{L}/u.test(name)) return undefined;
  return { street: name, house: text };
}
