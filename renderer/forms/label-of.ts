import { t } from '../texts/say.svelte.ts';
import { barePath, lastName, parentOf, templateOf } from '../../shared/path/path.ts';
import { choices } from '../state/choices.svelte.ts';

function lookUpWord(table: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Label of a field in the screen's language; a field missing from the catalogue keeps the service's name. */
export function labelOf(path: string): string {
  const template = templateOf(path);
  return lookUpWord(t().form.of, template) ?? lookUpWord(t().form.name, lastName(template)) ?? lastName(template);
}

/** Name of the part of the order that a field belongs to; empty for the order itself. */
export function partNameOf(path: string): string {
  const part = lastName(barePath(templateOf(parentOf(path))));
  return lookUpWord(t().form.name, part) ?? '';
}

/** Label of a field among all fields of its order: followed by its part, or by its path if service names are shown. */
export function qualifiedLabelOf(path: string): string {
  const where = choices.serviceNames ? path : partNameOf(path);
  return where === '' ? labelOf(path) : `${labelOf(path)} · ${where}`;
}

export function hintOf(path: string): string | undefined {
  return lookUpWord(t().form.hint, lastName(templateOf(path)));
}
