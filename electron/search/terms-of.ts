import { compactNumber, foldText, wordsOf } from './fold-text.ts';
import { numberFields } from './searched-fields.ts';
import { searchedTexts } from './searched-texts.ts';

/** The search terms of an entry: compact numbers and folded words, without duplicates. */
export interface Terms {
  numbers: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

// Maximum number of characters searched per entry: room for the longest texts of the contract and some thousand SKUs.
const most = 20_000;
// Scripts without spaces write a whole remark as one word; anything longer is not text.
const longestWord = 200;

/** The terms of a create's body (any of the nine), by its field names in the interface document. */
export function termsOf(key: string, body: unknown): Terms {
  const numbers = new Set<string>();
  const words = new Set<string>();
  let room = most;

  function addNumber(value: string): void {
    const number = compactNumber(foldText(value));
    if (number === '' || number.length > room) return;
    numbers.add(number);
    room -= number.length;
  }
  function addWords(value: string): void {
    for (const whole of wordsOf(value.slice(0, room))) {
      const word = whole.slice(0, longestWord).toWellFormed();
      if (words.has(word)) continue;
      words.add(word);
      room -= word.length;
    }
  }
  addNumber(key);
  for (const { field, text } of searchedTexts(body)) {
    if (room <= 0) break;
    if (numberFields.has(field)) addNumber(text);
    else addWords(text);
  }
  return { numbers, words };
}

/** These numbers as terms. */
export function numbersOf(given: readonly (string | null)[]): string[] {
  return given.map((number) => compactNumber(foldText(number ?? ''))).filter((number) => number !== '');
}
