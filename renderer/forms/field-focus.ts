/** The id of a field's control in the page. */
export const idOfField = (path: string): string => `field-${path}`;

/** Path of the field that has the cursor; empty where none has. */
export function pathOfFocus(): string {
  const id = document.activeElement?.id ?? '';
  return id.startsWith('field-') ? id.slice('field-'.length) : '';
}

/** Puts the cursor into a field, unfolding what hides it; false when the page has no such field. */
export function focusField(path: string): boolean {
  const control = document.getElementById(idOfField(path));
  if (!control) return false;
  for (let fold = control.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  control.focus();
  if (control instanceof HTMLInputElement) control.select();
  control.scrollIntoView({ block: 'nearest' });
  return true;
}

const focusable = 'input:not([disabled]), textarea:not([disabled]), select:not([disabled])';

// of the answers to one question the cursor goes to the chosen one
function isStop(control: HTMLElement, from: HTMLElement): boolean {
  if (control === from) return true;
  if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return control.checkVisibility();
  const sameQuestion = from instanceof HTMLInputElement && from.type === 'radio' && from.name === control.name;
  return control.checked && !sameQuestion && control.checkVisibility();
}

/** Moves the cursor to the next control of the form after this one; what is folded away is skipped. False after the last. */
export function focusNext(form: HTMLElement, from: HTMLElement): boolean {
  const stops = [...form.querySelectorAll<HTMLElement>(focusable)].filter((control) => isStop(control, from));
  const next = stops[stops.indexOf(from) + 1];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
  return next !== undefined;
}
