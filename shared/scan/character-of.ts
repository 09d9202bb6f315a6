import { isHandledByInputMethod, type KeyPress } from './key-in.ts';

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
 * effect of Caps Lock, which the scanner does not know of. `byPlace` uses the position for every key, for a desk
 * without a US keyboard.
 */
export function characterOf(key: KeyPress, byPlace: boolean): string | undefined {
  // Control and Alt together are AltGr, which writes characters.
  if (key.meta || key.ctrl !== key.alt) return undefined;
  if (isHandledByInputMethod(key) || byPlace) return usKeyboardCharacter(key.code, key.shift);
  if ([...key.key].length !== 1) return undefined;
  const character = key.key.replace(/[\uff01-\uff5e]/, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  if (!key.capsLock || !/^[A-Za-z]$/.test(character)) return character;
  return character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase();
}
