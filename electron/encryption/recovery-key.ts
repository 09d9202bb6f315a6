import { randomInt } from 'node:crypto';
import { checkCharacter, clearCharacters } from '../../shared/text/check-character.ts';

const groups = 7;
const inGroup = 4;
const length = groups * (inGroup + 1);
const shape = new RegExp(`^[${clearCharacters}]{${length}}$`);

/**
 * A recovery key as it stands on paper, `K7M3A-…`: seven groups of four clear characters by chance (138 bits), each with its check
 * character, so that a slip is found where it is.
 */
export function makeRecoveryKey(): string {
  const group = (): string => {
    const text = Array.from({ length: inGroup }, () => clearCharacters[randomInt(clearCharacters.length)]).join('');
    return `${text}${checkCharacter(text) ?? ''}`;
  };
  return Array.from({ length: groups }, group).join('-');
}

/** Small letters, spaces and letters that are read for digits are forgiven; null where it is no recovery key. */
export function readRecoveryKey(text: string): string | null {
  const plain = plainOf(text);
  return shape.test(plain) && wrongGroup(plain) === null ? groupsOf(plain).join('-') : null;
}

/** Number of the first group that is mistyped, from 1, in what is long enough to be meant as a recovery key; else null. */
export function mistypedGroup(text: string): number | null {
  const plain = plainOf(text);
  return plain.length === length ? wrongGroup(plain) : null;
}

function wrongGroup(plain: string): number | null {
  const at = groupsOf(plain).findIndex((group) => checkCharacter(group.slice(0, -1)) !== group.at(-1));
  return at < 0 ? null : at + 1;
}

const groupsOf = (plain: string): string[] => plain.match(/.{5}/g) ?? [];

/** Without what parts the groups, and with digits for the letters that look like them. */
export const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Dash}_]/gu, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
    .replaceAll('Z', '2')
    .replaceAll('U', 'V');
