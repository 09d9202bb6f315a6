import { checkCharacter, clearCharacters } from '../text/check-character.ts';

/** Lengths in characters; the counter can be longer. */
const deskLength = 5;
const dayLength = 3;
const counterLength = 4;
const maxGenerationLength = 4;
const base = clearCharacters.length;
const firstDay = Date.UTC(2025, 0, 1);
const dayMs = 86_400_000;
/** The highest generation in which PackageIds can be made. */
export const lastGeneration = base ** maxGenerationLength - 1;

const clearClass = `[${clearCharacters}]`;
// A number has only one spelling: no leading zeros in a generation or a long counter, which the check character would
// not detect.
const counter = `${clearClass}{${counterLength}}|(?!0)${clearClass}{${counterLength + 1},8}`;
const packageIdPattern = new RegExp(
  `^(${clearClass}{${deskLength}})((?!0)${clearClass}{1,${maxGenerationLength}})-(${clearClass}{${dayLength}})-(${counter})(${clearClass})$`,
);
const deskCodePattern = new RegExp(`^${clearClass}{${deskLength}}$`);

/** Parts of a PackageId made by a desk. */
export interface PackageIdParts {
  /** Five clear characters, one code per data folder. */
  desk: string;
  /** From 1; rises with every restore, so that numbers made after the backup are not made again. */
  generation: number;
  /** When it was made (ms); the PackageId contains the UTC day, counted from 2025 on. */
  madeAt: number;
  /** From 1; rises within a generation. */
  counter: number;
}

export type PackageIdCheck =
  | { kind: 'not-ours' }
  | { kind: 'good'; desk: string; generation: number; counter: number }
  /** `corrections`: PackageIds of a desk that differ by one typing slip, the likeliest first. */
  | { kind: 'mistyped'; corrections: string[] };

export const isDeskCode = (text: string): boolean => deskCodePattern.test(text);

/** A new desk code. `random` returns numbers from 0 up to but not including 1. */
export function makeDeskCode(random: () => number): string {
  return Array.from({ length: deskLength }, () => clearCharacters[Math.floor(random() * base)]).join('');
}

/**
 * A PackageId like `K7M3A1-0R4-004K7`: desk code and generation, date, counter with the check character at its end.
 * Throws RangeError if a part is out of range.
 */
export function makePackageId({ desk, generation, madeAt, counter }: PackageIdParts): string {
  const days = Math.max(0, Math.floor((madeAt - firstDay) / dayMs)) % base ** dayLength;
  const parts = [desk + encode(generation, 1), encode(days, dayLength), encode(counter, counterLength)];
  const check = checkCharacter(parts.join(''));
  const id = `${parts.join('-')}${check ?? ''}`;
  if (check === undefined || !packageIdPattern.test(id))
    throw new RangeError(`no PackageId can be made of ${JSON.stringify(parts)}`);
  return id;
}

/**
 * Classifies a text as a PackageId made by a desk, or as one with a single slip: a wrong character, two neighbours
 * swapped, small letters, letters read for digits; a missing or additional character is nearly always detected.
 * Anything else is not ours.
 */
export function checkPackageId(text: string): PackageIdCheck {
  const exact = readPackageId(text);
  if (exact) return { kind: 'good', ...exact };
  if (text.length < 14 || text.length > 24) return { kind: 'not-ours' };
  const normalized = replaceLookAlikes(text);
  if (readPackageId(normalized)) return { kind: 'mistyped', corrections: [normalized] };
  const corrections = new Set(
    [...swaps(normalized), ...singleEdits(normalized)].filter((id) => readPackageId(id) !== undefined),
  );
  return corrections.size > 0 ? { kind: 'mistyped', corrections: [...corrections] } : { kind: 'not-ours' };
}

function readPackageId(text: string): { desk: string; generation: number; counter: number } | undefined {
  const parts = packageIdPattern.exec(text);
  if (!parts) return undefined;
  const [, desk = '', generation = '', day = '', counterText = '', check] = parts;
  if (checkCharacter(desk + generation + day + counterText) !== check) return undefined;
  return { desk, generation: decode(generation), counter: decode(counterText) };
}

/** Converts to capitals, and replaces letters that are never used by the characters they look like. */
const replaceLookAlikes = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212_]/g, '-')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
    .replaceAll('Z', '2')
    .replaceAll('U', 'V');

function* swaps(text: string): Iterable<string> {
  for (let index = 0; index + 1 < text.length; index++)
    yield text.slice(0, index) + (text[index + 1] ?? '') + (text[index] ?? '') + text.slice(index + 2);
}

function* singleEdits(text: string): Iterable<string> {
  for (let index = 0; index <= text.length; index++) {
    if (index < text.length) yield text.slice(0, index) + text.slice(index + 1);
    for (const character of `${clearCharacters}-`) {
      if (index < text.length) yield text.slice(0, index) + character + text.slice(index + 1);
      yield text.slice(0, index) + character + text.slice(index);
    }
  }
}

function encode(value: number, length: number): string {
  let text = '';
  for (let remainder = value; remainder > 0; remainder = Math.floor(remainder / base))
    text = (clearCharacters[remainder % base] ?? '') + text;
  return text.padStart(length, '0');
}

function decode(text: string): number {
  return [...text].reduce((value, character) => value * base + clearCharacters.indexOf(character), 0);
}
