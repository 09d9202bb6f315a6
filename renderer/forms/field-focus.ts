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

const isTextControl = (control: Element | undefined): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;

/** Focuses a field and unfolds what hides it; false if the page has no such field. */
export function focusField(path: string): boolean {
  const control = document.getElementById(idOfField(path));
  if (!control) return false;
  for (let details = control.closest('details'); details; details = details.parentElement?.closest('details') ?? null)
    details.open = true;
  control.focus();
  if (isTextControl(control)) control.select();
  control.scrollIntoView({ block: 'nearest' });
  return true;
}

const focusable = 'input:not([disabled]), textarea:not([disabled]), select:not([disabled])';

// Of a radio group, only the checked option is a stop.
function isStop(control: HTMLElement, current: HTMLElement): boolean {
  if (control === current) return true;
  if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return control.checkVisibility();
  const sameQuestion = current instanceof HTMLInputElement && current.type === 'radio' && current.name === control.name;
  return control.checked && !sameQuestion && control.checkVisibility();
}

// The options of a radio group have the field's name; only one of them has its id.
const pathOfControl = (control: HTMLElement): string => {
  const isRadio = control instanceof HTMLInputElement && control.type === 'radio';
  return (isRadio ? control.name : control.id).replace(/^field-/, '');
};

/**
 * Focuses the next control of the form. Skips controls in folded parts and fields for which `isSkipped` returns true.
 * False after the last.
 */
export function focusNext(
  form: HTMLElement,
  current: HTMLElement,
  isSkipped: (path: string) => boolean = () => false,
): boolean {
  const stops = [...form.querySelectorAll<HTMLElement>(focusable)].filter((control) => isStop(control, current));
  const next = stops.slice(stops.indexOf(current) + 1).find((control) => !isSkipped(pathOfControl(control)));
  next?.focus();
  if (isTextControl(next)) next.select();
  return next !== undefined;
}

/** Sorts paths by their position on the form, line by line within a list. Paths the form does not show come last. */
export function sortByScreenOrder(fields: FormFields, paths: Iterable<string>): string[] {
  const formPaths = pathsOf(fields);
  const rankOf = (start: string): number => {
    const index = formPaths.findIndex((path) => isWithin(path, start));
    return index < 0 ? formPaths.length : index;
  };
  const keyedPaths = [...paths].map((path) => {
    const lines = linesIn(path).map(({ line }) => line);
    return { path, key: [rankOf(outerList(path)), ...lines, rankOf(templateOf(path))] };
  });
  return keyedPaths.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ path }) => path);
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((number, index) => number !== other[index]);
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? -1);
}
