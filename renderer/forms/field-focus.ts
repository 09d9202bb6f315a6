/** The id of a field's control in the page. */
export const idOfField = (path: string): string => `field-${path}`;

/** Path of the field that has the cursor; empty where none has. */
export function pathOfFocus(): string {
  const id = document.activeElement?.id ?? '';
  return id.startsWith('field-') ? id.slice('field-'.length) : '';
}

/** The path after that of the field with the cursor, the first one after the last; undefined where there are none. */
export const pathAfterFocus = (paths: readonly string[]): string | undefined =>
  paths[(paths.indexOf(pathOfFocus()) + 1) % Math.max(1, paths.length)];

const isText = (control: Element | undefined): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;

/** Puts the cursor into a field, unfolding what hides it; false when the page has no such field. */
export function focusField(path: string): boolean {
  const control = document.getElementById(idOfField(path));
  if (!control) return false;
  for (let fold = control.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  control.focus();
  if (isText(control)) control.select();
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

// answers to one question share its name
const pathOf = (control: HTMLElement): string => {
  const radio = control instanceof HTMLInputElement && control.type === 'radio';
  return (radio ? control.name : control.id).replace(/^field-/, '');
};

/**
 * Moves the cursor to the next control of the form after this one; what is folded away is skipped, and fields that `stay` as they are.
 * False after the last.
 */
export function focusNext(
  form: HTMLElement,
  from: HTMLElement,
  stay: (path: string) => boolean = () => false,
): boolean {
  const stops = [...form.querySelectorAll<HTMLElement>(focusable)].filter((control) => isStop(control, from));
  const next = stops.slice(stops.indexOf(from) + 1).find((control) => !stay(pathOf(control)));
  next?.focus();
  if (isText(next)) next.select();
  return next !== undefined;
}
