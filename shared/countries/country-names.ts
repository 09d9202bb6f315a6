const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  œ: 'oe',
  þ: 'th',
};

/** Normalises a name for comparison: small letters without accents and punctuation, words separated by one space. */
export function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u064b-\u065f'’ʼ‘`´\p{Cf}]/gu, '')
    .replace(/[ßæøłđðıœþ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The two-letter codes of ISO 3166-1, and XK, which postal services use for Kosovo. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH ' +
  'CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN ' +
  'GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI ' +
  'LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM ' +
  'PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD ' +
  'TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');

/** Countries whose main city has the same name: "2016 Luxembourg" names a city. */
export const cityCountries: ReadonlySet<string> = new Set(
  'AD BZ DJ DZ GI GT GU HK KW LU MC MO MX PA SG SM SV TN VA'.split(' '),
);

/**
 * Territories whose name is also that of a province of another country (Réunion of France, Hong Kong of China): the
 * name alone does not show which country a sender means.
 */
export const territories: ReadonlySet<string> = new Set(
  'AS AW AX BL BM BQ CW FO GF GG GI GL GP GU HK IM JE KY MF MO MP MQ MS NC PF PM PR RE SJ SX TC TF TW UM VG VI WF YT'.split(
    ' ',
  ),
);

/** Languages whose country names are known, from the data of the program's own runtime. */
const languages = (
  'en zh zh-Hant ja ko de fr es pt it nl pl ru uk ar fa he tr vi th el cs sk hu ro sv da nb fi id hi bn bg sr hr sl lt lv et ka hy km lo ' +
  'my si ta am mn kk az sq mk ms ur ne sw fil uz ky tg'
).split(' ');

/** Common names that the runtime's lists lack, as folded by `foldName`. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'u s a': 'US',
  'u s': 'US',
  'united states of america': 'US',
  america: 'US',
  美利坚合众国: 'US',
  uk: 'GB',
  'u k': 'GB',
  gbr: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  uae: 'AE',
  'u a e': 'AE',
  holland: 'NL',
  'the netherlands': 'NL',
  nederlands: 'NL',
  korea: 'KR',
  'republic of korea': 'KR',
  대한민국: 'KR',
  'korea republic of': 'KR',
  prc: 'CN',
  'p r china': 'CN',
  'peoples republic of china': 'CN',
  中华人民共和国: 'CN',
  中国大陆: 'CN',
  'mainland china': 'CN',
  'hong kong': 'HK',
  'hong kong sar': 'HK',
  香港: 'HK',
  macau: 'MO',
  macao: 'MO',
  澳门: 'MO',
  'taiwan r o c': 'TW',
  'russian federation': 'RU',
  'czech republic': 'CZ',
  'ceska republika': 'CZ',
  'slovak republic': 'SK',
  'ivory coast': 'CI',
  'cape verde': 'CV',
  swaziland: 'SZ',
  burma: 'MM',
  macedonia: 'MK',
  turkey: 'TR',
  turkiye: 'TR',
  'viet nam': 'VN',
  vatican: 'VA',
  'holy see': 'VA',
  palestine: 'PS',
  'state of palestine': 'PS',
  syria: 'SY',
  'syrian arab republic': 'SY',
  iran: 'IR',
  'islamic republic of iran': 'IR',
  moldova: 'MD',
  'republic of moldova': 'MD',
  tanzania: 'TZ',
  'brunei darussalam': 'BN',
  'lao pdr': 'LA',
  'east timor': 'TL',
  micronesia: 'FM',
  'bosnia and herzegovina': 'BA',
  bosnia: 'BA',
  'republic of ireland': 'IE',
  'democratic republic of the congo': 'CD',
  'dr congo': 'CD',
  congo: 'CG',
  'republic of the congo': 'CG',
  gambia: 'GM',
  bahamas: 'BS',
  reunion: 'RE',
  'la reunion': 'RE',
  aut: 'AT',
  aus: 'AU',
  bel: 'BE',
  bra: 'BR',
  can: 'CA',
  che: 'CH',
  chn: 'CN',
  deu: 'DE',
  dnk: 'DK',
  esp: 'ES',
  fra: 'FR',
  ita: 'IT',
  jpn: 'JP',
  kor: 'KR',
  mex: 'MX',
  nld: 'NL',
  nzl: 'NZ',
  pol: 'PL',
  prt: 'PT',
  rus: 'RU',
  swe: 'SE',
};

let namesToCodes: Map<string, string> | undefined;

/** Built at first use: some 10,000 names, in about 60 ms. */
function nameIndex(): Map<string, string> {
  if (namesToCodes) return namesToCodes;
  namesToCodes = new Map(Object.entries(otherNames).map(([name, code]) => [foldName(name), code]));
  for (const language of languages) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of countryCodes) {
      const name = foldName(display.of(code) ?? '');
      // If two languages give one name to two countries, the first wins.
      if (name !== '' && !namesToCodes.has(name)) namesToCodes.set(name, code);
    }
  }
  return namesToCodes;
}

/**
 * The code of a country by its name in any of some 50 languages, by its two-letter code in capitals, or by several of
 * these that mean one country (`Germany / Deutschland`, `China (中国)`); undefined for others.
 */
export function countryOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[A-Z]{2}$/.test(trimmed)) return trimmed === 'UK' ? 'GB' : countryCodes.find((code) => code === trimmed);
  return (
    nameIndex().get(foldName(text)) ??
    sharedCountryOf(
      trimmed
        .split(/[/()（）[\]]/)
        .map((part) => part.trim())
        .filter(Boolean),
    )
  );
}

function sharedCountryOf(parts: readonly string[]): string | undefined {
  const [first, ...others] = parts.length > 1 ? parts.map((one) => countryOf(one)) : [];
  return others.every((other) => other === first) ? first : undefined;
}

/** A country's name in a language (`en`, `zh-Hans`); the code if the runtime has none. */
export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }).of(code) ?? code;
}
