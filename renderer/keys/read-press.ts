/** The parts of a key press that matter; a `KeyboardEvent` is one. */
export interface Press {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
}

/** Whether Ctrl or ⌘ is held. */
export const holdsCtrl = ({ ctrlKey, metaKey }: Pick<Press, 'ctrlKey' | 'metaKey'>): boolean => ctrlKey || metaKey;

/**
 * Name of a key press as in the key table: `Ctrl+Enter`, `Alt+L`, `F2`, `?`. Null during input method composition and
 * for a modifier alone. Shift is named only with Alt or Ctrl, or for a key that writes no character.
 */
export function readPress(press: Press): string | null {
  if (press.isComposing || press.key === 'Process' || ['Control', 'Shift', 'Alt', 'Meta'].includes(press.key)) {
    return null;
  }
  // Alt with numpad digits enters a character by its code.
  if (press.altKey && press.code.startsWith('Numpad')) return null;
  const hasCtrl = holdsCtrl(press);
  // AltGr enters characters on many keyboards and is reported as Ctrl+Alt.
  if (hasCtrl && press.altKey && press.key.length === 1) return null;
  const writesCharacter = press.key.length === 1;
  const positionLetter = /^(?:Key|Digit)(\w)$/.exec(press.code)?.[1];
  const key = (hasCtrl || press.altKey) && writesCharacter && positionLetter !== undefined ? positionLetter : press.key;
  const hasShift = press.shiftKey && (!writesCharacter || hasCtrl || press.altKey);
  return [hasCtrl && 'Ctrl', press.altKey && 'Alt', hasShift && 'Shift', key]
    .filter((part) => part !== false)
    .join('+');
}
