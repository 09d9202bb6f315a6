import { ends, marks, runs, starts } from './tokens.ts';

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
