import { foldName, countryOf, cityCountries, territories } from '../countries/country-names.ts';
import type { Piece, FoundValue, FoundFields } from './read-block.ts';

/** Address conventions of a country: its postcodes, and the position of the house number. */
export interface AddressConventions {
  /** Pattern of a whole postcode, as people type it; null if the country has none. */
  postcode: RegExp | null;
  /** Position of the house number relative to the street name; null if both or neither are usual. */
  house: 'before' | 'behind' | null;
  /** The province is in the same line as city and postcode. */
  provinceInLine: boolean;
}

// Country, house number (b before, a behind, . not known), then patterns of postcodes: 0 a digit, A a letter, * either, _ a
// space or nothing, - a hyphen or nothing; other characters stand for themselves. A + after the country: the province is in
// the city's line.
const rows = `
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

const shapes: Readonly<Record<string, string>> = { 0: '\\d', A: '[A-Za-z]', '*': '[\\dA-Za-z]', _: ' ?', '-': '-?' };
const habits = new Map(
  rows
    .trim()
    .split(/[|\n]/)
    .map((row) => {
      const [country = '', house, ...masks] = row.trim().split(' ');
      const patterns = masks.filter(Boolean).map((mask) => mask.replace(/./g, (one) => shapes[one] ?? one));
      const found: AddressConventions = {
        postcode: patterns.length > 0 ? new RegExp(`^(?:${patterns.join('|')})$`, 'i') : null,
        house: house === 'b' ? 'before' : house === 'a' ? 'behind' : null,
        provinceInLine: country.endsWith('+'),
      };
      return [country.slice(0, 2), found] as const;
    }),
);

/** Conventions of a country's addresses; undefined if none are known. */
export const conventionsOf = (country: string | undefined): AddressConventions | undefined =>
  country === undefined ? undefined : habits.get(country);

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

export interface PostcodeFound {
  value: string;
  /** Index of its piece, and the rest of that piece. */
  index: number;
  rest: string;
  /** It is at the start of its piece. */
  leads: boolean;
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
  const shape = conventionsOf(country)?.postcode;
  if (shape) {
    const found = [...pieces.entries()].flatMap(([index, { text }]) => {
      if (index === 0 && pieces.length > 1) return [];
      const parts = atEdge(text, (word) => shape.test(ascii(word).replace(/^(?:〒|[A-Z]{1,2}-(?=\d))/i, '')));
      return parts && !(looksLikeStreet(parts.rest) && parts.rest !== '') ? [{ ...parts, index }] : [];
    });
    const last = found.at(-1);
    if (last)
      return {
        ...last,
        value: last.value.replace(/^〒\s*/, ''),
        sharesLine: inCompany(pieces, last.index),
        sure: found.length === 1,
      };
  }
  for (let index = pieces.length - 1; index > 0; index--) {
    const text = pieces[index]?.text ?? '';
    const parts = atEdge(text, (word) => /^(?=.*\p{Nd})[\p{Nd}A-Z][\p{Nd}A-Z-]{1,9}$/u.test(word));
    const like =
      parts && parts.value.replace(/\P{Nd}/gu, '').length >= 2 && !looksLikeStreet(text) && !/\p{Nd}/u.test(parts.rest);
    if (like) return { ...parts, index, sharesLine: inCompany(pieces, index), sure: false };
  }
  return undefined;
}

const inCompany = (pieces: readonly Piece[], index: number): boolean =>
  pieces.filter(({ line }) => line === pieces[index]?.line).length > 1;

/** The longest run of at most three words, at the start or end of a text, that fits. */
function atEdge(
  text: string,
  fits: (word: string) => boolean,
): { value: string; rest: string; leads: boolean } | undefined {
  const words = text.split(' ');
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const head = words.slice(0, count).join(' ');
    const tail = words.slice(-count).join(' ');
    const clean = (rest: readonly string[]): string => rest.join(' ').replace(/^[\s–-]+|[\s–-]+$/g, '');
    if (fits(head)) return { value: head, rest: clean(words.slice(count)), leads: true };
    if (fits(tail)) return { value: tail, rest: clean(words.slice(0, -count)), leads: false };
  }
  return undefined;
}

// Province names and short forms of countries whose addresses have the province in the city's line, to tell it from the
// city.
const lists: Readonly<Record<string, string>> = {
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
  Object.entries(lists).map(([country, list]) => {
    const rows = list.split(',').map((row) => /^(.*?)(?: ([A-Z]{2,4}))?$/u.exec(row));
    return [
      country,
      {
        names: new Set(rows.map((row) => foldName(row?.[1] ?? ''))),
        short: new Set(rows.map((row) => row?.[2] ?? '').filter(Boolean)),
      },
    ] as const;
  }),
);

// Words that mark a name as that of a province.
const word =
  /(?:^|[\s\p{P}])(province|provincia|provincie|state|region|région|regione|región|governorate|division|voivodeship|prefecture|oblast|county|parish|republic|territory|federation|subordination|område|län|departamento|department of|estado|distrito capital|federal district|emirate|canton|county council|capital district|kreis)(?:$|[\s\p{P}])|область|край$|республика|محافظة|استان|(?:省|自治区|都|府|県|縣|도|특별시|광역시)$/iu;

const anyCountry = new Set([...provinces.values()].flatMap(({ names }) => [...names]));

/**
 * Whether a text is a known province of the country, by name or by its short form in capitals; without a country, by
 * name in any country.
 */
export function isProvince(text: string, country: string | undefined): boolean {
  if (country === undefined) return anyCountry.has(foldName(text));
  const known = provinces.get(country);
  return known !== undefined && (known.names.has(foldName(text)) || known.short.has(text.trim()));
}

/** Whether a name is, or calls itself, a province, by words such as Province or Governorate; not a proof. */
export const looksLikeProvince = (text: string, country: string | undefined): boolean =>
  isProvince(text, country) || word.test(text);

/** Splits a text that ends in a known province ("Palo Alto, California", "Oderzo TV"); undefined if it does not. */
export function splitProvince(
  text: string,
  country: string | undefined,
): { city: string; province: string } | undefined {
  const words = text.trim().split(/\s+/);
  for (let from = Math.max(1, words.length - 4); from < words.length; from++) {
    const province = words
      .slice(from)
      .join(' ')
      .replace(/^[-–(]\s*|\)$/g, '');
    if (!isProvince(province, country) && !(country === 'IT' && /^\(?[A-Z]{2}\)?$/.test(province))) continue;
    const city = words
      .slice(0, from)
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
const alsoProvince = (text: string): boolean =>
  ['US', 'CA', 'AU', 'BR', 'IN'].some((country) => isProvince(text, country));

/**
 * Finds the country, from the end of the block, by its name in any language or by its code; undefined if the block
 * names none. A territory is uncertain, since it may be a province of another country, and so is a country at an
 * unusual place.
 */
export function findCountry(pieces: readonly Piece[], hint: string | undefined): CountryFound | undefined {
  for (let index = pieces.length - 1; index > 0; index--) {
    const piece = pieces[index];
    if (piece === undefined) continue;
    const code = countryOf(piece.text.replace(/[.\s]+$/, ''));
    const others = [...pieces.slice(0, index), ...pieces.slice(index + 1)];
    if (code !== undefined) {
      if (hint !== undefined && hint !== code && isProvince(piece.text, hint)) continue;
      const ownLine = pieces.filter(({ line }) => line === piece.line).length === 1;
      const short = /^[A-Z]{2}$/.test(piece.text);
      // A city and its country may share a name; only a second mention, or the code, is proof.
      const doubtful = short
        ? !ownLine && alsoProvince(piece.text)
        : territories.has(code) || isSomeProvince(piece.text);
      const isAlsoCity = cityCountries.has(code) && !short && !others.some(({ text }) => mentions(text, piece.text));
      const atEnd = index === pieces.length - 1;
      return {
        code,
        sure: atEnd && !doubtful && (hint === undefined || hint === code),
        pieces: isAlsoCity ? [...pieces] : others,
      };
    }
    const behind = countryBehind(piece.text);
    if (behind) return { code: behind.code, sure: false, pieces: pieces.with(index, { ...piece, text: behind.rest }) };
  }
  return undefined;
}

const mentions = (text: string, name: string): boolean => foldName(text).includes(foldName(name));
const isSomeProvince = (text: string): boolean => ['US', 'MX', 'IN'].some((country) => isProvince(text, country));

/** "10178 Berlin Germany": a country name after a text with a postcode. */
function countryBehind(text: string): { code: string; rest: string } | undefined {
  const words = text.split(' ');
  for (let from = Math.max(1, words.length - 4); from < words.length; from++) {
    const rest = words.slice(0, from).join(' ');
    const name = words.slice(from).join(' ');
    if (!/\p{Nd}/u.test(rest) || !/\p{L}/u.test(rest) || / (?:of|de|di|du|do|da)$/i.test(rest) || name.length < 3)
      continue;
    const code = countryOf(name);
    if (code !== undefined && !isSomeProvince(name)) return { code, rest };
  }
  return undefined;
}

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
