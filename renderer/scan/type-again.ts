import type { KeyPress } from '../../shared/scan/key-in.ts';
import { textFieldOf, writeText } from './write-text.ts';

const replayed = new WeakSet<Event>();

/** Whether an event is a held key that is being released and was already processed. */
export const isReplayed = (event: Event): boolean => replayed.has(event);

/** Performs the default action of a held key: key listeners receive it, then it writes, ticks, selects or presses. */
export function replayKey(key: KeyPress): void {
  const event = new KeyboardEvent('keydown', {
    key: key.key,
    code: key.code,
    shiftKey: key.shift,
    ctrlKey: key.ctrl,
    altKey: key.alt,
    metaKey: key.meta,
    modifierCapsLock: key.capsLock,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  replayed.add(event);
  if ((document.activeElement ?? document.body).dispatchEvent(event)) performDefault(key);
}

function performDefault({ key }: KeyPress): void {
  const focused = document.activeElement;
  const field = textFieldOf(focused);
  if (key === 'Enter' && field instanceof HTMLInputElement) field.form?.requestSubmit();
  else if (field) writeText(field, key === 'Enter' ? '\n' : key);
  else if (focused instanceof HTMLSelectElement) selectByLetter(focused, key);
  else if (key === ' ' && (focused instanceof HTMLButtonElement || focused instanceof HTMLInputElement))
    focused.click();
}

/** Selects the next option that begins with the letter. */
function selectByLetter(list: HTMLSelectElement, letter: string): void {
  const from = list.selectedIndex + 1;
  const options = [...list.options];
  const turned = [...options.slice(from), ...options.slice(0, from)];
  const next = turned.find(({ label, disabled }) => !disabled && label.toLowerCase().startsWith(letter.toLowerCase()));
  if (!next) return;
  next.selected = true;
  for (const kind of ['input', 'change']) list.dispatchEvent(new Event(kind, { bubbles: true }));
}
