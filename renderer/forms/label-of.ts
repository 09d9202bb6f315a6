import { t } from '../texts/say.svelte.ts';
import { barePath, lastName, parentOf, templateOf } from '../../shared/path/path.ts';
import { choices } from '../state/choices.svelte.ts';

function sayIn(table: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Words for a field in the language of the screen; a field no catalogue knows keeps the service's name. */
export function labelOf(path: string): string {
  const template = templateOf(path);
  return sayIn(t().form.of, template) ?? sayIn(t().form.name, lastName(template)) ?? lastName(template);
}

/** The part of the order that a field lies in, in words: empty where it is the order itself. */
export function partOf(path: string): string {
  const part = lastName(barePath(templateOf(parentOf(path))));
  return sayIn(t().form.name, part) ?? '';
}

/** A field among all others of its order: with where it lies, or with its path for who wants the service's names. */
export function labelAmongAll(path: string): string {
  const where = choices.serviceNames ? path : partOf(path);
  return where === '' ? labelOf(path) : `${labelOf(path)} · ${where}`;
}

export function hintOf(path: string): string | undefined {
  return sayIn(t().form.hint, lastName(templateOf(path)));
}
