import { isHandledByInputMethod, type KeyPress } from '../../shared/scan/key-press.ts';
import { keyOfEvent, replayKey, textFieldOf } from './key-events.ts';

/** Number of running tasks that end with the cursor where typing belongs. */
let runningTasks = 0;
let isReplaying = false;
const bufferedKeys: KeyPress[] = [];
const waiters: (() => void)[] = [];

/** Whether typed keys are buffered instead of written into a field. */
export const isBuffering = (): boolean => runningTasks > 0;

/** Resolves when buffered keys are written; at once if none are buffered. */
export const flushKeys = (): Promise<void> =>
  isBuffering() ? new Promise((resolve) => waiters.push(resolve)) : Promise.resolve();

const editKeys: readonly string[] = ['Enter', 'Backspace'];

/** Whether a key writes a character or edits text. */
export function isTyping({ key, ctrl, alt, meta }: KeyPress, altGraph: boolean): boolean {
  const writesCharacter = [...key].length === 1;
  return altGraph ? writesCharacter : !ctrl && !alt && !meta && (writesCharacter || editKeys.includes(key));
}

function bufferKey(event: KeyboardEvent): void {
  const key = keyOfEvent(event);
  if (isReplaying || isHandledByInputMethod(key) || !isTyping(key, event.getModifierState('AltGraph'))) return;
  // An open dialog receives the keys.
  if (document.querySelector('dialog[open]')) return;
  const pressedControl = event.target instanceof Element && event.target.closest('a, button, summary');
  if (pressedControl && (key.key === 'Enter' || key.key === ' ')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  bufferedKeys.push(key);
}

/**
 * Runs work that ends with the cursor where typing belongs: preparing a form, or restarting it after a save. Keys typed
 * meanwhile are buffered and written there afterwards, so that users need not wait for the desk and no key is lost. If
 * the work returns false there is no such place, and the buffered keys are dropped rather than written elsewhere.
 */
export async function bufferKeys(work: () => Promise<boolean>): Promise<void> {
  if (runningTasks++ === 0) window.addEventListener('keydown', bufferKey, true);
  let canType = false;
  try {
    canType = await work();
  } finally {
    if (runningTasks === 1) await replayBuffered(canType);
    if (--runningTasks === 0) {
      window.removeEventListener('keydown', bufferKey, true);
      for (const resolve of waiters.splice(0)) resolve();
    }
  }
}

/** Writes the buffered keys, including those typed meanwhile. Drops them if `canType` is false. */
async function replayBuffered(canType: boolean): Promise<void> {
  for (let key = bufferedKeys.shift(); key; key = bufferedKeys.shift()) {
    const field = textFieldOf(document.activeElement);
    if (!canType || document.querySelector('dialog[open]')) continue;
    isReplaying = true;
    if (key.key === 'Backspace') {
      if (field) document.execCommand('delete');
    } else if (key.key !== 'Enter' || field) replayKey(key);
    isReplaying = false;
    // Enter moves the cursor asynchronously.
    if (key.key === 'Enter') await new Promise((resolve) => setTimeout(resolve));
  }
}

let earlyKeys: KeyPress[] = [];

function collectKey(event: KeyboardEvent): void {
  const key = keyOfEvent(event);
  if (!isTyping(key, event.getModifierState('AltGraph'))) return;
  event.preventDefault();
  earlyKeys.push(key);
}

/** Starts collecting typed or scanned keys: the page is visible before the desk has reported what its screens need. */
export const collectEarlyKeys = (): void => window.addEventListener('keydown', collectKey, true);

/** Returns the collected keys, to be processed now that the screens are ready, and stops collecting. */
export function takeEarlyKeys(): KeyPress[] {
  window.removeEventListener('keydown', collectKey, true);
  const collected = earlyKeys;
  earlyKeys = [];
  return collected;
}
