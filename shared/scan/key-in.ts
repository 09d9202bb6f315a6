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

/** Whether an input method handles the key: its result is unknown here, and it cannot be held back. */
export const isHandledByInputMethod = (key: KeyPress): boolean =>
  key.isComposing || key.keyCode === 229 || key.key === 'Process';

/** Whether a key is one that scanners end a code with. */
export function isEndKey(key: KeyPress): boolean {
  if (key.ctrl && !key.alt && !key.meta) return key.code === 'KeyJ' || key.code === 'KeyM';
  return !key.alt && !key.meta && ['Enter', 'NumpadEnter', 'Tab'].includes(key.code);
}
