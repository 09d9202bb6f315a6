import { wordsOf } from './fold-text.ts';
import type { Terms } from './terms.ts';

/**
 * The tokens of a term, chosen so that any query reads short lists, newest first: every run of 1, 2, 3, 5 and 8
 * characters of words and numbers, and for numbers the whole, each start and each end. A piece of another length is
 * looked up by its first and its last run.
 */
export const runs = [8, 5, 3, 2, 1] as const;

// Lengths of indexed starts and ends. A start or end of another length is looked up by the next shorter one and
// compared. Long starts are indexed because the keys of one desk begin alike.
export const starts = [32, 24, 20, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] as const;
export const ends = [8, 7, 6, 5, 4, 3, 2, 1] as const;

// Code points that folding never leaves in a term, so that no run looks like a start, an end or a whole.
const whole = '\u0080';
const start = '\u0081';
const end = '\u0082';
export const marks = { whole, start, end } as const;

type Characters = string | readonly string[];

export const wholeToken = (number: string): string => whole + number;
export const startToken = (number: string): string => start + longest(charactersOf(number), starts);
export const endToken = (number: string): string => end + longest(backwards(number), ends);

/** Whether such a start or end is indexed as it is, so that matching its token proves the hit. */
export const isStart = (number: string): boolean => starts.some((size) => size === charactersOf(number).length);
export const isEnd = (number: string): boolean => ends.some((size) => size === charactersOf(number).length);

/**
 * One or two runs that any term containing this piece must have, none for an empty piece; the longest available, hence
 * the rarest.
 */
export function tokensWithin(text: string): string[] {
  const characters = charactersOf(text);
  const { length } = characters;
  const run = runs.find((size) => size <= length);
  if (run === undefined) return [];
  const last = piece(characters, length - run, length);
  return [...new Set([piece(characters, 0, run), last])];
}

/** Whether a piece is itself an indexed run, so that matching it proves the hit. */
export const isRun = (text: string): boolean => runs.some((size) => size === charactersOf(text).length);

export function tokensOf({ numbers, words }: Terms): Set<string> {
  const tokens = new Set<string>();
  for (const word of words) addRuns(tokens, charactersOf(word));
  for (const number of numbers) {
    const characters = charactersOf(number);
    addRuns(tokens, characters);
    tokens.add(wholeToken(number));
    for (const size of starts) if (size <= characters.length) tokens.add(start + piece(characters, 0, size));
    const reversed = backwards(number);
    for (const size of ends) if (size <= reversed.length) tokens.add(end + piece(reversed, 0, size));
  }
  return tokens;
}

function addRuns(tokens: Set<string>, characters: Characters): void {
  const { length } = characters;
  for (const run of runs) {
    for (let at = 0; at + run <= length; at++) tokens.add(piece(characters, at, at + run));
  }
}

function longest(characters: Characters, sizes: readonly number[]): string {
  return piece(characters, 0, sizes.find((size) => size <= characters.length) ?? 0);
}

// Nearly all text is in the first plane, where slicing needs no list of characters.
function charactersOf(text: string): Characters {
  return /[\ud800-\udfff]/.test(text) ? [...text] : text;
}

function backwards(text: string): Characters {
  const reversed = [...text].reverse();
  return typeof charactersOf(text) === 'string' ? reversed.join('') : reversed;
}

function piece(characters: Characters, from: number, to: number): string {
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
const slots = 2 ** 15;
const mostCharacters = 3000;

const isRunSize = new Uint8Array(Math.max(...runs) + 1);
for (const length of runs) isRunSize[length] = 1;
const longestRun = isRunSize.length - 1;

/**
 * Sums up the tokens of `tokensOfRow` without creating them, extending a hash character by character. Null for a row
 * that is too long or has surrogate pairs.
 */
export function tokenSums(): (numbers: string, words: string) => TokenSum | null {
  const firstOf = new Int32Array(slots);
  const secondOf = new Int32Array(slots);
  const rowOf = new Uint32Array(slots);
  let row = 0;
  let sum: TokenSum = { count: 0, first: 0, second: 0 };

  function add(first: number, second: number): void {
    let slot = (first ^ (second >>> 7)) & (slots - 1);
    while (rowOf[slot] === row) {
      if (firstOf[slot] === first && secondOf[slot] === second) return;
      slot = (slot + 1) & (slots - 1);
    }
    rowOf[slot] = row;
    firstOf[slot] = first;
    secondOf[slot] = second;
    sum.count += 1;
    sum.first = (sum.first + first) | 0;
    sum.second = (sum.second + second) | 0;
  }

  function addRuns(term: string): void {
    for (let from = 0; from < term.length; from += 1) {
      let [first, second] = [firstBase, secondBase];
      const most = Math.min(longestRun, term.length - from);
      for (let length = 1; length <= most; length += 1) {
        const code = term.charCodeAt(from + length - 1);
        first = Math.imul(first ^ code, firstPrime);
        second = Math.imul(second ^ code, secondPrime);
        if (isRunSize[length] === 1) add(first, second);
      }
    }
  }

  /** Adds the prefixes of a term with given lengths, after a mark. */
  function addMarked(mark: string, term: string, lengths: readonly number[], backwards: boolean): void {
    let [first, second] = [firstHash(mark), secondHash(mark)];
    for (let length = 1; length <= term.length; length += 1) {
      const code = term.charCodeAt(backwards ? term.length - length : length - 1);
      first = Math.imul(first ^ code, firstPrime);
      second = Math.imul(second ^ code, secondPrime);
      if (lengths.includes(length)) add(first, second);
    }
  }

  return (numbers, words) => {
    if (numbers.length + words.length > mostCharacters || /[\ud800-\udfff]/.test(numbers + words)) return null;
    row += 1;
    sum = { count: 0, first: 0, second: 0 };
    for (const word of words.split(' ')) addRuns(word);
    for (const number of numbers.split(' ')) {
      if (number === '') continue;
      addRuns(number);
      addMarked(marks.whole, number, [number.length], false);
      addMarked(marks.start, number, starts, false);
      addMarked(marks.end, number, ends, true);
    }
    return sum;
  };
}

/**
 * Characters of a code and its name that the SKU index covers; the rest of a name is found only among the most used.
 */
const maxCharacters = 500;

/** Index tokens of a row of `search_terms`, whose terms are separated by spaces. */
export const tokensOfRow = (numbers: string, words: string): Set<string> =>
  tokensOf({ numbers: termsIn(numbers), words: termsIn(words) });

export const termsIn = (spacedTerms: string): Set<string> =>
  new Set(spacedTerms.split(' ').filter((term) => term !== ''));

/** Index tokens of a line of the SKU list, from its folded code and name. */
export const tokensOfSku = (folded: string): Set<string> =>
  tokensOf({ numbers: new Set(), words: new Set(wordsOfSku(folded)) });

const wordsOfSku = (folded: string): string[] => wordsOf(folded.slice(0, maxCharacters).toWellFormed());

/** The same words, separated by spaces. */
export const skuWords = (folded: string): string => wordsOfSku(folded).join(' ');
