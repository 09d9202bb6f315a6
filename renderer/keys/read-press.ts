/** What of a key press counts; a `KeyboardEvent` is one. */
export interface Press {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
}

/** Ctrl is held, or ⌘ in its place. */
export const holdsCtrl = ({ ctrlKey, metaKey }: Pick<Press, 'ctrlKey' | 'metaKey'>): boolean => ctrlKey || metaKey;

/**
 * The name of a press as in the key table: `Ctrl+Enter`, `Alt+L`, `F2`, `?`. Null while an input method is composing, and for
 * a modifier alone. Shift is named only beside Alt or Ctrl or with a key that writes nothing.
 */
export function readPress(press: Press): string | null {
  if (press.isComposing || press.key === 'Process' || ['Control', 'Shift', 'Alt', 'Meta'].includes(press.key)) {
    return null;
  }
  // Alt with digits of the number pad writes a character by its number
  if (press.altKey && press.code.startsWith('Numpad')) return null;
  const ctrl = holdsCtrl(press);
  // AltGr writes characters on many keyboards and arrives as Ctrl+Alt
  if (ctrl && press.altKey && press.key.length === 1) return null;
  const writes = press.key.length === 1;
  const place = /^(?:Key|Digit)(\w)$/.exec(press.code)?.[1];
  const key = (ctrl || press.altKey) && writes && place !== undefined ? place : press.key;
  const shift = press.shiftKey && (!writes || ctrl || press.altKey);
  return [ctrl && 'Ctrl', press.altKey && 'Alt', shift && 'Shift', key].filter((part) => part !== false).join('+');
}
