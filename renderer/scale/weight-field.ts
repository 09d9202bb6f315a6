import { inLine, join, lastName, linesIn, parentOf } from '../../shared/path/path.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { OrderForm } from '../forms/order-form.svelte.ts';
import { unitOf } from '../forms/unit-of.ts';

type Form = Pick<OrderForm, 'fieldAt' | 'textAt' | 'lines' | 'allPaths'>;

export const isWeight = (path: string): boolean => lastName(path) === 'Weight';

/**
 * The field for the weight on the scale: the focused weight, else that of the parcel, else that of the box whose line
 * is focused, or of the only box. Weights of goods come from memory, so they are used only when focused.
 */
export function weightFieldOf(form: Form, focused: string): string | undefined {
  if (isWeight(focused) && form.fieldAt(focused)) return focused;
  const parcel = ['Weight', 'Package.Weight'].find((path) => form.fieldAt(path));
  if (parcel !== undefined) return parcel;
  const around = linesIn(focused)[0];
  if (around && form.fieldAt(inLine(around.list, around.line, 'Weight')))
    return inLine(around.list, around.line, 'Weight');
  const list = form.allPaths.find((path) => /^[^[]+\[\]\.Weight$/.test(path))?.split('[')[0];
  return list !== undefined && form.lines(list) === 1 ? inLine(list, 0, 'Weight') : undefined;
}

/** The unit of a weight field: that of its own group, else the documented one, else the desk's. */
export function weightUnitAt(form: Form, path: string, settings: Settings | null): string {
  const own = form.textAt(join(parentOf(path), 'WeightUnit')).trim();
  return own === '' ? (unitOf(path, form.fieldAt(path)?.unit, settings) ?? '') : own;
}
