import { randomInt } from 'node:crypto';
import { checkCharacter, clearCharacters } from '../../shared/text/check-character.ts';

const groups = 7;
const inGroup = 4;
const length = groups * (inGroup + 1);
const shape = new RegExp(`^[${clearCharacters}]{${length}}$`);

/**
 * Makes a recovery key as printed, `K7M3A-…`: seven groups of four random unambiguous characters (138 bits), each with
 * a check character that locates a typing error.
 */
export function makeRecoveryKey(): string {
  const group = (): string => {
    const text = Array.from({ length: inGroup }, () => clearCharacters[randomInt(clearCharacters.length)]).join('');
    return `${text}${checkCharacter(text) ?? ''}`;
  };
  return Array.from({ length: groups }, group).join('-');
}

/** Normalises case, separators and look-alike letters; null if the text is not a recovery key. */
export function readRecoveryKey(text: string): string | null {
  const plain = plainOf(text);
  return shape.test(plain) && wrongGroup(plain) === null ? groupsOf(plain).join('-') : null;
}

/** Number of the first mistyped group, from 1, in a text as long as a recovery key; otherwise null. */
export function mistypedGroup(text: string): number | null {
  const plain = plainOf(text);
  return plain.length === length ? wrongGroup(plain) : null;
}

function wrongGroup(plain: string): number | null {
  const at = groupsOf(plain).findIndex((group) => checkCharacter(group.slice(0, -1)) !== group.at(-1));
  return at < 0 ? null : at + 1;
}

const groupsOf = (plain: string): string[] => plain.match(/.{5}/g) ?? [];

/** Removes the separators between groups and replaces letters by the characters they are mistaken for. */
export const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Dash}_]/gu, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
    .replaceAll('Z', '2')
    .replaceAll('U', 'V');
