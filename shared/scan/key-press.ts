/** A KeyboardEvent as plain data. `time` in ms of a monotonic clock. */
export interface KeyPress {
  type: 'down' | 'up';
  key: string;
  code: string;
  keyCode: number;
  time: number;
  shift: boolean;
  ctrl: boolean;
  alt: boolean;
  meta: boolean;
  capsLock: boolean;
  isComposing: boolean;
  repeat: boolean;
}

/** Whether an input method handles the key: what it writes is unknown here, and the key cannot be held back. */
export const isHandledByInputMethod = (key: KeyPress): boolean =>
  key.isComposing || key.keyCode === 229 || key.key === 'Process';

/** Whether a key is one that scanners end a code with. */
export function isEndKey(key: KeyPress): boolean {
  if (key.ctrl && !key.alt && !key.meta) return key.code === 'KeyJ' || key.code === 'KeyM';
  return !key.alt && !key.meta && ['Enter', 'NumpadEnter', 'Tab'].includes(key.code);
}

const shiftedDigits = ')!@#$%^&*(';
const signs: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Backquote: '`~',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  NumpadAdd: '++',
  NumpadSubtract: '--',
  NumpadMultiply: '**',
  NumpadDivide: '//',
  NumpadDecimal: '..',
};

/** The character a key writes on a US keyboard, which scanners emulate; undefined for keys that write nothing. */
export function usKeyboardCharacter(code: string, shift: boolean): string | undefined {
  if (/^Key[A-Z]$/.test(code)) return shift ? code.slice(3) : code.slice(3).toLowerCase();
  if (/^Digit\d$/.test(code)) return shift ? shiftedDigits[Number(code.at(-1))] : code.at(-1);
  if (/^Numpad\d$/.test(code)) return code.at(-1);
  return signs[code]?.[shift ? 1 : 0];
}

/**
 * The character a scanner means by a key; undefined if the key writes none. With an input method active, it is derived
 * from the key's position on a US keyboard; otherwise it is the character written, in normal width and without the
 * effect of Caps Lock, which the scanner does not know of. `usesPosition`: the position decides for every key, for a
 * desk without a US keyboard.
 */
export function characterOf(key: KeyPress, usesPosition: boolean): string | undefined {
  // Control and Alt together are AltGr, which writes characters.
  if (key.meta || key.ctrl !== key.alt) return undefined;
  if (isHandledByInputMethod(key) || usesPosition) return usKeyboardCharacter(key.code, key.shift);
  if ([...key.key].length !== 1) return undefined;
  const character = key.key.replace(/[\uff01-\uff5e]/, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  if (!key.capsLock || !/^[A-Za-z]$/.test(character)) return character;
  return character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase();
}

/** A character entered by its code: Alt held, digits on the numpad, Alt released. */
export interface AltCharacter {
  character: string;
  /** Number of keys, and time of the first. */
  keyCount: number;
  since: number;
}

/** Tracks Alt with the numpad, which some scanners use to be independent of the keyboard layout. */
export function trackAltCodes() {
  let digits = '';
  let since: number | null = null;
  return {
    /** `isPart`: the key belongs to a character entered by its code; `completed`: that character, with its last key. */
    feed(key: KeyPress): { isPart: boolean; completed?: AltCharacter } {
      if (key.key === 'Alt' && key.type === 'down') {
        if (!key.repeat) {
          digits = '';
          since = key.time;
        }
        return { isPart: false };
      }
      if (since === null) return { isPart: false };
      if (key.key === 'Alt') {
        const finished = { digits, since };
        since = null;
        const character = altCodeCharacter(finished.digits);
        if (character === undefined) return { isPart: false };
        return { isPart: true, completed: { character, keyCount: finished.digits.length, since: finished.since } };
      }
      const digit = /^Numpad(\d)$/.exec(key.code)?.[1];
      if (digit === undefined) {
        since = null;
        return { isPart: false };
      }
      if (key.type === 'down') digits += digit;
      return { isPart: true };
    },
  };
}

function altCodeCharacter(digits: string): string | undefined {
  const number = Number(digits);
  // Beyond ASCII, the code means a different character on each code page; scanners send those differently.
  return digits.length >= 2 && number >= 32 && number <= 126 ? String.fromCharCode(number) : undefined;
}
