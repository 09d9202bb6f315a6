import type { KeyIn } from './key-in.ts';

/** A character that was keyed by its number: Alt held, digits of the number pad, Alt let go. */
export interface AltCharacter {
  character: string;
  /** keys it took, and when the first went down */
  keys: number;
  since: number;
}

/** Follows Alt and the number pad, by which some scanners write whatever the keyboard's language is. */
export function altCodes() {
  let digits = '';
  let since: number | null = null;
  return {
    /** Takes a key; `part` when it belongs to such a character, and the character once it is whole. */
    take(key: KeyIn): { part: boolean; whole?: AltCharacter } {
      if (key.key === 'Alt' && key.type === 'down') {
        if (!key.repeat) {
          digits = '';
          since = key.time;
        }
        return { part: false };
      }
      if (since === null) return { part: false };
      if (key.key === 'Alt') {
        const keyed = { digits, since };
        since = null;
        const character = readCode(keyed.digits);
        if (character === undefined) return { part: false };
        return { part: true, whole: { character, keys: keyed.digits.length, since: keyed.since } };
      }
      const digit = /^Numpad(\d)$/.exec(key.code)?.[1];
      if (digit === undefined) {
        since = null;
        return { part: false };
      }
      if (key.type === 'down') digits += digit;
      return { part: true };
    },
  };
}

function readCode(digits: string): string | undefined {
  const number = Number(digits);
  // Beyond ASCII the number means another character on each code page; scanners write such codes otherwise.
  return digits.length >= 2 && number >= 32 && number <= 126 ? String.fromCharCode(number) : undefined;
}
