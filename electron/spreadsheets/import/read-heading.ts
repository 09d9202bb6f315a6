import { foldName } from '../../../shared/countries/country-names.ts';
import { lexicon, type Word } from './heading-lexicon.ts';
import { splitHeading } from './heading-units.ts';

/** Whose address a column is part of; `plain` if its heading does not say. */
export type Party = 'ship' | 'plain' | 'buyer' | 'sender' | 'other';

/** What a column holds, before it is known which field of an order takes it. */
export type Meaning =
  | AddressMeaning
  | 'key'
  | 'sku'
  | 'quantity'
  | 'itemCount'
  | 'goodsName'
  | 'goodsNameEn'
  | 'goodsNameCn'
  | 'price'
  | 'declareValue'
  | 'hsCode'
  | 'itemWeight'
  | 'weight'
  | 'length'
  | 'width'
  | 'height'
  | 'weightUnit'
  | 'itemWeightUnit'
  | 'lengthUnit'
  | 'service';

const addressMeanings = [
  ...['contact', 'first', 'middle', 'last', 'company', 'address', 'street1', 'street2', 'street3', 'street4', 'more'],
  ...['house', 'houseMore', 'district', 'town', 'city', 'province', 'postcode', 'cityStateZip', 'country'],
  ...['phone', 'email', 'taxId'],
] as const;
export type AddressMeaning =
  | 'contact'
  | 'first'
  | 'middle'
  | 'last'
  | 'company'
  | 'address'
  | 'street1'
  | 'street2'
  | 'street3'
  | 'street4'
  | 'more'
  | 'house'
  | 'houseMore'
  | 'district'
  | 'town'
  | 'city'
  | 'province'
  | 'postcode'
  | 'cityStateZip'
  | 'country'
  | 'phone'
  | 'email'
  | 'taxId';
const ofAddress: ReadonlySet<string> = new Set(addressMeanings);
export const isOfAddress = (meaning: Meaning): meaning is AddressMeaning => ofAddress.has(meaning);

/** A heading, understood. Of columns with one meaning, the one with the lowest rank is taken. */
export interface Heading {
  party: Party;
  meaning: Meaning;
  rank: number;
}

const compact = (text: string): string => text.replaceAll(' ', '');
const wordOf = new Map<string, Word>(lexicon.map(([phrase, word]) => [compact(foldName(phrase)), word]));
const longestPhrase = Math.max(...[...wordOf.keys()].map((phrase) => phrase.length));
const maxTokensOfPhrase = 5;
const maxHeading = 200;

/** Words as they stand in a heading: camel case, digits and punctuation separate them; `#` is a number sign. */
function tokensOf(title: string): string[] {
  const spaced = title
    .slice(0, maxHeading)
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('#', ' number ')
    .replace(/№|nº|n°/giu, ' number ');
  return foldName(spaced)
    .replace(/(\D)(\d)/g, '$1 $2')
    .replace(/(\d)(\D)/g, '$1 $2')
    .split(' ')
    .filter((token) => token !== '');
}

const isNumber = (token: string): boolean => /^\d{1,2}$/.test(token);
/** Scripts that write words without spaces between them. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Words this short are parts of many others (`refund`), except for those that end one (`orderid`). */
const isWordPart = (piece: string, isLast: boolean): boolean =>
  (piece.length > 2 && wordOf.get(piece) !== 'of') || (isLast && (piece === 'id' || piece === 'no' || piece === 'nr'));

/** Splits a word that is none of the lexicon's into several: `Lieferadresse`, `shiptoname`, `收货人名称`. */
function splitWord(token: string): Word[] | null {
  const best: (Word[] | null)[] = [[]];
  for (let end = 1; end <= token.length; end++) {
    let found: Word[] | null = null;
    for (let from = Math.max(0, end - longestPhrase); from < end; from++) {
      const before = best[from];
      const piece = token.slice(from, end);
      const word =
        before && (unspaced.test(piece) || isWordPart(piece, end === token.length)) ? wordOf.get(piece) : undefined;
      if (word !== undefined && before && (!found || before.length + 1 < found.length)) found = [...before, word];
    }
    best[end] = found;
  }
  return best[token.length] ?? null;
}

/** The words of a heading and the numbers in it, `Address 1&2` has two. */
function readWords(title: string): { words: Word[]; numbers: number[] } {
  const tokens = tokensOf(title);
  const words: Word[] = [];
  const numbers: number[] = [];
  for (let at = 0; at < tokens.length;) {
    let taken = 0;
    for (let count = Math.min(maxTokensOfPhrase, tokens.length - at); count > 0 && taken === 0; count--) {
      const word = wordOf.get(tokens.slice(at, at + count).join(''));
      if (word === undefined) continue;
      words.push(word);
      taken = count;
    }
    const token = tokens[at] ?? '';
    if (taken === 0) {
      if (isNumber(token)) numbers.push(Number(token));
      else words.push(...(splitWord(token) ?? (['unknown'] as const)));
      taken = 1;
    }
    at += taken;
  }
  return { words, numbers };
}

/** Text in brackets that says nothing about which field is meant: `Quantity (- Refund)`, `Phone (optional)`. */
const brackets = /[([{（［【][^()[\]{}（）［］【】]*[)\]}）］】]/gu;

/** What a heading says; null if it has a word that is not understood, or none that names a field. */
export function readHeading(title: string): Heading | null {
  const { name } = splitHeading(title);
  const whole = readWords(name);
  if (!whole.words.includes('unknown')) return meaningOf(whole.words, whole.numbers);
  const bare = name.replace(brackets, ' ');
  if (bare.trim() === '' || bare === name) return null;
  const { words, numbers } = readWords(bare);
  const found = words.includes('unknown') ? null : meaningOf(words, numbers);
  return found && { ...found, rank: found.rank + 0.5 };
}

function partyOfWords(words: ReadonlySet<Word>): Party {
  if (words.has('send')) return 'sender';
  if (words.has('ship') || words.has('recipient')) return 'ship';
  if (words.has('bill') || words.has('buyer')) return 'buyer';
  return words.has('other') ? 'other' : 'plain';
}

const parties: ReadonlySet<Word> = new Set(['ship', 'recipient', 'bill', 'buyer', 'send', 'other']);

function meaningOf(all: readonly Word[], numbers: readonly number[]): Heading | null {
  const words = new Set<Word>(all.filter((word) => word !== 'of'));
  const party = partyOfWords(words);
  const rest = new Set<Word>([...words].filter((word) => !parties.has(word)));
  const has = (...some: Word[]): boolean => some.some((word) => words.has(word));
  /** whether nothing but these words is left */
  const only = (...some: Word[]): boolean => [...rest].every((word) => some.includes(word));
  const said = (meaning: Meaning, rank = 0): Heading | null =>
    party === 'plain' ? { party, meaning, rank: rank + indexRank(numbers) } : null;

  // ---- goods and figures, which belong to no address ----
  if (has('quantity')) {
    if (!only('quantity', 'item', 'sku', 'toShip', 'sold', 'number', 'line', 'order')) return null;
    if (has('toShip')) return { party: 'plain', meaning: 'quantity', rank: 0 };
    return said('quantity', has('sold') || has('order') ? 2 : 1);
  }
  if (has('count')) return said('itemCount');
  if (has('weight')) {
    if (has('unitOf')) return said(has('item', 'sku', 'declare', 'line') ? 'itemWeightUnit' : 'weightUnit');
    if (has('item', 'sku', 'declare', 'unitOf', 'line', 'goodsName')) return said('itemWeight');
    return only('weight', 'parcel', 'order', 'value') ? said('weight', has('parcel') ? 0 : has('order') ? 1 : 2) : null;
  }
  for (const size of ['length', 'width', 'height'] as const)
    if (has(size)) return only(size, 'parcel', 'order') ? said(size, has('parcel') ? 0 : 1) : null;
  if (has('hs')) return only('hs', 'item', 'sku', 'declare', 'number', 'code') ? said('hsCode') : null;
  if (has('currency')) return null;
  if (has('declare')) {
    if (has('value', 'price')) return only('declare', 'value', 'price', 'item', 'unitOf') ? said('declareValue') : null;
    if (has('cn') && only('declare', 'cn', 'name', 'title', 'goodsName', 'item')) return said('goodsNameCn');
    if (has('en', 'name', 'title', 'goodsName') && only('declare', 'en', 'name', 'title', 'goodsName', 'item'))
      return said('goodsNameEn');
    return null;
  }
  if (has('price'))
    return only('price', 'item', 'sku', 'line', 'goodsName') ? said('price', has('item') ? 0 : 1) : null;
  if (has('sellerSku')) return said('sku', 2);
  if (has('sku')) {
    if (has('parent')) return null;
    return only('sku', 'item', 'number', 'code', 'ref', 'line', 'order', 'goodsName') ? said('sku') : null;
  }
  if (has('goodsName'))
    return only('goodsName', 'item', 'line', 'order', 'en', 'cn')
      ? said(has('cn') ? 'goodsNameCn' : 'goodsName')
      : null;
  if (has('title')) {
    if (!only('title', 'item', 'line', 'order', 'en', 'cn')) return null;
    return said(has('en') ? 'goodsNameEn' : has('cn') ? 'goodsNameCn' : 'goodsName', has('item') ? 0 : 1);
  }
  if (has('item')) {
    if (has('name') && only('item', 'name', 'order', 'line')) return said('goodsName');
    if (has('ref', 'code') && only('item', 'ref', 'code', 'order', 'line')) return said('sku', 1);
    if (has('number') && only('item', 'number')) return said('sku', 3);
    if (only('item', 'order')) return numbers.length === 0 ? said(has('order') ? 'goodsName' : 'sku', 4) : null;
    return null;
  }
  if ((has('en') || has('cn')) && only('en', 'cn', 'name')) return said(has('en') ? 'goodsNameEn' : 'goodsNameCn', 1);
  if (has('service'))
    return only('service', 'name', 'code', 'order', 'parcel')
      ? { party: 'plain', meaning: 'service', rank: party === 'buyer' ? 2 : has('code') ? 0 : 1 }
      : null;
  if (has('unitOf', 'value', 'toShip', 'sold', 'parent')) return null;

  // ---- parts of an address ----
  const address = readAddress(rest, numbers, party, has('recipient', 'buyer'));
  if (address) return { party, meaning: address.meaning, rank: address.rank };

  // ---- keys ----
  if (party === 'plain' || (party === 'ship' && has('parcel'))) {
    if (has('parcel') && has('number', 'ref', 'code') && only('parcel', 'number', 'ref', 'code')) return said('key', 1);
    if (has('order') && only('order', 'number', 'ref', 'code'))
      return said('key', has('number', 'code') ? 2 : has('ref') ? 2.2 : 3);
    if (has('ref') && only('ref', 'number')) return said('key', 4);
    if (has('number') && only('number')) return said('key', 6);
  }
  return null;
}

/** A second phone or address comes after the first. */
const indexRank = (numbers: readonly number[]): number => Math.max(0, (numbers[0] ?? 1) - 1);

const lineMeanings: readonly AddressMeaning[] = ['street1', 'street2', 'street3', 'street4'];

function readAddress(
  rest: ReadonlySet<Word>,
  numbers: readonly number[],
  party: Party,
  isPerson: boolean,
): { meaning: AddressMeaning; rank: number } | null {
  const nouns = new Set<Word>([...rest].filter((word) => word !== 'line' && word !== 'parcel' && word !== 'order'));
  // `Delivery Address/City`, `to_address.name`: the address as a whole is no noun beside one of its parts
  if (nouns.size > 1 && !nouns.has('street')) nouns.delete('address');
  const [noun, other, third] = [...nouns];
  const two = (one: Word, two: Word): boolean => third === undefined && nouns.has(one) && nouns.has(two);
  const said = (meaning: AddressMeaning, rank = indexRank(numbers)) => ({ meaning, rank });
  const onlyLine = rest.has('line') && nouns.size === 0;
  if (rest.has('order') && (nouns.has('number') || nouns.has('ref') || nouns.has('code') || nouns.has('name')))
    return null;
  if (rest.has('parcel') && nouns.size > 0) return null;
  if (noun === undefined) {
    if (onlyLine && party !== 'plain') return lineOf(numbers);
    return isPerson && rest.size === 0 ? said('contact', 3) : null;
  }
  if (other === undefined)
    switch (noun) {
      case 'name':
        return said('contact');
      case 'first':
      case 'last':
      case 'middle':
      case 'company':
      case 'house':
      case 'houseMore':
      case 'district':
      case 'town':
      case 'city':
      case 'cityStateZip':
      case 'phone':
      case 'email':
      case 'taxId':
      case 'more':
        return said(noun);
      case 'state':
        return said('province');
      case 'zip':
        return said('postcode');
      case 'country':
        return said('country', 1 + indexRank(numbers));
      case 'address':
      case 'street':
        return lineOf(numbers, noun === 'street');
      default:
        return null;
    }
  if (two('address', 'street')) return lineOf(numbers, true);
  if (two('street', 'number')) return said('house');
  if (two('street', 'name')) return lineOf(numbers, true);
  if (two('street', 'house')) return said('address', 1);
  if (two('name', 'first') || two('name', 'last') || two('name', 'company')) {
    nouns.delete('name');
    return said([...nouns][0] as AddressMeaning);
  }
  if (two('name', 'city') || two('city', 'town')) return said('city');
  if (two('name', 'state')) return said('province');
  if (two('code', 'state')) return said('province', 0.5);
  if (two('code', 'zip') || two('number', 'zip')) return said('postcode');
  if (two('code', 'country')) return said('country', 0);
  if (two('name', 'country') || two('en', 'country')) return said('country', 1.5);
  if (nouns.has('country') && nouns.has('cn')) return said('country', 2);
  if (two('phone', 'number') || two('phone', 'name')) return said('phone');
  if (two('email', 'name')) return said('email');
  if (two('district', 'city')) return said('city', 1);
  if (two('city', 'state')) return null;
  return null;

  function lineOf(lines: readonly number[], isStreet = false): { meaning: AddressMeaning; rank: number } | null {
    const [first, second] = lines;
    if (first === undefined) return isStreet ? { meaning: 'street1', rank: 1 } : { meaning: 'address', rank: 0 };
    if (second !== undefined) return { meaning: 'address', rank: 1 };
    const meaning = lineMeanings[first - 1];
    return meaning === undefined ? null : { meaning, rank: 0 };
  }
}
