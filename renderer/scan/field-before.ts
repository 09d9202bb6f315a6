import { isBuffering } from './buffer-keys.ts';
import { changeText, textFieldOf, type TextField } from './write-text.ts';

/** Content of a field before a key wrote into it. */
export interface FieldContent {
  field: TextField | HTMLSelectElement;
  value: string;
  selection: readonly [number, number] | null;
}

/** Content of the focused field; null if keys write nowhere. */
export function readFieldContent(element: Element | null): FieldContent | null {
  if (isBuffering()) return null;
  if (element instanceof HTMLSelectElement) return { field: element, value: element.value, selection: null };
  const field = textFieldOf(element);
  if (!field) return null;
  return { field, value: field.value, selection: [field.selectionStart ?? 0, field.selectionEnd ?? 0] };
}

/** Restores a field and notifies the screen, which has seen the change. */
export function restoreField({ field, value, selection }: FieldContent): void {
  if (!field.isConnected || field.value === value) return;
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
    return;
  }
  changeText(field, value);
  if (selection && document.activeElement === field) field.setSelectionRange(...selection);
}
