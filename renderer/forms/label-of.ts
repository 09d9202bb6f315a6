import { t } from '../texts/say.svelte.ts';
import { lastName, templateOf } from '../../shared/path/path.ts';

function sayIn(table: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Words for a field in the language of the screen; a field no catalogue knows keeps the service's name. */
export function labelOf(path: string): string {
  const template = templateOf(path);
  return sayIn(t().form.of, template) ?? sayIn(t().form.name, lastName(template)) ?? lastName(template);
}

export function hintOf(path: string): string | undefined {
  return sayIn(t().form.hint, lastName(templateOf(path)));
}
