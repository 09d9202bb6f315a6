import type { KeyIn } from '../../shared/scan/key-in.ts';
import { isTyping } from './buffer-keys.ts';
import { keyOfEvent } from './key-of-event.ts';

let early: KeyIn[] = [];

function keep(event: KeyboardEvent): void {
  const key = keyOfEvent(event);
  if (!isTyping(key, event.getModifierState('AltGraph'))) return;
  event.preventDefault();
  early.push(key);
}

/** From here on what is typed or scanned is kept: the page is there before the desk has said what its screens begin with. */
export const keepEarlyKeys = (): void => window.addEventListener('keydown', keep, true);

/** What was kept, for who does it now that the screens are there; from here on nothing is kept. */
export function takeEarlyKeys(): KeyIn[] {
  window.removeEventListener('keydown', keep, true);
  const all = early;
  early = [];
  return all;
}
