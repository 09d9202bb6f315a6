import type { Terms } from './terms-of.ts';

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
