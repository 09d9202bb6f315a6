import type { KeyPress } from './key-in.ts';

/** A character entered by its code: Alt held, digits on the numpad, Alt released. */
export interface AltCharacter {
  character: string;
  /** Number of keys, and time of the first. */
  keys: number;
  since: number;
}

/** Tracks Alt with the numpad, which some scanners use to be independent of the keyboard layout. */
export function trackAltCodes() {
  let digits = '';
  let since: number | null = null;
  return {
    /** Processes a key; `part` if it belongs to such a character, `whole` once that is complete. */
    take(key: KeyPress): { part: boolean; whole?: AltCharacter } {
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
  // Beyond ASCII, the code means a different character on each code page; scanners send those differently.
  return digits.length >= 2 && number >= 32 && number <= 126 ? String.fromCharCode(number) : undefined;
}
