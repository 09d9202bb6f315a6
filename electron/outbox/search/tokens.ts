import { wordsOf } from './fold-text.ts';
import type { Terms } from './terms.ts';

/**
 * The tokens of a term, chosen so that any query reads short lists, newest first: every run of 1, 2, 3, 5 and 8
 * characters of words and numbers, and for numbers the whole, each start and each end. A piece of another length is
 * looked up by its first and its last run.
 */
export const runLengths = [8, 5, 3, 2, 1] as const;

// Lengths of indexed starts and ends. A start or end of another length is looked up by the next shorter one and
// compared. Long starts are indexed because the keys of one desk begin alike.
export const startLengths = [32, 24, 20, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] as const;
export const endLengths = [8, 7, 6, 5, 4, 3, 2, 1] as const;

// Code points that folding never leaves in a term, so that no run looks like a start, an end or a whole.
const wholeMark = '\u0080';
const startMark = '\u0081';
const endMark = '\u0082';
export const marks = { whole: wholeMark, start: startMark, end: endMark } as const;

type Characters = string | readonly string[];

export const wholeToken = (number: string): string => wholeMark + number;
export const startToken = (number: string): string => startMark + longestPrefix(charactersOf(number), startLengths);
export const endToken = (number: string): string => endMark + longestPrefix(reverseCharacters(number), endLengths);

/** Whether a start or an end of this length is indexed, so that a match of its token is certain. */
export const isStart = (number: string): boolean => startLengths.some((size) => size === charactersOf(number).length);
export const isEnd = (number: string): boolean => endLengths.some((size) => size === charactersOf(number).length);

/**
 * One or two runs that any term containing this piece must have, none for an empty piece; the longest available, hence
 * the rarest.
 */
export function tokensWithin(text: string): string[] {
  const characters = charactersOf(text);
  const { length } = characters;
  const runLength = runLengths.find((size) => size <= length);
  if (runLength === undefined) return [];
  const last = sliceCharacters(characters, length - runLength, length);
  return [...new Set([sliceCharacters(characters, 0, runLength), last])];
}

/** Whether a piece is itself an indexed run, so that a match of it is certain. */
export const isRun = (text: string): boolean => runLengths.some((size) => size === charactersOf(text).length);

export function tokensOf({ numbers, words }: Terms): Set<string> {
  const tokens = new Set<string>();
  for (const word of words) addRuns(tokens, charactersOf(word));
  for (const number of numbers) {
    const characters = charactersOf(number);
    addRuns(tokens, characters);
    tokens.add(wholeToken(number));
    for (const size of startLengths)
      if (size <= characters.length) tokens.add(startMark + sliceCharacters(characters, 0, size));
    const reversed = reverseCharacters(number);
    for (const size of endLengths)
      if (size <= reversed.length) tokens.add(endMark + sliceCharacters(reversed, 0, size));
  }
  return tokens;
}

function addRuns(tokens: Set<string>, characters: Characters): void {
  const { length } = characters;
  for (const runLength of runLengths) {
    for (let at = 0; at + runLength <= length; at++) tokens.add(sliceCharacters(characters, at, at + runLength));
  }
}

function longestPrefix(characters: Characters, sizes: readonly number[]): string {
  return sliceCharacters(characters, 0, sizes.find((size) => size <= characters.length) ?? 0);
}

// Nearly all text is in the first plane, where slicing needs no list of characters.
function charactersOf(text: string): Characters {
  return /[\ud800-\udfff]/.test(text) ? [...text] : text;
}

function reverseCharacters(text: string): Characters {
  const reversed = [...text].reverse();
  return typeof charactersOf(text) === 'string' ? reversed.join('') : reversed;
}

function sliceCharacters(characters: Characters, from: number, to: number): string {
  return typeof characters === 'string' ? characters.slice(from, to) : characters.slice(from, to).join('');
}

/** Checksum of distinct tokens: their count, and the sums of two hashes of each, modulo 2^32. */
export interface TokenSum {
  count: number;
  first: number;
  second: number;
}

// FNV-1a from two bases and with two primes: together they distinguish tokens like 64 bits.
const [firstBase, firstPrime] = [0x811c9dc5, 0x01000193];
const [secondBase, secondPrime] = [0x1b873593, 0x85ebca6b];

export const firstHash = (text: string): number => hashOf(text, firstBase, firstPrime);
export const secondHash = (text: string): number => hashOf(text, secondBase, secondPrime);

function hashOf(text: string, base: number, prime: number): number {
  let hash = base;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash;
}

/**
 * Slots of the hash table for the tokens of one row, and the most characters of a row whose tokens are certain to fit.
 */
const slotCount = 2 ** 15;
const maxRowCharacters = 3000;

const isRunSize = new Uint8Array(Math.max(...runLengths) + 1);
for (const length of runLengths) isRunSize[length] = 1;
const longestRun = isRunSize.length - 1;

/**
 * Sums up the tokens of `tokensOfRow` without creating them, extending a hash character by character. Null for a row
 * that is too long or has surrogate pairs.
 */
export function tokenSums(): (numbers: string, words: string) => TokenSum | null {
  const firstHashes = new Int32Array(slotCount);
  const secondHashes = new Int32Array(slotCount);
  const rowOfSlot = new Uint32Array(slotCount);
  let row = 0;
  let sum: TokenSum = { count: 0, first: 0, second: 0 };

  function add(first: number, second: number): void {
    let slot = (first ^ (second >>> 7)) & (slotCount - 1);
    while (rowOfSlot[slot] === row) {
      if (firstHashes[slot] === first && secondHashes[slot] === second) return;
      slot = (slot + 1) & (slotCount - 1);
    }
    rowOfSlot[slot] = row;
    firstHashes[slot] = first;
    secondHashes[slot] = second;
    sum.count += 1;
    sum.first = (sum.first + first) | 0;
    sum.second = (sum.second + second) | 0;
  }

  function addRuns(term: string): void {
    for (let from = 0; from < term.length; from += 1) {
      let [first, second] = [firstBase, secondBase];
      const maxLength = Math.min(longestRun, term.length - from);
      for (let length = 1; length <= maxLength; length += 1) {
        const code = term.charCodeAt(from + length - 1);
        first = Math.imul(first ^ code, firstPrime);
        second = Math.imul(second ^ code, secondPrime);
        if (isRunSize[length] === 1) add(first, second);
      }
    }
  }

  /** Adds the prefixes of a term with given lengths, each after a mark; `isReversed`: of the reversed term. */
  function addMarked(mark: string, term: string, lengths: readonly number[], isReversed: boolean): void {
    let [first, second] = [firstHash(mark), secondHash(mark)];
    for (let length = 1; length <= term.length; length += 1) {
      const code = term.charCodeAt(isReversed ? term.length - length : length - 1);
      first = Math.imul(first ^ code, firstPrime);
      second = Math.imul(second ^ code, secondPrime);
      if (lengths.includes(length)) add(first, second);
    }
  }

  return (numbers, words) => {
    if (numbers.length + words.length > maxRowCharacters || /[\ud800-\udfff]/.test(numbers + words)) return null;
    row += 1;
    sum = { count: 0, first: 0, second: 0 };
    for (const word of words.split(' ')) addRuns(word);
    for (const number of numbers.split(' ')) {
      if (number === '') continue;
      addRuns(number);
      addMarked(marks.whole, number, [number.length], false);
      addMarked(marks.start, number, startLengths, false);
      addMarked(marks.end, number, endLengths, true);
    }
    return sum;
  };
}

/**
 * Characters of a code and its name that the SKU index covers; the rest of a name is found only among the most used.
 */
const maxSkuCharacters = 500;

/** Index tokens of a row of `search_terms`, whose terms are separated by spaces. */
export const tokensOfRow = (numbers: string, words: string): Set<string> =>
  tokensOf({ numbers: termsIn(numbers), words: termsIn(words) });

export const termsIn = (spacedTerms: string): Set<string> =>
  new Set(spacedTerms.split(' ').filter((term) => term !== ''));

/** Index tokens of a line of the SKU list, from its folded code and name. */
export const tokensOfSku = (folded: string): Set<string> =>
  tokensOf({ numbers: new Set(), words: new Set(wordsOfSkuText(folded)) });

const wordsOfSkuText = (folded: string): string[] => wordsOf(folded.slice(0, maxSkuCharacters).toWellFormed());

/** The same words, separated by spaces. */
export const skuWords = (folded: string): string => wordsOfSkuText(folded).join(' ');
