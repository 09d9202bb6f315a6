import type { KeyPress } from '../../shared/scan/key-in.ts';
import { isTyping } from './buffer-keys.ts';
import { keyOfEvent } from './key-of-event.ts';

let early: KeyPress[] = [];

function collect(event: KeyboardEvent): void {
  const key = keyOfEvent(event);
  if (!isTyping(key, event.getModifierState('AltGraph'))) return;
  event.preventDefault();
  early.push(key);
}

/** Starts collecting typed or scanned keys: the page is visible before the desk has reported what its screens need. */
export const collectEarlyKeys = (): void => window.addEventListener('keydown', collect, true);

/** Returns the collected keys, to be processed now that the screens are ready, and stops collecting. */
export function takeEarlyKeys(): KeyPress[] {
  window.removeEventListener('keydown', collect, true);
  const all = early;
  early = [];
  return all;
}
