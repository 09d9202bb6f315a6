import { foldName, countryOf, cityCountries, territories } from '../countries/country-names.ts';
import type { Piece, FoundValue, FoundFields } from './read-block.ts';

/** Address conventions of a country: its postcodes, and the position of the house number. */
export interface AddressConventions {
  /** Pattern of a whole postcode, as people type it; null if the country has none. */
  postcode: RegExp | null;
  /** Position of the house number relative to the street name; null if both or neither are usual. */
  houseNumberPosition: 'before' | 'behind' | null;
  /** The province is in the same line as city and postcode. */
  provinceInLine: boolean;
}

// Country, house number (b before, a behind, . not known), then patterns of postcodes: 0 a digit, A a letter, * either, _ a
// space or nothing, - a hyphen or nothing; other characters stand for themselves. A + after the country: the province is in
// the city's line.
const conventionRows = `
AD a AD000|AF a 0000|AI b AI-2640|AL a 0000|AM . 0000|AR+ a 0000 A0000AAA|AS b 00000 00000-0000|AT a 0000|AU+ b 0000|AX a 00000
AZ . 0000 AZ_0000|BA a 00000|BB b BB00000|BD b 0000|BE a 0000|BG a 0000|BH . 000 0000|BL b 00000|BM b AA_00 AA_AA|BN b AA_0000
BR+ a 00000-000|BT . 00000|BY . 000000|CA+ b A0A_0A0|CH a 0000|CL a 000-0000|CN+ a 000000|CO . 000000|CR . 00000|CU . 00000|CV . 0000
CX b 0000|CY . 0000|CZ a 000_00|DE a 00000|DK a 0000|DO . 00000|DZ b 00000|EC . 000000|EE a 00000|EG b 00000 0000000|ES a 00000|ET . 0000
FI a 00000|FK b AAAA_0AA|FM . 00000 00000-0000|FO a 000|FR b 00000|GB b A0_0AA A00_0AA AA0_0AA AA00_0AA A0A_0AA AA0A_0AA|GE a 0000
GF b 00000|GG b GY0_0AA GY00_0AA|GI b GX11_1AA|GL a 0000|GN . 000|GP b 00000|GR a 000_00|GT . 00000|GU+ b 00000 00000-0000|GW . 0000
HN . 00000|HR a 00000|HT . 0000 HT0000|HU a 0000|ID+ a 00000|IE b A00_**** D6W_****|IL . 00000 0000000|IM b IM0_0AA IM00_0AA|IN+ b 000000
IO b BBND_1ZZ|IQ . 00000|IR . 0000000000 00000-00000|IS a 000|IT+ a 00000|JE b JE0_0AA JE00_0AA|JO . 00000|JP+ . 000-0000|KE . 00000
KG . 000000|KH . 00000 000000|KR+ . 00000 000-000|KW . 00000|KY b KY0-0000|KZ . 000000|LA . 00000|LB . 0000_0000 0000|LI a 0000|LK b 00000
LR . 0000|LS . 000|LT a 00000 LT-00000|LU b 0000 L-0000|LV a 0000 LV-0000|LY . 00000|MA b 00000|MC b 98000|MD a 0000 MD-0000|ME a 00000
MF b 00000|MG . 000|MH . 00000 00000-0000|MK a 0000|MM . 00000|MN . 00000 000000|MP . 00000 00000-0000|MQ b 00000|MT b AAA_0000|MU . 00000
MV . 00000|MX+ a 00000|MY+ b 00000|MZ . 0000|NC b 00000|NE . 0000|NF b 0000|NG . 000000|NI . 00000|NL a 0000_AA|NO a 0000|NP . 00000
NZ b 0000|OM . 000|PE . 00000|PF b 00000|PG . 000|PH+ b 0000|PK . 00000|PL a 00-000|PM b 00000|PN b PCRN_1ZZ|PR+ b 00000 00000-0000
PS . 000|PT a 0000-000|PW . 00000|PY . 0000 000000|RE b 00000|RO a 000000|RS a 00000 000000|RU . 000000|SA . 00000 00000-0000|SD . 00000
SE a 000_00|SG b 000000|SI a 0000|SJ a 0000|SK a 000_00|SM a 00000|SN b 00000|SV . 0000|SZ . A000|TH b 00000|TJ . 734000 000000|TM . 000000
TN b 0000|TR a 00000|TT b 000000|TW+ a 000 00000 000000|TZ . 00000|UA . 00000|US+ b 00000 00000-0000|UY a 00000|UZ . 000000|VA . 00120
VC b AA0000|VE . 0000 0000-A|VG b AA0000|VI+ b 00000 00000-0000|VN+ b 000000 00000|WF b 00000|XK a 00000|YT b 00000|ZA b 0000|ZM . 00000
AE . |AG b |AO . |BO a |BS b |BW b |BZ b |CD . |CG . |CI . |CM . |DM b |FJ b |GA . |GD b |GH b |GM b |GQ . |GY b |HK . |JM b |KI . |KM . |KN b
KP . |LC b 00__000|MO . |MR . |MS b |MW . |NA b |NR . |NU . |PA . |QA . |RW . |SB . |SC . |SL b |SR a |SS . |ST . |SX a |SY . |TC b |TD . |TG .
TL . |TO . |TV . |UG b |VU . |WS . |YE . |ZW b `;

const maskClasses: Readonly<Record<string, string>> = {
  0: '\\d',
  A: '[A-Za-z]',
  '*': '[\\dA-Za-z]',
  _: ' ?',
  '-': '-?',
};
const conventionsByCountry = new Map(
  conventionRows
    .trim()
    .split(/[|\n]/)
    .map((row) => {
      const [country = '', house, ...masks] = row.trim().split(' ');
      const patterns = masks
        .filter(Boolean)
        .map((mask) => mask.replace(/./g, (character) => maskClasses[character] ?? character));
      const conventions: AddressConventions = {
        postcode: patterns.length > 0 ? new RegExp(`^(?:${patterns.join('|')})$`, 'i') : null,
        houseNumberPosition: house === 'b' ? 'before' : house === 'a' ? 'behind' : null,
        provinceInLine: country.endsWith('+'),
      };
      return [country.slice(0, 2), conventions] as const;
    }),
);

/** Conventions of a country's addresses; undefined if none are known. */
export const conventionsOf = (country: string | undefined): AddressConventions | undefined =>
  country === undefined ? undefined : conventionsByCountry.get(country);

// A house number: digits of any script, with a letter, a range, a staircase.
const houseNumber = String.raw`(?:(?:no|nr|n[°º]|№|#)\.?\s*)?\p{Nd}+(?:\s?\p{L})?(?:\s?[-–/]\s?\p{Nd}+(?:\s?\p{L})?)*(?:番|號|号|호)?`;
const numberBehind = new RegExp(`^(.+?)(,\\s*|\\s+)(${houseNumber})$`, 'iu');
const numberBefore = new RegExp(`^(${houseNumber})(,\\s*|\\s+)(.+)$`, 'iu');
const onlyNumber = new RegExp(`^${houseNumber}$`, 'iu');
const ordinal = /^\p{Nd}+(?:st|nd|rd|th|e|er|re|eme|º|ª)$/iu;

const streetWords =
  'street|road|rd|avenue|ave|av|avenida|avinguda|boulevard|blvd|bd|lane|ln|drive|dr|way|close|crescent|square|plaza|place|place|court|ct|terrace|highway|hwy|alley|row|mall|' +
  'parade|quay|mews|hill|park|rue|route|chaussée|chemin|allée|impasse|quai|cours|calle|carrera|camino|paseo|pasaje|rua|travessa|praça|largo|estrada|rodovia|via|viale|corso|' +
  'piazza|contrada|vicolo|obala|ulica|ul|utca|út|tér|körút|calea|strada|str|bulevardul|caddesi|cad|sokak|sk|sokağı|mawatha|marg|nagar|magu|rd|kaya|jalan|jl|lorong|simpang|' +
  'zona|zone|sector|block|улица|ул|проспект|пр|пр-т|переулок|шоссе|бульвар|вулиця|вул|гудамж|булевар|شارع|طريق|نهج|ميدان|سوق|خط|خیابان|بلوار|کوچه|רחוב|שדרות|ถนน|ซอย|đường|phố|λεωφόρος|οδός|' +
  'gamle|vägen|gatan|gata|gate|vei|vej|platz|straße|strasse|gasse|weg|allee|ring|damm|ufer|square|souq|مارك|kingsway|rn';
const streetPattern = new RegExp(`(?:^|[\\s\\p{P}])(?:${streetWords})(?:$|[\\s\\p{P}])`, 'iu');
// Endings of street names in languages that append the word for a street.
const streetEnding =
  /(?:straße|strasse|str\.|gasse|weg|allee|platz|ufer|damm|gracht|straat|laan|plein|kade|vägen|vagen|gatan|gata|veien|vegen|vej|gade|gate|stræde|katu|tie|utca|maantee|iela|gatvė|daero|-ro|-gil|路|街|大道|巷|弄|胡同|丁目|通り|대로|로|길|гудамж|පාර|রোড|சாலை|ถนน\S*|လမ်း|გამზირი|ქუჩა|փողոց|ጎዳና|मार्ग|रोड)$/iu;
const streetBeginning = /^(?:ถนน|ซอย|ຖະໜົນ|មហាវិថី|ផ្លូវ|شارع|طريق|خیابان|ميدان|سوق|כיכר|רחוב)/u;
/** Names that consist only of the word for a street. A number belongs to such a name, as in "Street 4" and "RN 1". */
const onlyStreetWord = new RegExp(`^(?:${streetWords}|st)\\.?$`, 'iu');

export const looksLikeStreet = (text: string): boolean =>
  streetPattern.test(text) || streetEnding.test(text) || streetBeginning.test(text);
export const isHouseNumber = (text: string): boolean => onlyNumber.test(text) && !ordinal.test(text);

export interface StreetParts {
  street: string;
  house?: string;
  /** The number is at the usual position for the country, and there are no other digits. */
  sure: boolean;
}

/** Splits a line into street and house number; without a number distinct from the name, all of it is the street. */
export function splitStreet(text: string, conventions: AddressConventions | undefined): StreetParts {
  const line = text.trim();
  const withNumberBehind = splitAtNumber(numberBehind.exec(line), 1, 3);
  const withNumberBefore = splitAtNumber(numberBefore.exec(line), 3, 1);
  const parts =
    withNumberBehind && withNumberBefore
      ? conventions?.houseNumberPosition === 'behind'
        ? withNumberBehind
        : withNumberBefore
      : (withNumberBehind ?? withNumberBefore);
  const digits = /\p{Nd}/u;
  if (!parts) return { street: line, sure: !digits.test(line) };
  const position = parts === withNumberBehind ? 'behind' : 'before';
  const sure =
    conventions?.houseNumberPosition === position &&
    !digits.test(parts.street) &&
    (parts.house.match(/\p{Nd}/gu) ?? []).length <= 4;
  return { ...parts, sure };
}

function splitAtNumber(
  match: RegExpExecArray | null,
  streetGroup: number,
  numberGroup: number,
): { street: string; house: string } | undefined {
  const name = match?.[streetGroup]?.trim();
  const text = match?.[numberGroup]?.trim();
  if (!name || !text || ordinal.test(text) || onlyStreetWord.test(name) || !/\p{L}/u.test(name)) return undefined;
  return { street: name, house: text };
}

export interface PostcodeFound {
  value: string;
  /** Index of the piece that contains it, and the remaining text of that piece. */
  index: number;
  rest: string;
  /** It is at the start of its piece. */
  isAtStart: boolean;
  /** Its line has other pieces. */
  sharesLine: boolean;
  sure: boolean;
}

const ascii = (text: string): string =>
  text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));

/**
 * Finds the postcode in the pieces of an address without contact and country. It is certain if exactly one piece has a
 * pattern of the known country; other texts with digits, at the edge of a line without a street, are guesses.
 */
export function findPostcode(pieces: readonly Piece[], country: string | undefined): PostcodeFound | undefined {
  const postcodePattern = conventionsOf(country)?.postcode;
  if (postcodePattern) {
    const matches = [...pieces.entries()].flatMap(([index, { text }]) => {
      if (index === 0 && pieces.length > 1) return [];
      const parts = findAtEdge(text, (word) =>
        postcodePattern.test(ascii(word).replace(/^(?:〒|[A-Z]{1,2}-(?=\d))/i, '')),
      );
      return parts && !(looksLikeStreet(parts.rest) && parts.rest !== '') ? [{ ...parts, index }] : [];
    });
    const lastMatch = matches.at(-1);
    if (lastMatch)
      return {
        ...lastMatch,
        value: lastMatch.value.replace(/^〒\s*/, ''),
        sharesLine: sharesLineWithOthers(pieces, lastMatch.index),
        sure: matches.length === 1,
      };
  }
  for (let index = pieces.length - 1; index > 0; index--) {
    const text = pieces[index]?.text ?? '';
    const parts = findAtEdge(text, (word) => /^(?=.*\p{Nd})[\p{Nd}A-Z][\p{Nd}A-Z-]{1,9}$/u.test(word));
    const hasPostcodeForm =
      parts && parts.value.replace(/\P{Nd}/gu, '').length >= 2 && !looksLikeStreet(text) && !/\p{Nd}/u.test(parts.rest);
    if (hasPostcodeForm) return { ...parts, index, sharesLine: sharesLineWithOthers(pieces, index), sure: false };
  }
  return undefined;
}

const sharesLineWithOthers = (pieces: readonly Piece[], index: number): boolean =>
  pieces.filter(({ line }) => line === pieces[index]?.line).length > 1;

/** The longest run of at most three words, at the start or end of a text, that fits. */
function findAtEdge(
  text: string,
  fits: (word: string) => boolean,
): { value: string; rest: string; isAtStart: boolean } | undefined {
  const words = text.split(' ');
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const head = words.slice(0, count).join(' ');
    const tail = words.slice(-count).join(' ');
    const clean = (rest: readonly string[]): string => rest.join(' ').replace(/^[\s–-]+|[\s–-]+$/g, '');
    if (fits(head)) return { value: head, rest: clean(words.slice(count)), isAtStart: true };
    if (fits(tail)) return { value: tail, rest: clean(words.slice(0, -count)), isAtStart: false };
  }
  return undefined;
}

// Names and short forms of provinces, to distinguish province and city in one line.
const provinceLists: Readonly<Record<string, string>> = {
  US:
    'Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,District of Columbia DC,Florida FL,Georgia GA,' +
    'Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,Kentucky KY,Louisiana LA,Maine ME,Maryland MD,Massachusetts MA,Michigan MI,' +
    'Minnesota MN,Mississippi MS,Missouri MO,Montana MT,Nebraska NE,Nevada NV,New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,' +
    'North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,Pennsylvania PA,Rhode Island RI,South Carolina SC,South Dakota SD,Tennessee TN,' +
    'Texas TX,Utah UT,Vermont VT,Virginia VA,Washington WA,West Virginia WV,Wisconsin WI,Wyoming WY,Puerto Rico PR,Guam GU',
  CA:
    'Alberta AB,British Columbia BC,Manitoba MB,New Brunswick NB,Newfoundland and Labrador NL,Nova Scotia NS,Ontario ON,Prince Edward Island PE,' +
    'Quebec QC,Saskatchewan SK,Northwest Territories NT,Nunavut NU,Yukon YT',
  AU:
    'New South Wales NSW,Victoria VIC,Queensland QLD,Western Australia WA,South Australia SA,Tasmania TAS,Australian Capital Territory ACT,' +
    'Northern Territory NT',
  BR:
    'Acre AC,Alagoas AL,Amapá AP,Amazonas AM,Bahia BA,Ceará CE,Distrito Federal DF,Espírito Santo ES,Goiás GO,Maranhão MA,Mato Grosso MT,' +
    'Mato Grosso do Sul MS,Minas Gerais MG,Pará PA,Paraíba PB,Paraná PR,Pernambuco PE,Piauí PI,Rio de Janeiro RJ,Rio Grande do Norte RN,' +
    'Rio Grande do Sul RS,Rondônia RO,Roraima RR,Santa Catarina SC,São Paulo SP,Sergipe SE,Tocantins TO',
  IN:
    'Andhra Pradesh AP,Arunachal Pradesh,Assam,Bihar,Chhattisgarh,Goa,Gujarat GJ,Haryana HR,Himachal Pradesh,Jharkhand,Karnataka KA,Kerala KL,' +
    'Madhya Pradesh MP,Maharashtra MH,Manipur,Meghalaya,Mizoram,Nagaland,Odisha,Punjab PB,Rajasthan RJ,Sikkim,Tamil Nadu TN,Telangana TS,Tripura,' +
    'Uttar Pradesh UP,Uttarakhand,West Bengal WB,Delhi DL,Jammu and Kashmir JK,दिल्ली,தமிழ்நாடு',
  MX:
    'Aguascalientes,Baja California,Baja California Sur,Campeche,Chiapas,Chihuahua,Coahuila,Colima,Durango,Guanajuato,Guerrero,Hidalgo,Jalisco,' +
    'Michoacán,Morelos,Nayarit,Nuevo León,Oaxaca,Puebla,Querétaro,Quintana Roo,San Luis Potosí,Sinaloa,Sonora,Tabasco,Tamaulipas,Tlaxcala,' +
    'Veracruz,Yucatán,Zacatecas,Ciudad de México CDMX,Estado de México,Federal District,Distrito Federal',
  DE:
    'Baden-Württemberg,Bayern,Bavaria,Berlin,Brandenburg,Bremen,Hamburg,Hessen,Hesse,Mecklenburg-Vorpommern,Niedersachsen,Lower Saxony,' +
    'Nordrhein-Westfalen NRW,North Rhine-Westphalia,Rheinland-Pfalz,Rhineland-Palatinate,Saarland,Sachsen,Saxony,Sachsen-Anhalt,Saxony-Anhalt,' +
    'Schleswig-Holstein,Thüringen,Thuringia',
  GB: 'England,Scotland,Wales,Northern Ireland',
  IT:
    'Abruzzo,Basilicata,Calabria,Campania,Emilia-Romagna,Friuli-Venezia Giulia,Lazio,Liguria,Lombardia,Lombardy,Marche,Molise,Piemonte,Piedmont,' +
    'Puglia,Apulia,Sardegna,Sardinia,Sicilia,Sicily,Toscana,Tuscany,Trentino-Alto Adige,Umbria,Valle d’Aosta,Veneto',
  ES:
    'Andalucía,Andalusia,Aragón,Asturias,Cantabria,Castilla-La Mancha,Castilla y León,Cataluña,Catalunya,Catalonia,Comunidad de Madrid,' +
    'Comunidad Valenciana,Extremadura,Galicia,Islas Baleares,Canarias,La Rioja,Navarra,País Vasco,Región de Murcia',
  IE: 'Munster,Leinster,Connacht,Ulster',
  NL: 'Noord-Holland,North Holland,Zuid-Holland,South Holland,Utrecht,Gelderland,Noord-Brabant,North Brabant,Limburg,Overijssel,Flevoland,Drenthe,Friesland,Groningen,Zeeland',
};

const provinces = new Map(
  Object.entries(provinceLists).map(([country, list]) => {
    const rows = list.split(',').map((row) => /^(.*?)(?: ([A-Z]{2,4}))?$/u.exec(row));
    return [
      country,
      {
        names: new Set(rows.map((row) => foldName(row?.[1] ?? ''))),
        shortForms: new Set(rows.map((row) => row?.[2] ?? '').filter(Boolean)),
      },
    ] as const;
  }),
);

// Words that mark a name as that of a province.
const provinceWord =
  /(?:^|[\s\p{P}])(province|provincia|provincie|state|region|région|regione|región|governorate|division|voivodeship|prefecture|oblast|county|parish|republic|territory|federation|subordination|område|län|departamento|department of|estado|distrito capital|federal district|emirate|canton|county council|capital district|kreis)(?:$|[\s\p{P}])|область|край$|республика|محافظة|استان|(?:省|自治区|都|府|県|縣|도|특별시|광역시)$/iu;

const allProvinceNames = new Set([...provinces.values()].flatMap(({ names }) => [...names]));

/**
 * Whether a text is a known province of the country, by name or by its short form in capitals; without a country, by
 * name in any country.
 */
export function isProvince(text: string, country: string | undefined): boolean {
  if (country === undefined) return allProvinceNames.has(foldName(text));
  const provincesOfCountry = provinces.get(country);
  return (
    provincesOfCountry !== undefined &&
    (provincesOfCountry.names.has(foldName(text)) || provincesOfCountry.shortForms.has(text.trim()))
  );
}

/** Whether a text is a known province, or contains a word such as Province or Governorate, which proves nothing. */
export const looksLikeProvince = (text: string, country: string | undefined): boolean =>
  isProvince(text, country) || provinceWord.test(text);

/** Splits a text that ends in a known province ("Palo Alto, California", "Oderzo TV"); undefined if it does not. */
export function splitProvince(
  text: string,
  country: string | undefined,
): { city: string; province: string } | undefined {
  const words = text.trim().split(/\s+/);
  for (let startIndex = Math.max(1, words.length - 4); startIndex < words.length; startIndex++) {
    const province = words
      .slice(startIndex)
      .join(' ')
      .replace(/^[-–(]\s*|\)$/g, '');
    if (!isProvince(province, country) && !(country === 'IT' && /^\(?[A-Z]{2}\)?$/.test(province))) continue;
    const city = words
      .slice(0, startIndex)
      .join(' ')
      .replace(/[,\s–-]+$/, '');
    // "New Delhi", "East California": part of one name.
    if (city !== '' && !/^(?:new|nova|nueva|north|south|east|west|upper|lower|port|fort|san|नई)$/i.test(city))
      return { city, province };
  }
  return undefined;
}

export interface CountryFound {
  code: string;
  sure: boolean;
  pieces: Piece[];
}

// A two-letter country code at the end of a line that is also a province's short form: Illinois or Israel?
const isAlsoProvince = (text: string): boolean =>
  ['US', 'CA', 'AU', 'BR', 'IN'].some((country) => isProvince(text, country));

/**
 * Finds the country, from the end of the block, by its name in any language or by its code; undefined if the block
 * names none. A territory is uncertain, since it may be a province of another country, and so is a country that is
 * not the last piece.
 */
export function findCountry(pieces: readonly Piece[], hint: string | undefined): CountryFound | undefined {
  for (let index = pieces.length - 1; index > 0; index--) {
    const piece = pieces[index];
    if (piece === undefined) continue;
    const code = countryOf(piece.text.replace(/[.\s]+$/, ''));
    const others = [...pieces.slice(0, index), ...pieces.slice(index + 1)];
    if (code !== undefined) {
      if (hint !== undefined && hint !== code && isProvince(piece.text, hint)) continue;
      const isAloneInLine = pieces.filter(({ line }) => line === piece.line).length === 1;
      const isCode = /^[A-Z]{2}$/.test(piece.text);
      // A city and its country may share a name; only a second mention, or the code, is proof.
      const isDoubtful = isCode
        ? !isAloneInLine && isAlsoProvince(piece.text)
        : territories.has(code) || isSomeProvince(piece.text);
      const isAlsoCity = cityCountries.has(code) && !isCode && !others.some(({ text }) => mentions(text, piece.text));
      const atEnd = index === pieces.length - 1;
      return {
        code,
        sure: atEnd && !isDoubtful && (hint === undefined || hint === code),
        pieces: isAlsoCity ? [...pieces] : others,
      };
    }
    const withCountryBehind = splitTrailingCountry(piece.text);
    if (withCountryBehind)
      return {
        code: withCountryBehind.code,
        sure: false,
        pieces: pieces.with(index, { ...piece, text: withCountryBehind.rest }),
      };
  }
  return undefined;
}

const mentions = (text: string, name: string): boolean => foldName(text).includes(foldName(name));
const isSomeProvince = (text: string): boolean => ['US', 'MX', 'IN'].some((country) => isProvince(text, country));

/** "10178 Berlin Germany": a country name after a text with a postcode. */
function splitTrailingCountry(text: string): { code: string; rest: string } | undefined {
  const words = text.split(' ');
  for (let startIndex = Math.max(1, words.length - 4); startIndex < words.length; startIndex++) {
    const rest = words.slice(0, startIndex).join(' ');
    const name = words.slice(startIndex).join(' ');
    if (!/\p{Nd}/u.test(rest) || !/\p{L}/u.test(rest) || / (?:of|de|di|du|do|da)$/i.test(rest) || name.length < 3)
      continue;
    const code = countryOf(name);
    if (code !== undefined && !isSomeProvince(name)) return { code, rest };
  }
  return undefined;
}

const uncertain = (value: string): FoundValue => ({ value, sure: false });

/** Fields assigned from place names, and the names that fit no field. */
export interface PlacedNames {
  fields: FoundFields;
  rest: string[];
}

/**
 * Assigns city, province, district and second line. `beforePostcode`: the pieces between street and postcode, or all
 * after the street if there is no postcode; `afterPostcode`: the pieces after the postcode.
 */
export function placeNames(
  beforePostcode: readonly string[],
  postcode: PostcodeFound | undefined,
  afterPostcode: readonly string[],
  country: string | undefined,
): PlacedNames {
  if (!postcode || postcode.rest === '') return placeByOrder([...beforePostcode, ...afterPostcode], country);
  const besidePostcode = postcode.rest;
  const lastBefore = beforePostcode.at(-1);
  if (lastBefore !== undefined && looksLikeProvince(besidePostcode, country) && !(afterPostcode.length > 0)) {
    const sure = isProvince(besidePostcode, country) && postcode.sure;
    return withSecondLine(
      beforePostcode.slice(0, -1),
      { City: { value: lastBefore, sure }, Province: { value: besidePostcode, sure } },
      [],
    );
  }
  const cityAndProvince = splitProvince(besidePostcode, country);
  if (cityAndProvince) {
    const sure = postcode.sure && isProvince(cityAndProvince.province, country);
    return withSecondLine(
      beforePostcode,
      { City: { value: cityAndProvince.city, sure }, Province: { value: cityAndProvince.province, sure } },
      afterPostcode,
    );
  }
  // Before a postcode, or where the province is usually in the line, a name of several words may be both.
  const mayBeBoth = !postcode.isAtStart && besidePostcode.includes(' ');
  const sure =
    postcode.sure &&
    !postcode.sharesLine &&
    !mayBeBoth &&
    !conventionsOf(country)?.provinceInLine &&
    !looksLikeProvince(besidePostcode, country);
  const [province, ...rest] = afterPostcode;
  const fields: FoundFields = { City: { value: besidePostcode, sure } };
  if (province !== undefined) fields.Province = { value: province, sure: isProvince(province, country) && sure };
  return withSecondLine(beforePostcode, fields, rest);
}

/** Names without a postcode: the city before the province, the second line before both. */
function placeByOrder(names: readonly string[], country: string | undefined): PlacedNames {
  const [first, second] = names.slice(-2);
  if (first === undefined) return { fields: {}, rest: [] };
  if (second === undefined) return { fields: { City: uncertain(first) }, rest: [] };
  const isCityFirst =
    foldName(first) === foldName(second) ||
    looksLikeProvince(second, country) ||
    (isKnownCity(first) && !isKnownCity(second));
  if (names.length > 2 || isCityFirst) {
    return withSecondLine(names.slice(0, -2), { City: uncertain(first), Province: uncertain(second) }, []);
  }
  return { fields: { Street2: uncertain(first), City: uncertain(second) }, rest: [] };
}

function withSecondLine(unassigned: readonly string[], fields: FoundFields, rest: readonly string[]): PlacedNames {
  const [street2, district, ...unplaced] = unassigned;
  return {
    fields: {
      ...fields,
      ...(street2 !== undefined && { Street2: uncertain(street2) }),
      ...(district !== undefined && { District: uncertain(district) }),
    },
    rest: [...unplaced, ...rest],
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
