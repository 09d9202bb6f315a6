import { pathsOf } from '../../shared/creates/form/form-layout.ts';
import { isWithin, linesIn, outerList, templateOf } from '../../shared/path/path.ts';
import type { FormFields } from './form-fields.ts';

/** Id of a field's control in the page. */
export const idOfField = (path: string): string => `field-${path}`;

/** Path of the focused field; empty if none is focused. */
export function pathOfFocus(): string {
  const id = document.activeElement?.id ?? '';
  return id.startsWith('field-') ? id.slice('field-'.length) : '';
}

/** The path after that of the focused field, wrapping around to the first; undefined if `paths` is empty. */
export const pathAfterFocus = (paths: readonly string[]): string | undefined =>
  paths[(paths.indexOf(pathOfFocus()) + 1) % Math.max(1, paths.length)];

const isText = (control: Element | undefined): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;

/** Focuses a field and unfolds what hides it; false if the page has no such field. */
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

// Of a radio group, only the checked option is a stop.
function isStop(control: HTMLElement, from: HTMLElement): boolean {
  if (control === from) return true;
  if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return control.checkVisibility();
  const sameQuestion = from instanceof HTMLInputElement && from.type === 'radio' && from.name === control.name;
  return control.checked && !sameQuestion && control.checkVisibility();
}

// Options of a radio group share the field's name; only one has its id.
const pathOf = (control: HTMLElement): string => {
  const radio = control instanceof HTMLInputElement && control.type === 'radio';
  return (radio ? control.name : control.id).replace(/^field-/, '');
};

/**
 * Focuses the next control of the form; skips what is folded away and fields for which `stay` is true. False after the
 * last.
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

/** Sorts paths by their place on the form, line by line within a list; paths the form does not show come last. */
export function sortByScreenOrder(fields: FormFields, paths: Iterable<string>): string[] {
  const shown = pathsOf(fields);
  const place = (start: string): number => {
    const at = shown.findIndex((path) => isWithin(path, start));
    return at < 0 ? shown.length : at;
  };
  const placed = [...paths].map((path) => {
    const lines = linesIn(path).map(({ line }) => line);
    return { path, key: [place(outerList(path)), ...lines, place(templateOf(path))] };
  });
  return placed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ path }) => path);
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? -1);
}
