import { isWithInputMethod, type KeyIn } from '../../shared/scan/key-in.ts';
import { keyOfEvent } from './key-of-event.ts';
import { typeAgain } from './type-again.ts';
import { textFieldOf } from './write-text.ts';

/** Number of running tasks that prepare the place for typing. */
let making = 0;
let giving = false;
const held: KeyIn[] = [];
const waiting: (() => void)[] = [];

/** Whether typed keys are buffered and not written into any field yet. */
export const isBuffering = (): boolean => making > 0;

/** Resolves when buffered keys are written; at once if none are buffered. */
export const flushKeys = (): Promise<void> =>
  isBuffering() ? new Promise((goes) => waiting.push(goes)) : Promise.resolve();

const edits: readonly string[] = ['Enter', 'Backspace'];

/** Whether a key writes a character or edits text. */
export function isTyping({ key, ctrl, alt, meta }: KeyIn, altGraph: boolean): boolean {
  const writes = [...key].length === 1;
  return altGraph ? writes : !ctrl && !alt && !meta && (writes || edits.includes(key));
}

function hold(event: KeyboardEvent): void {
  const key = keyOfEvent(event);
  if (giving || isWithInputMethod(key) || !isTyping(key, event.getModifierState('AltGraph'))) return;
  // An open dialog receives the keys.
  if (document.querySelector('dialog[open]')) return;
  const presses = event.target instanceof Element && event.target.closest('a, button, summary');
  if (presses && (key.key === 'Enter' || key.key === ' ')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(key);
}

/**
 * Runs work that ends with the cursor where typing belongs: preparing a form, or restarting it after a save. Keys typed
 * meanwhile are buffered and written there afterwards, so that users need not wait for the desk and no key is lost. If
 * the work returns false there is no such place, and the buffered keys are dropped rather than written elsewhere.
 */
export async function bufferKeys(work: () => Promise<boolean>): Promise<void> {
  if (making++ === 0) window.addEventListener('keydown', hold, true);
  let there = false;
  try {
    there = await work();
  } finally {
    if (making === 1) await give(there);
    if (--making === 0) {
      window.removeEventListener('keydown', hold, true);
      for (const goes of waiting.splice(0)) goes();
    }
  }
}

/** Writes the buffered keys, including those typed until all are written. */
async function give(there: boolean): Promise<void> {
  for (let key = held.shift(); key; key = held.shift()) {
    const field = textFieldOf(document.activeElement);
    if (!there || document.querySelector('dialog[open]')) continue;
    giving = true;
    if (key.key === 'Backspace') {
      if (field) document.execCommand('delete');
    } else if (key.key !== 'Enter' || field) typeAgain(key);
    giving = false;
    // Enter moves the cursor asynchronously.
    if (key.key === 'Enter') await new Promise((done) => setTimeout(done));
  }
}
