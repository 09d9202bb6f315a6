import type { ListItem } from '../../shared/contract/memory-procedures.ts';
import { joinPaths, lastName, parentOf } from '../../shared/path/path.ts';
import { readBoxSizes, readSides, type BoxSize } from '../../shared/settings/settings.ts';
import { choices } from '../choices/choices.svelte.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { unitOf } from './field-texts.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { decimalSignOf } from './read-field.ts';

const sidePathsOf = (path: string): string[] =>
  ['Length', 'Width', 'Height'].map((name) => joinPaths(parentOf(path), name));

/** Whether a field is the length of three fields that together hold a size. */
export const isSizeField = (form: OrderForm, path: string): boolean =>
  lastName(path) === 'Length' && sidePathsOf(path).every((sidePath) => form.fieldAt(sidePath) !== undefined);

const knownBoxes = (): BoxSize[] => readBoxSizes(desk.settings?.boxSizes ?? '') ?? [];

/** Boxes whose name begins with the text, or a box with the three sides typed as one text. */
function matchBoxes(typedText: string): BoxSize[] {
  const sides = readSides(typedText);
  if (sides) return [{ name: typedText.trim(), sides }];
  const prefix = typedText.trim().toLowerCase();
  return knownBoxes().filter(({ name }) => name.toLowerCase().startsWith(prefix));
}

/**
 * Box suggestions for a size field. `highlightsFirst`: the text is not a length, so Enter takes the first suggestion.
 */
export function suggestBoxes(path: string, typedText: string): { items: ListItem[]; highlightsFirst: boolean } {
  const unit = unitOf(path, undefined, desk.settings) ?? '';
  const items = matchBoxes(typedText).map(({ name, sides }) => ({
    code: name,
    name: `${sides.join(' × ')} ${unit}`,
    used: 0,
  }));
  return { items, highlightsFirst: items.length > 0 && /[^\d.,\s]/.test(typedText) };
}

/** Writes the three sides of a box; false if no box has this name. */
export function applyBox(form: OrderForm, path: string, name: string): boolean {
  const box = matchBoxes(name).find((box) => box.name === name.trim());
  if (!box) return false;
  const decimalSign = decimalSignOf(choices.locale);
  for (const [index, side] of sidePathsOf(path).entries())
    form.enterText(side, (box.sides[index] ?? '').replace('.', decimalSign));
  return true;
}
