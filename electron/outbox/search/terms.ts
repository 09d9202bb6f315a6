import { compactNumber, foldText, wordsOf } from './fold-text.ts';

/** Fields that are read out, typed in part or scanned: matched by start and end before anything else. */
export const numberFields: ReadonlySet<string> = new Set([
  'PackageId',
  'ShipmentId',
  'CustomerOrderNo',
  'PlatformOrderNo',
  'PlatformPaymentNo',
  'ReferenceId',
  'RefOutboundOrderNo',
  'TrackingNumber',
  'ImportTrackingNumber',
  'Phone',
]);

/** Fields matched by any part of a word. */
export const wordFields: ReadonlySet<string> = new Set([
  'Contact',
  'Company',
  'Department',
  'Email',
  'Country',
  'Province',
  'City',
  'District',
  'Street1',
  'Street2',
  'HouseNumber',
  'Postcode',
  'ShortAddress',
  'LockerId',
  'Custom',
  'Remark',
  'ProductRemark',
  'Sku',
  'OriginalSku',
  'StorageNo',
  'CustomStorageNo',
  'OriginalStorageNo',
  'NewStorageNo',
  'FNSKU',
  'ASINCode',
  'Asin',
  'PlatformItemId',
  'PlatformTransactionId',
  'CustomContainerNo',
  'BoxNo',
  'PalletNo',
  'ProductName',
  'ProductDescription',
  'ProductModel',
  'ModelName',
  'Brand',
  'BrandName',
  'DeclareName',
  'DeclareNameEn',
  'DeclareNameEN',
  'DeclareNameCn',
  'DeclareNameCN',
]);

/** Parts about the sender: the same in nearly every order of a desk, so they would distinguish none. */
export const unsearchedParts: ReadonlySet<string> = new Set(['Sender', 'ShipperInfo', 'ExportsInfo']);

export interface SearchedText {
  /** name of the field in the interface document */
  field: string;
  text: string;
}

/** The searchable texts of a create's body, in the order of the body. */
export function* searchedTexts(body: unknown): Generator<SearchedText> {
  if (typeof body !== 'object' || body === null) return;
  if (Array.isArray(body)) {
    for (const item of body) yield* searchedTexts(item);
    return;
  }
  for (const [field, value] of Object.entries(body)) {
    if (typeof value === 'string') {
      if (numberFields.has(field) || wordFields.has(field)) yield { field, text: value };
    } else if (!unsearchedParts.has(field)) yield* searchedTexts(value);
  }
}

/** The search terms of an entry: compact numbers and folded words, without duplicates. */
export interface Terms {
  numbers: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

// Maximum number of characters searched per entry: room for the longest texts of the contract and some thousand SKUs.
const maxCharacters = 20_000;
// Scripts without spaces write a whole remark as one word; anything longer is not text.
const longestWord = 200;

/** The terms of a create's body (any of the nine), by its field names in the interface document. */
export function termsOf(key: string, body: unknown): Terms {
  const numbers = new Set<string>();
  const words = new Set<string>();
  let charactersLeft = maxCharacters;

  function addNumber(value: string): void {
    const number = compactNumber(foldText(value));
    if (number === '' || number.length > charactersLeft) return;
    numbers.add(number);
    charactersLeft -= number.length;
  }
  function addWords(value: string): void {
    for (const fullWord of wordsOf(value.slice(0, charactersLeft))) {
      const word = fullWord.slice(0, longestWord).toWellFormed();
      if (words.has(word)) continue;
      words.add(word);
      charactersLeft -= word.length;
    }
  }
  addNumber(key);
  for (const { field, text } of searchedTexts(body)) {
    if (charactersLeft <= 0) break;
    if (numberFields.has(field)) addNumber(text);
    else addWords(text);
  }
  return { numbers, words };
}

/** These numbers as terms. */
export function numbersOf(values: readonly (string | null)[]): string[] {
  return values.map((number) => compactNumber(foldText(number ?? ''))).filter((number) => number !== '');
}
