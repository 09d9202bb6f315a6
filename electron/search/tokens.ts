import type { Terms } from './terms-of.ts';

/**
 * What the index holds of a term, so that any lookup reads short lists, newest first, whatever is typed: every run of 1, 2, 3, 5
 * and 8 characters of words and numbers, and of numbers the whole, each start and each end. A piece of another length is looked
 * up by its first and its last run.
 */
const runs = [8, 5, 3, 2, 1] as const;

/** Longest start and end that are kept; a longer one is looked up by these and compared. */
export const longestStart = 16;
export const longestEnd = 8;

// Codes that folding never leaves in a term, so that no run of characters looks like a start, an end or a whole.
const whole = '\u0080';
const start = '\u0081';
const end = '\u0082';

type Characters = string | readonly string[];

export const wholeToken = (number: string): string => whole + number;
export const startToken = (number: string): string => start + piece(charactersOf(number), 0, longestStart);

export function endToken(number: string): string {
  return end + piece(backwards(number), 0, longestEnd);
}

/** One or two runs that any term with this piece in it must have, none for an empty one; as long, and so as rare, as the index has them. */
export function tokensWithin(text: string): string[] {
  const characters = charactersOf(text);
  const { length } = characters;
  const run = runs.find((size) => size <= length);
  if (run === undefined) return [];
  const last = piece(characters, length - run, length);
  return [...new Set([piece(characters, 0, run), last])];
}

/** Whether a piece is a run of the index itself, so that having it proves the hit. */
export const isRun = (text: string): boolean => runs.some((size) => size === charactersOf(text).length);

export function tokensOf({ numbers, words }: Terms): Set<string> {
  const tokens = new Set<string>();
  for (const word of words) addRuns(tokens, charactersOf(word));
  for (const number of numbers) {
    const characters = charactersOf(number);
    addRuns(tokens, characters);
    tokens.add(wholeToken(number));
    for (let n = 1; n <= Math.min(longestStart, characters.length); n++) tokens.add(start + piece(characters, 0, n));
    const reversed = backwards(number);
    for (let n = 1; n <= Math.min(longestEnd, reversed.length); n++) tokens.add(end + piece(reversed, 0, n));
  }
  return tokens;
}

function addRuns(tokens: Set<string>, characters: Characters): void {
  const { length } = characters;
  for (const run of runs) {
    for (let at = 0; at + run <= length; at++) tokens.add(piece(characters, at, at + run));
  }
}

// Nearly all text is within the first plane, where a slice costs no list of characters.
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
