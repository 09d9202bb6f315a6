import type { KeyPress } from '../../shared/scan/key-in.ts';

/** A key event as plain data; `time` is on the `performance.now()` clock. */
export const keyOfEvent = (event: KeyboardEvent): KeyPress => ({
  type: event.type === 'keyup' ? 'up' : 'down',
  key: event.key,
  code: event.code,
  // In some browsers the only sign that an input method handles the key.
  keyCode: event.keyCode,
  time: event.timeStamp,
  shift: event.shiftKey,
  ctrl: event.ctrlKey,
  alt: event.altKey,
  meta: event.metaKey,
  capsLock: event.getModifierState('CapsLock'),
  isComposing: event.isComposing,
  repeat: event.repeat,
});
