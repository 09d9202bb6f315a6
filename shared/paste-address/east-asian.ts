import type { AddressField, FoundFields, Piece } from './read-block.ts';

/**
 * East Asian addresses are written in one run, the largest part first: province, city, district, street, number,
 * building. One grammar per country; its groups are fields, and `Rest` is the second line.
 */
const grammars: Readonly<Record<string, RegExp>> = {
  CN: /^(?:中国)?(?<Province>[^\s省市区县]{2,6}(?:省|自治区)|(?:北京|上海|天津|重庆)市?)?\s*(?<City>[^\s省市区县]{1,8}(?:市|自治州|地区|盟))?\s*(?<District>[^\s市区县]{1,8}(?:新区|区|县|旗|市))?\s*(?<Street1>[^\d\s]{1,20}?(?:路|街|大道|道|巷|胡同|村)(?:[东西南北]段)?)?\s*(?<HouseNumber>\d+(?:-\d+)?(?:号|弄))?\s*(?<Rest>.*)$/u,
  TW: /^(?<Province>\p{Script=Han}{2}[市縣])\s*(?<City>\p{Script=Han}{1,4}?[區鄉鎮市])\s*(?<Street1>[^\d\s]{1,12}?(?:路|街|大道|道)(?:[一二三四五六七八九十]段|\d段)?(?:\d+巷)?(?:\d+弄)?)?\s*(?<HouseNumber>\d+(?:-\d+)?號)?\s*(?<Rest>.*)$/u,
  JP: /^(?<Province>東京都|北海道|(?:京都|大阪)府|\p{Script=Han}{2,3}県)\s*(?<City>[^\s\d]{1,8}?(?:市\p{Script=Han}{1,3}区|市|区|郡[^\s\d]{1,6}?[町村]|町|村))\s*(?<Street1>[^\d\s０-９]{1,20}?丁目|[^\d\s０-９]{1,20})?\s*(?<HouseNumber>[\d０-９]+(?:(?:[-−ー－]|丁目|番地?|の)[\d０-９]+)*(?:番地|番|号)?)?\s*(?<Rest>.*)$/u,
  KR: /^(?<Province>\S+?(?:특별시|광역시|특별자치시|특별자치도|도|시))\s+(?<City>\S+[시군구])(?:\s+(?<District>\S+[구읍면]))?(?:\s+(?<Street1>\S+(?:로|길)))?(?:\s+(?<HouseNumber>\d+(?:-\d+)?))?[\s,]*(?<Rest>.*)$/u,
};
const postcodes: Readonly<Record<string, string>> = {
  CN: '\\d{6}',
  TW: '\\d{3}(?:\\d{2,3})?',
  JP: '〒?\\s?[\\d０-９]{3}[-−－]?[\\d０-９]{4}',
  KR: '\\d{5}|\\d{3}-\\d{3}',
};
// If no country is named, the grammars that cannot match another country's addresses come first.
const guessedCountries = ['JP', 'TW', 'KR', 'CN'];
const municipality = /^(?:北京|上海|天津|重庆)市?$/u;
const nameSuffix = /\s*(?:様|收|先生|女士|小姐|님|귀하)$/u;

/** Parses a block that contains an East Asian address; undefined if none of its pieces is one. All is uncertain. */
export function splitEastAsian(
  pieces: readonly Piece[],
  country: string | undefined,
): { fields: FoundFields; rest: string[] } | undefined {
  // A copied order is often one line separated by spaces: name, number, address.
  const texts = pieces
    .map(({ text }) => text)
    .flatMap((text) => (pieces.length === 1 && !/\p{Script=Hangul}/u.test(text) ? text.split(' ') : [text]));
  for (const code of country === undefined ? guessedCountries : [country]) {
    const run = grammars[code] && findRun(texts, code);
    if (run) return withOtherPieces(run, texts, code);
  }
  return undefined;
}

interface EastAsianRun {
  index: number;
  parts: Partial<Record<AddressField | 'Rest', string>>;
}

function findRun(texts: readonly string[], code: string): EastAsianRun | undefined {
  const postcodeAtEdge = new RegExp(`^(?:(${postcodes[code]})\\s*)?(.*?)(?:\\s*(${postcodes[code]}))?$`, 'u');
  for (const [index, text] of texts.entries()) {
    const [, leadingPostcode, body = '', trailingPostcode] = postcodeAtEdge.exec(text) ?? [];
    const groups = grammars[code]?.exec(body)?.groups;
    const parts = Object.fromEntries(
      Object.entries(groups ?? {}).filter(([, value]) => value),
    ) as EastAsianRun['parts'];
    const largePartCount = [parts.Province, parts.City, parts.District].filter(Boolean).length;
    if (largePartCount < 2 || (!parts.Street1 && !parts.HouseNumber)) continue;
    const Postcode = leadingPostcode ?? trailingPostcode;
    return { index, parts: { ...parts, ...(Postcode !== undefined && { Postcode }) } };
  }
  return undefined;
}

function withOtherPieces(
  { index, parts }: EastAsianRun,
  texts: readonly string[],
  code: string,
): { fields: FoundFields; rest: string[] } {
  const { Rest, ...namedParts } = parts;
  if (code === 'CN' && namedParts.Province !== undefined && municipality.test(namedParts.Province))
    namedParts.City ??= namedParts.Province;
  const foundFields: Partial<Record<AddressField, string>> = namedParts;
  const wholePostcode = new RegExp(`^(?:${postcodes[code]})$`, 'u');
  const secondLines = Rest === undefined ? [] : [Rest];
  for (const [pieceIndex, text] of texts.entries()) {
    if (pieceIndex === index) continue;
    const digits = text.match(/\d/g)?.length ?? 0;
    if (wholePostcode.test(text)) foundFields.Postcode ??= text;
    else if (/^[\d\s()+-]+$/.test(text) && digits >= 8) foundFields.Phone ??= text;
    else if (digits === 0 && (foundFields.Contact === undefined || nameSuffix.test(text))) {
      if (foundFields.Contact !== undefined) secondLines.push(foundFields.Contact);
      foundFields.Contact = text.replace(nameSuffix, '');
    } else secondLines.push(text);
  }
  const [street2, ...unplaced] = secondLines;
  if (street2 !== undefined) foundFields.Street2 = street2;
  if (foundFields.Postcode !== undefined) foundFields.Postcode = foundFields.Postcode.replace(/^〒\s?/u, '');
  return {
    fields: Object.fromEntries(Object.entries(foundFields).map(([field, value]) => [field, { value, sure: false }])),
    rest: unplaced,
  };
}
