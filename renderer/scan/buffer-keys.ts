import { isWithInputMethod, type KeyIn } from '../../shared/scan/key-in.ts';
import { keyOfEvent } from './key-of-event.ts';
import { typeAgain } from './type-again.ts';
import { textFieldOf } from './write-text.ts';

/** how many make ready the place where typing belongs */
let making = 0;
let giving = false;
const held: KeyIn[] = [];
const waiting: (() => void)[] = [];

/** Whether what is typed is held, and so writes in no field yet. */
export const isBuffering = (): boolean => making > 0;

/** Resolves once typing goes where it belongs: at once where nothing is made ready. */
export const flushKeys = (): Promise<void> =>
  isBuffering() ? new Promise((goes) => waiting.push(goes)) : Promise.resolve();

const edits: readonly string[] = ['Enter', 'Backspace'];

/** Whether it writes, or belongs to what does. */
export function isTyping({ key, ctrl, alt, meta }: KeyIn, altGraph: boolean): boolean {
  const writes = [...key].length === 1;
  return altGraph ? writes : !ctrl && !alt && !meta && (writes || edits.includes(key));
}

function hold(event: KeyboardEvent): void {
  const key = keyOfEvent(event);
  if (giving || isWithInputMethod(key) || !isTyping(key, event.getModifierState('AltGraph'))) return;
  // a question that is open has the keys
  if (document.querySelector('dialog[open]')) return;
  const presses = event.target instanceof Element && event.target.closest('a, button, summary');
  if (presses && (key.key === 'Enter' || key.key === ' ')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(key);
}

/**
 * Does the work that ends with the cursor where typing belongs: a form that is made ready, or begun anew after a save. What is typed
 * meanwhile is held and typed there afterwards, so that nobody waits for the desk and no key is lost. Where the work answers false there
 * is no such place, and what was held is dropped, rather than written where nobody meant it.
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

/** Types what is held, and what is typed until all of it is written. */
async function give(there: boolean): Promise<void> {
  for (let key = held.shift(); key; key = held.shift()) {
    const field = textFieldOf(document.activeElement);
    if (!there || document.querySelector('dialog[open]')) continue;
    giving = true;
    if (key.key === 'Backspace') {
      if (field) document.execCommand('delete');
    } else if (key.key !== 'Enter' || field) typeAgain(key);
    giving = false;
    // Enter takes the cursor on in its own time
    if (key.key === 'Enter') await new Promise((done) => setTimeout(done));
  }
}
