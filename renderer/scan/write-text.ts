export type TextField = HTMLInputElement | HTMLTextAreaElement;

const written = new Set(['text', 'search', 'password', 'url', 'tel', 'email']);

/** The field a key would write into now; null where none has the focus. */
export function textFieldOf(element: Element | null): TextField | null {
  if (element instanceof HTMLTextAreaElement) return element;
  return element instanceof HTMLInputElement && written.has(element.type) ? element : null;
}

let writing = false;

/** Whether the desk itself is writing now; else keys or an input method write. */
export const deskWrites = (): boolean => writing;

/** Writes a text where the cursor is, as typing would: over what is selected, within the length allowed, to be undone by Ctrl+Z. */
export function writeText(field: TextField, text: string): void {
  if (field.disabled || field.readOnly) return;
  if (document.activeElement !== field) field.focus();
  writing = true;
  // the only way to write that the page's own undo knows
  document.execCommand('insertText', false, text);
  writing = false;
}

/** Makes a field's value another one, by the smallest change, so that undo still knows the rest. */
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
