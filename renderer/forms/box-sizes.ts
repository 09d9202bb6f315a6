import type { ListItem } from '../../shared/contract/memory-procedures.ts';
import { join, lastName, parentOf } from '../../shared/path/path.ts';
import { readBoxSizes, readSides, type BoxSize } from '../../shared/settings/settings.ts';
import { choices } from '../choices/choices.svelte.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { unitOf } from './field-texts.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { decimalSignOf } from './read-field.ts';

const sidePathsOf = (path: string): string[] => ['Length', 'Width', 'Height'].map((name) => join(parentOf(path), name));

/** Whether a field is the first of three that together hold a size. */
export const isSizeField = (form: OrderForm, path: string): boolean =>
  lastName(path) === 'Length' && sidePathsOf(path).every((one) => form.fieldAt(one) !== undefined);

const knownBoxes = (): BoxSize[] => readBoxSizes(desk.settings?.boxSizes ?? '') ?? [];

/** Boxes whose name begins with the text, or a box with the three sides typed as one text. */
function matchBoxes(typed: string): BoxSize[] {
  const sides = readSides(typed);
  if (sides) return [{ name: typed.trim(), sides }];
  const begun = typed.trim().toLowerCase();
  return knownBoxes().filter(({ name }) => name.toLowerCase().startsWith(begun));
}

/** Box suggestions for a size field. `meant`: the text is not a length, so Enter takes the first suggestion. */
export function suggestBoxes(path: string, typed: string): { items: ListItem[]; meant: boolean } {
  const unit = unitOf(path, undefined, desk.settings) ?? '';
  const items = matchBoxes(typed).map(({ name, sides }) => ({
    code: name,
    name: `${sides.join(' × ')} ${unit}`,
    used: 0,
  }));
  return { items, meant: items.length > 0 && /[^\d.,\s]/.test(typed) };
}

/** Writes the three sides of a box; false if no box has this name. */
export function applyBox(form: OrderForm, path: string, name: string): boolean {
  const box = matchBoxes(name).find((one) => one.name === name.trim());
  if (!box) return false;
  const sign = decimalSignOf(choices.locale);
  for (const [at, side] of sidePathsOf(path).entries()) form.type(side, (box.sides[at] ?? '').replace('.', sign));
  return true;
}
