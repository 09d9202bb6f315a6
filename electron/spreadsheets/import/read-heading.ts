import { foldName } from '../../../shared/countries/country-names.ts';
import { lexicon, type Word } from './heading-lexicon.ts';
import { splitHeading } from './heading-units.ts';

/** Whose address a column is part of; `plain` if its heading does not say. */
export type Party = 'ship' | 'plain' | 'buyer' | 'sender' | 'other';

/** What a column holds; the field that it fills is chosen later. */
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
const addressMeaningSet: ReadonlySet<string> = new Set(addressMeanings);
export const isAddressMeaning = (meaning: Meaning): meaning is AddressMeaning => addressMeaningSet.has(meaning);

/** The meaning of a heading. Of columns with the same meaning, the one with the lowest rank is used. */
export interface Heading {
  party: Party;
  meaning: Meaning;
  rank: number;
}

const withoutSpaces = (text: string): string => text.replaceAll(' ', '');
const wordByPhrase = new Map<string, Word>(lexicon.map(([phrase, word]) => [withoutSpaces(foldName(phrase)), word]));
const maxPhraseLength = Math.max(...[...wordByPhrase.keys()].map((phrase) => phrase.length));
const maxPhraseTokens = 5;
const maxHeadingLength = 200;

/** The words of a heading, split at camel case, digits and punctuation; `#` is read as `number`. */
function tokenize(title: string): string[] {
  const spaced = title
    .slice(0, maxHeadingLength)
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
const unspacedScript = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether a phrase may be part of a longer word: short ones only at its end (`orderid`), as many contain them. */
const isWordPart = (piece: string, isLast: boolean): boolean =>
  (piece.length > 2 && wordByPhrase.get(piece) !== 'of') ||
  (isLast && (piece === 'id' || piece === 'no' || piece === 'nr'));

/** Splits a word into the fewest phrases of the lexicon: `Lieferadresse`, `shiptoname`, `收货人名称`. */
function splitWord(token: string): Word[] | null {
  const bestSplits: (Word[] | null)[] = [[]];
  for (let end = 1; end <= token.length; end++) {
    let shortestSplit: Word[] | null = null;
    for (let from = Math.max(0, end - maxPhraseLength); from < end; from++) {
      const prefixSplit = bestSplits[from];
      const piece = token.slice(from, end);
      const word =
        prefixSplit && (unspacedScript.test(piece) || isWordPart(piece, end === token.length))
          ? wordByPhrase.get(piece)
          : undefined;
      if (word !== undefined && prefixSplit && (!shortestSplit || prefixSplit.length + 1 < shortestSplit.length))
        shortestSplit = [...prefixSplit, word];
    }
    bestSplits[end] = shortestSplit;
  }
  return bestSplits[token.length] ?? null;
}

/** The words and the numbers of a heading: `Address 1&2` has two numbers. */
function readWords(title: string): { words: Word[]; numbers: number[] } {
  const tokens = tokenize(title);
  const words: Word[] = [];
  const numbers: number[] = [];
  for (let tokenIndex = 0; tokenIndex < tokens.length;) {
    let tokensUsed = 0;
    for (let count = Math.min(maxPhraseTokens, tokens.length - tokenIndex); count > 0 && tokensUsed === 0; count--) {
      const word = wordByPhrase.get(tokens.slice(tokenIndex, tokenIndex + count).join(''));
      if (word === undefined) continue;
      words.push(word);
      tokensUsed = count;
    }
    const token = tokens[tokenIndex] ?? '';
    if (tokensUsed === 0) {
      if (isNumber(token)) numbers.push(Number(token));
      else words.push(...(splitWord(token) ?? (['unknown'] as const)));
      tokensUsed = 1;
    }
    tokenIndex += tokensUsed;
  }
  return { words, numbers };
}

/** Text in brackets that says nothing about which field is meant: `Quantity (- Refund)`, `Phone (optional)`. */
const bracketPattern = /[([{（［【][^()[\]{}（）［］【】]*[)\]}）］】]/gu;

/** The meaning of a heading; null if one of its words is not understood, or none names what the column holds. */
export function readHeading(title: string): Heading | null {
  const { name } = splitHeading(title);
  const allRead = readWords(name);
  if (!allRead.words.includes('unknown')) return meaningOf(allRead.words, allRead.numbers);
  const withoutBrackets = name.replace(bracketPattern, ' ');
  if (withoutBrackets.trim() === '' || withoutBrackets === name) return null;
  const { words, numbers } = readWords(withoutBrackets);
  const heading = words.includes('unknown') ? null : meaningOf(words, numbers);
  return heading && { ...heading, rank: heading.rank + 0.5 };
}

function partyOfWords(words: ReadonlySet<Word>): Party {
  if (words.has('send')) return 'sender';
  if (words.has('ship') || words.has('recipient')) return 'ship';
  if (words.has('bill') || words.has('buyer')) return 'buyer';
  return words.has('other') ? 'other' : 'plain';
}

const partyWords: ReadonlySet<Word> = new Set(['ship', 'recipient', 'bill', 'buyer', 'send', 'other']);

function meaningOf(headingWords: readonly Word[], numbers: readonly number[]): Heading | null {
  const words = new Set<Word>(headingWords.filter((word) => word !== 'of'));
  const party = partyOfWords(words);
  const contentWords = new Set<Word>([...words].filter((word) => !partyWords.has(word)));
  const hasAny = (...some: Word[]): boolean => some.some((word) => words.has(word));
  /** whether there are no content words but these */
  const hasOnly = (...some: Word[]): boolean => [...contentWords].every((word) => some.includes(word));
  const plainHeading = (meaning: Meaning, rank = 0): Heading | null =>
    party === 'plain' ? { party, meaning, rank: rank + indexRank(numbers) } : null;

  // ---- goods and figures, which belong to no address ----
  if (hasAny('quantity')) {
    if (!hasOnly('quantity', 'item', 'sku', 'toShip', 'sold', 'number', 'line', 'order')) return null;
    if (hasAny('toShip')) return { party: 'plain', meaning: 'quantity', rank: 0 };
    return plainHeading('quantity', hasAny('sold') || hasAny('order') ? 2 : 1);
  }
  if (hasAny('count')) return plainHeading('itemCount');
  if (hasAny('weight')) {
    if (hasAny('unitOf'))
      return plainHeading(hasAny('item', 'sku', 'declare', 'line') ? 'itemWeightUnit' : 'weightUnit');
    if (hasAny('item', 'sku', 'declare', 'unitOf', 'line', 'goodsName')) return plainHeading('itemWeight');
    return hasOnly('weight', 'parcel', 'order', 'value')
      ? plainHeading('weight', hasAny('parcel') ? 0 : hasAny('order') ? 1 : 2)
      : null;
  }
  for (const size of ['length', 'width', 'height'] as const)
    if (hasAny(size)) return hasOnly(size, 'parcel', 'order') ? plainHeading(size, hasAny('parcel') ? 0 : 1) : null;
  if (hasAny('hs')) return hasOnly('hs', 'item', 'sku', 'declare', 'number', 'code') ? plainHeading('hsCode') : null;
  if (hasAny('currency')) return null;
  if (hasAny('declare')) {
    if (hasAny('value', 'price'))
      return hasOnly('declare', 'value', 'price', 'item', 'unitOf') ? plainHeading('declareValue') : null;
    if (hasAny('cn') && hasOnly('declare', 'cn', 'name', 'title', 'goodsName', 'item'))
      return plainHeading('goodsNameCn');
    if (hasAny('en', 'name', 'title', 'goodsName') && hasOnly('declare', 'en', 'name', 'title', 'goodsName', 'item'))
      return plainHeading('goodsNameEn');
    return null;
  }
  if (hasAny('price'))
    return hasOnly('price', 'item', 'sku', 'line', 'goodsName') ? plainHeading('price', hasAny('item') ? 0 : 1) : null;
  if (hasAny('sellerSku')) return plainHeading('sku', 2);
  if (hasAny('sku')) {
    if (hasAny('parent')) return null;
    return hasOnly('sku', 'item', 'number', 'code', 'ref', 'line', 'order', 'goodsName') ? plainHeading('sku') : null;
  }
  if (hasAny('goodsName'))
    return hasOnly('goodsName', 'item', 'line', 'order', 'en', 'cn')
      ? plainHeading(hasAny('cn') ? 'goodsNameCn' : 'goodsName')
      : null;
  if (hasAny('title')) {
    if (!hasOnly('title', 'item', 'line', 'order', 'en', 'cn')) return null;
    return plainHeading(
      hasAny('en') ? 'goodsNameEn' : hasAny('cn') ? 'goodsNameCn' : 'goodsName',
      hasAny('item') ? 0 : 1,
    );
  }
  if (hasAny('item')) {
    if (hasAny('name') && hasOnly('item', 'name', 'order', 'line')) return plainHeading('goodsName');
    if (hasAny('ref', 'code') && hasOnly('item', 'ref', 'code', 'order', 'line')) return plainHeading('sku', 1);
    if (hasAny('number') && hasOnly('item', 'number')) return plainHeading('sku', 3);
    if (hasOnly('item', 'order'))
      return numbers.length === 0 ? plainHeading(hasAny('order') ? 'goodsName' : 'sku', 4) : null;
    return null;
  }
  if ((hasAny('en') || hasAny('cn')) && hasOnly('en', 'cn', 'name'))
    return plainHeading(hasAny('en') ? 'goodsNameEn' : 'goodsNameCn', 1);
  if (hasAny('service'))
    return hasOnly('service', 'name', 'code', 'order', 'parcel')
      ? { party: 'plain', meaning: 'service', rank: party === 'buyer' ? 2 : hasAny('code') ? 0 : 1 }
      : null;
  if (hasAny('unitOf', 'value', 'toShip', 'sold', 'parent')) return null;

  // ---- parts of an address ----
  const address = readAddress(contentWords, numbers, party, hasAny('recipient', 'buyer'));
  if (address) return { party, meaning: address.meaning, rank: address.rank };

  // ---- keys ----
  if (party === 'plain' || (party === 'ship' && hasAny('parcel'))) {
    if (hasAny('parcel') && hasAny('number', 'ref', 'code') && hasOnly('parcel', 'number', 'ref', 'code'))
      return plainHeading('key', 1);
    if (hasAny('order') && hasOnly('order', 'number', 'ref', 'code'))
      return plainHeading('key', hasAny('number', 'code') ? 2 : hasAny('ref') ? 2.2 : 3);
    if (hasAny('ref') && hasOnly('ref', 'number')) return plainHeading('key', 4);
    if (hasAny('number') && hasOnly('number')) return plainHeading('key', 6);
  }
  return null;
}

/** Rank by the number in a heading: a second phone or address comes after the first. */
const indexRank = (numbers: readonly number[]): number => Math.max(0, (numbers[0] ?? 1) - 1);

const lineMeanings: readonly AddressMeaning[] = ['street1', 'street2', 'street3', 'street4'];

function readAddress(
  contentWords: ReadonlySet<Word>,
  numbers: readonly number[],
  party: Party,
  isPerson: boolean,
): { meaning: AddressMeaning; rank: number } | null {
  const nounSet = new Set<Word>(
    [...contentWords].filter((word) => word !== 'line' && word !== 'parcel' && word !== 'order'),
  );
  // `Delivery Address/City`, `to_address.name`: `address` adds nothing to the name of a part
  if (nounSet.size > 1 && !nounSet.has('street')) nounSet.delete('address');
  const [firstNoun, secondNoun, thirdNoun] = [...nounSet];
  const isPair = (first: Word, second: Word): boolean =>
    thirdNoun === undefined && nounSet.has(first) && nounSet.has(second);
  const addressHeading = (meaning: AddressMeaning, rank = indexRank(numbers)) => ({ meaning, rank });
  const isOnlyLine = contentWords.has('line') && nounSet.size === 0;
  if (
    contentWords.has('order') &&
    (nounSet.has('number') || nounSet.has('ref') || nounSet.has('code') || nounSet.has('name'))
  )
    return null;
  if (contentWords.has('parcel') && nounSet.size > 0) return null;
  if (firstNoun === undefined) {
    if (isOnlyLine && party !== 'plain') return lineMeaning(numbers);
    return isPerson && contentWords.size === 0 ? addressHeading('contact', 3) : null;
  }
  if (secondNoun === undefined)
    switch (firstNoun) {
      case 'name':
        return addressHeading('contact');
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
        return addressHeading(firstNoun);
      case 'state':
        return addressHeading('province');
      case 'zip':
        return addressHeading('postcode');
      case 'country':
        return addressHeading('country', 1 + indexRank(numbers));
      case 'address':
      case 'street':
        return lineMeaning(numbers, firstNoun === 'street');
      default:
        return null;
    }
  if (isPair('address', 'street')) return lineMeaning(numbers, true);
  if (isPair('street', 'number')) return addressHeading('house');
  if (isPair('street', 'name')) return lineMeaning(numbers, true);
  if (isPair('street', 'house')) return addressHeading('address', 1);
  if (isPair('name', 'first') || isPair('name', 'last') || isPair('name', 'company')) {
    nounSet.delete('name');
    return addressHeading([...nounSet][0] as AddressMeaning);
  }
  if (isPair('name', 'city') || isPair('city', 'town')) return addressHeading('city');
  if (isPair('name', 'state')) return addressHeading('province');
  if (isPair('code', 'state')) return addressHeading('province', 0.5);
  if (isPair('code', 'zip') || isPair('number', 'zip')) return addressHeading('postcode');
  if (isPair('code', 'country')) return addressHeading('country', 0);
  if (isPair('name', 'country') || isPair('en', 'country')) return addressHeading('country', 1.5);
  if (nounSet.has('country') && nounSet.has('cn')) return addressHeading('country', 2);
  if (isPair('phone', 'number') || isPair('phone', 'name')) return addressHeading('phone');
  if (isPair('email', 'name')) return addressHeading('email');
  if (isPair('district', 'city')) return addressHeading('city', 1);
  if (isPair('city', 'state')) return null;
  return null;

  function lineMeaning(lines: readonly number[], isStreet = false): { meaning: AddressMeaning; rank: number } | null {
    const [firstNumber, secondNumber] = lines;
    if (firstNumber === undefined) return isStreet ? { meaning: 'street1', rank: 1 } : { meaning: 'address', rank: 0 };
    if (secondNumber !== undefined) return { meaning: 'address', rank: 1 };
    const meaning = lineMeanings[firstNumber - 1];
    return meaning === undefined ? null : { meaning, rank: 0 };
  }
}
