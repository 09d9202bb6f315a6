import { checkCharacter, clearCharacters } from '../text/check-character.ts';

/** Lengths of the desk code, the date, and at least the counter, in characters. */
const deskLength = 5;
const dayLength = 3;
const counterLength = 4;
const maxGenerationLength = 4;
const base = clearCharacters.length;
const firstDay = Date.UTC(2025, 0, 1);
const dayMs = 86_400_000;
/** The highest generation of a desk: no PackageId can be made in a later one. */
export const lastGeneration = base ** maxGenerationLength - 1;

const clear = `[${clearCharacters}]`;
// A number has only one spelling: no leading zeros in a generation or a long counter, which the check character would
// not detect.
const counter = `${clear}{${counterLength}}|(?!0)${clear}{${counterLength + 1},8}`;
const shape = new RegExp(
  `^(${clear}{${deskLength}})((?!0)${clear}{1,${maxGenerationLength}})-(${clear}{${dayLength}})-(${counter})(${clear})$`,
);
const deskCodeShape = new RegExp(`^${clear}{${deskLength}}$`);

/** Parts of a PackageId made by a desk. */
export interface PackageIdParts {
  /** Five clear characters, one code per data folder. */
  desk: string;
  /** From 1; rises with every restore, so that numbers made after the backup are not made again. */
  generation: number;
  /** Any moment of the day it was made (ms), counted in UTC days from 2025 on. */
  day: number;
  /** From 1; rises within a generation. */
  counter: number;
}

export type PackageIdFound =
  | { found: 'not-ours' }
  | { found: 'good'; desk: string; generation: number; counter: number }
  /** `meant`: desk numbers one typing slip away, the likeliest first. */
  | { found: 'mistyped'; meant: string[] };

export const isDeskCode = (text: string): boolean => deskCodeShape.test(text);

/** A new desk code. `random` returns numbers from 0 up to but not including 1. */
export function makeDeskCode(random: () => number): string {
  return Array.from({ length: deskLength }, () => clearCharacters[Math.floor(random() * base)]).join('');
}

/**
 * A PackageId like `K7M3A1-0R4-004K7`: desk code and generation, date, counter with the check character at its end.
 * Throws RangeError if a part is out of range.
 */
export function makePackageId({ desk, generation, day, counter }: PackageIdParts): string {
  const days = Math.max(0, Math.floor((day - firstDay) / dayMs)) % base ** dayLength;
  const parts = [desk + encode(generation, 1), encode(days, dayLength), encode(counter, counterLength)];
  const check = checkCharacter(parts.join(''));
  const id = `${parts.join('-')}${check ?? ''}`;
  if (check === undefined || !shape.test(id))
    throw new RangeError(`no PackageId can be made of ${JSON.stringify(parts)}`);
  return id;
}

/**
 * Classifies a text as a PackageId made by a desk, or as one with a single slip: a wrong character, two neighbours
 * swapped, small letters, letters read for digits; a missing or additional character is nearly always detected.
 * Anything else is not ours.
 */
export function checkPackageId(text: string): PackageIdFound {
  const exact = readPackageId(text);
  if (exact) return { found: 'good', ...exact };
  if (text.length < 14 || text.length > 24) return { found: 'not-ours' };
  const plain = replaceLookAlikes(text);
  if (readPackageId(plain)) return { found: 'mistyped', meant: [plain] };
  const meant = new Set([...swaps(plain), ...singleEdits(plain)].filter((id) => readPackageId(id) !== undefined));
  return meant.size > 0 ? { found: 'mistyped', meant: [...meant] } : { found: 'not-ours' };
}

function readPackageId(text: string): { desk: string; generation: number; counter: number } | undefined {
  const parts = shape.exec(text);
  if (!parts) return undefined;
  const [, desk = '', generation = '', day = '', counted = '', check] = parts;
  if (checkCharacter(desk + generation + day + counted) !== check) return undefined;
  return { desk, generation: decode(generation), counter: decode(counted) };
}

/** Converts to capitals, and look-alike letters that are never used to the characters meant. */
const replaceLookAlikes = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212_]/g, '-')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
    .replaceAll('Z', '2')
    .replaceAll('U', 'V');

function* swaps(text: string): Iterable<string> {
  for (let at = 0; at + 1 < text.length; at++)
    yield text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
}

function* singleEdits(text: string): Iterable<string> {
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length) yield text.slice(0, at) + text.slice(at + 1);
    for (const character of `${clearCharacters}-`) {
      if (at < text.length) yield text.slice(0, at) + character + text.slice(at + 1);
      yield text.slice(0, at) + character + text.slice(at);
    }
  }
}

function encode(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / base)) text = (clearCharacters[rest % base] ?? '') + text;
  return text.padStart(length, '0');
}

function decode(text: string): number {
  return [...text].reduce((value, character) => value * base + clearCharacters.indexOf(character), 0);
}
