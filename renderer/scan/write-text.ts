export type TextField = HTMLInputElement | HTMLTextAreaElement;

const textInputTypes = new Set(['text', 'search', 'password', 'url', 'tel', 'email']);

/** The focused field a key would write into; null if there is none. */
export function textFieldOf(element: Element | null): TextField | null {
  if (element instanceof HTMLTextAreaElement) return element;
  return element instanceof HTMLInputElement && textInputTypes.has(element.type) ? element : null;
}

let writing = false;

/** Whether a text change comes from this program rather than from keys or an input method. */
export const isProgrammaticInput = (): boolean => writing;

/**
 * Writes a text at the cursor as typing would: replaces the selection, respects the maximum length, and can be undone
 * by Ctrl+Z.
 */
export function writeText(field: TextField, text: string): void {
  if (field.disabled || field.readOnly) return;
  if (document.activeElement !== field) field.focus();
  writing = true;
  // The only way to write that the browser's undo history records.
  document.execCommand('insertText', false, text);
  writing = false;
}

/** Changes a field's value by the smallest edit, so that undo keeps working for the rest. */
export function changeText(field: TextField, value: string): void {
  const before = field.value;
  if (before === value) return;
  const start = sameStart(before, value);
  const end = sameStart(reversed(before.slice(start)), reversed(value.slice(start)));
  if (document.activeElement === field) {
    field.setSelectionRange(start, before.length - end);
    const put = value.slice(start, value.length - end);
    document.execCommand(put === '' ? 'delete' : 'insertText', false, put);
  }
  if (field.value === value) return;
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
}

function sameStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return at;
}

const reversed = (text: string): string => text.split('').toReversed().join('');
