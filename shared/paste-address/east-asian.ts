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
const guessed = ['JP', 'TW', 'KR', 'CN'];
const municipality = /^(?:北京|上海|天津|重庆)市?$/u;
const addressed = /\s*(?:様|收|先生|女士|小姐|님|귀하)$/u;

/** Parses a block that contains such a run; undefined if no piece is one. Everything is marked uncertain. */
export function splitEastAsian(
  pieces: readonly Piece[],
  country: string | undefined,
): { fields: FoundFields; rest: string[] } | undefined {
  // A copied order is often one line separated by spaces: name, number, address.
  const texts = pieces
    .map(({ text }) => text)
    .flatMap((text) => (pieces.length === 1 && !/\p{Script=Hangul}/u.test(text) ? text.split(' ') : [text]));
  for (const code of country === undefined ? guessed : [country]) {
    const read = grammars[code] && findRun(texts, code);
    if (read) return withOtherPieces(read, texts, code);
  }
  return undefined;
}

interface Run {
  index: number;
  parts: Partial<Record<AddressField | 'Rest', string>>;
}

function findRun(texts: readonly string[], code: string): Run | undefined {
  const edge = new RegExp(`^(?:(${postcodes[code]})\\s*)?(.*?)(?:\\s*(${postcodes[code]}))?$`, 'u');
  for (const [index, text] of texts.entries()) {
    const [, before, body = '', behind] = edge.exec(text) ?? [];
    const groups = grammars[code]?.exec(body)?.groups;
    const parts = Object.fromEntries(Object.entries(groups ?? {}).filter(([, value]) => value)) as Run['parts'];
    const large = [parts.Province, parts.City, parts.District].filter(Boolean).length;
    if (large < 2 || (!parts.Street1 && !parts.HouseNumber)) continue;
    const Postcode = before ?? behind;
    return { index, parts: { ...parts, ...(Postcode !== undefined && { Postcode }) } };
  }
  return undefined;
}

function withOtherPieces(
  { index, parts }: Run,
  texts: readonly string[],
  code: string,
): { fields: FoundFields; rest: string[] } {
  const { Rest, ...named } = parts;
  if (code === 'CN' && named.Province !== undefined && municipality.test(named.Province)) named.City ??= named.Province;
  const found: Partial<Record<AddressField, string>> = named;
  const whole = new RegExp(`^(?:${postcodes[code]})$`, 'u');
  const second = Rest === undefined ? [] : [Rest];
  for (const [at, text] of texts.entries()) {
    if (at === index) continue;
    const digits = text.match(/\d/g)?.length ?? 0;
    if (whole.test(text)) found.Postcode ??= text;
    else if (/^[\d\s()+-]+$/.test(text) && digits >= 8) found.Phone ??= text;
    else if (digits === 0 && (found.Contact === undefined || addressed.test(text))) {
      if (found.Contact !== undefined) second.push(found.Contact);
      found.Contact = text.replace(addressed, '');
    } else second.push(text);
  }
  const [line, ...more] = second;
  if (line !== undefined) found.Street2 = line;
  if (found.Postcode !== undefined) found.Postcode = found.Postcode.replace(/^〒\s?/u, '');
  return {
    fields: Object.fromEntries(Object.entries(found).map(([field, value]) => [field, { value, sure: false }])),
    rest: more,
  };
}
