/** The id of a field's control in the page. */
export const idOfField = (path: string): string => `field-${path}`;

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

const focusable = 'input:not([disabled]), textarea:not([disabled]), select:not([disabled]), button[data-save]';

/** Moves the cursor to the next control of the form after this one; what is folded away is skipped. */
export function focusNext(form: HTMLElement, from: HTMLElement): void {
  const seen = [...form.querySelectorAll<HTMLElement>(focusable)].filter((control) => control.checkVisibility());
  const next = seen[seen.indexOf(from) + 1];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}
