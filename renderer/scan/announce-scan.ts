import { toasts } from '../state/toasts.svelte.ts';
import { playSound } from './play-sound.ts';
import type { Outcome } from './sound-notes.ts';

/** Reports the result of a scan by a sound and by shape, word and colour on the screen. */
export function announceScan(outcome: Outcome, text: () => string): void {
  playSound(outcome);
  toasts.show(text, outcome);
}
