import type { KeyPress } from '../../shared/scan/key-press.ts';

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

export type TextField = HTMLInputElement | HTMLTextAreaElement;

const textInputTypes = new Set(['text', 'search', 'password', 'url', 'tel', 'email']);

/** The focused field a key would write into; null if there is none. */
export function textFieldOf(element: Element | null): TextField | null {
  if (element instanceof HTMLTextAreaElement) return element;
  return element instanceof HTMLInputElement && textInputTypes.has(element.type) ? element : null;
}

let isWriting = false;

/** Whether a text change comes from this program rather than from keys or an input method. */
export const isProgrammaticInput = (): boolean => isWriting;

/**
 * Writes a text at the cursor as typing would: replaces the selection, respects the maximum length, and can be undone
 * by Ctrl+Z.
 */
export function writeText(field: TextField, text: string): void {
  if (field.disabled || field.readOnly) return;
  if (document.activeElement !== field) field.focus();
  isWriting = true;
  // The only way to write that the browser's undo history records.
  document.execCommand('insertText', false, text);
  isWriting = false;
}

/** Changes a field's value by the smallest edit, so that undo keeps working for the rest. */
export function changeText(field: TextField, newValue: string): void {
  const oldValue = field.value;
  if (oldValue === newValue) return;
  const start = commonPrefixLength(oldValue, newValue);
  const end = commonPrefixLength(reversed(oldValue.slice(start)), reversed(newValue.slice(start)));
  if (document.activeElement === field) {
    field.setSelectionRange(start, oldValue.length - end);
    const inserted = newValue.slice(start, newValue.length - end);
    document.execCommand(inserted === '' ? 'delete' : 'insertText', false, inserted);
  }
  if (field.value === newValue) return;
  field.value = newValue;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
}

function commonPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length;
}

const reversed = (text: string): string => text.split('').toReversed().join('');

const replayed = new WeakSet<Event>();

/** Whether an event replays a held key that was already processed. */
export const isReplayed = (event: Event): boolean => replayed.has(event);

/** Replays a held key: key listeners receive it, then its default action writes, ticks, selects or presses. */
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
  if ((document.activeElement ?? document.body).dispatchEvent(event)) performDefaultAction(key);
}

function performDefaultAction({ key }: KeyPress): void {
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
  const firstIndex = list.selectedIndex + 1;
  const options = [...list.options];
  const rotated = [...options.slice(firstIndex), ...options.slice(0, firstIndex)];
  const nextOption = rotated.find(
    ({ label, disabled }) => !disabled && label.toLowerCase().startsWith(letter.toLowerCase()),
  );
  if (!nextOption) return;
  nextOption.selected = true;
  for (const kind of ['input', 'change']) list.dispatchEvent(new Event(kind, { bubbles: true }));
}
