import { randomInt } from 'node:crypto';
import { checkCharacter, clearCharacters } from '../../shared/text/check-character.ts';

const groupCount = 7;
const groupLength = 4;
const keyCharacters = groupCount * (groupLength + 1);
const keyPattern = new RegExp(`^[${clearCharacters}]{${keyCharacters}}$`);

/**
 * Makes a recovery key as printed, `K7M3A-…`: seven groups of four random unambiguous characters (138 bits), each with
 * a check character that locates a typing error.
 */
export function makeRecoveryKey(): string {
  const group = (): string => {
    const text = Array.from({ length: groupLength }, () => clearCharacters[randomInt(clearCharacters.length)]).join('');
    return `${text}${checkCharacter(text) ?? ''}`;
  };
  return Array.from({ length: groupCount }, group).join('-');
}

/** Normalises case, separators and look-alike letters; null if the text is not a recovery key. */
export function readRecoveryKey(text: string): string | null {
  const plain = normalizeRecoveryKey(text);
  return keyPattern.test(plain) && findWrongGroup(plain) === null ? splitGroups(plain).join('-') : null;
}

/** Number of the first mistyped group, from 1, in a text as long as a recovery key; otherwise null. */
export function findMistypedGroup(text: string): number | null {
  const plain = normalizeRecoveryKey(text);
  return plain.length === keyCharacters ? findWrongGroup(plain) : null;
}

function findWrongGroup(plain: string): number | null {
  const at = splitGroups(plain).findIndex((group) => checkCharacter(group.slice(0, -1)) !== group.at(-1));
  return at < 0 ? null : at + 1;
}

const splitGroups = (plain: string): string[] => plain.match(/.{5}/g) ?? [];

/** Removes the separators between groups and replaces letters by the characters they are mistaken for. */
export const normalizeRecoveryKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Dash}_]/gu, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
    .replaceAll('Z', '2')
    .replaceAll('U', 'V');
