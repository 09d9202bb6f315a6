import { isBuffering } from './buffer-keys.ts';
import { changeText, textFieldOf, type TextField } from './write-text.ts';

/** What stood in a field before a key wrote into it. */
export interface FieldBefore {
  field: TextField | HTMLSelectElement;
  value: string;
  selection: readonly [number, number] | null;
}

/** What stands in the field that has the focus; null where no key writes. */
export function fieldBefore(element: Element | null): FieldBefore | null {
  if (isBuffering()) return null;
  if (element instanceof HTMLSelectElement) return { field: element, value: element.value, selection: null };
  const field = textFieldOf(element);
  if (!field) return null;
  return { field, value: field.value, selection: [field.selectionStart ?? 0, field.selectionEnd ?? 0] };
}

/** Puts a field back as it was, and tells the screen, which heard of what was written. */
export function putBack({ field, value, selection }: FieldBefore): void {
  if (!field.isConnected || field.value === value) return;
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
    return;
  }
  changeText(field, value);
  if (selection && document.activeElement === field) field.setSelectionRange(...selection);
}
