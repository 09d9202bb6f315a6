import type { KeyIn } from '../../shared/scan/key-in.ts';

/** A key event of the page as plain data. Its time is that of `performance.now()`. */
export const keyOfEvent = (event: KeyboardEvent): KeyIn => ({
  type: event.type === 'keyup' ? 'up' : 'down',
  key: event.key,
  code: event.code,
  // an input method that has the key is told by nothing else in some browsers
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
