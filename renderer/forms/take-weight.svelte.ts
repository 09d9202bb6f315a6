import { inLine, join, lastName, linesIn, parentOf } from '../../shared/path/path.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { choices } from '../choices/choices.svelte.ts';
import { actions } from '../keys/actions.svelte.ts';
import { sayWeight } from '../scale/say-reading.ts';
import { isZero } from '../scale/scale-port.ts';
import { scale } from '../scale/scale.svelte.ts';
import { convertWeight, parseUnit, type Weight } from '../scale/weighing.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import { pathOfFocus } from './field-focus.ts';
import { unitOf } from './field-texts.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { decimalSignOf } from './read-field.ts';

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

/** Enters the weight of an order from the scale by one key, or automatically if the settings allow it. */
export function registerScale(form: OrderForm, parcel: () => string): void {
  $effect(() => actions.register(scale.isOn ? { 'take-weight': () => takeWeight(form, parcel()) } : {}));
  $effect(() =>
    scale.isOn && desk.settings?.scaleEnters ? scale.subscribe(() => enterStable(form, parcel())) : undefined,
  );
}

function takeWeight(form: OrderForm, parcel: string): void {
  const path = weightFieldOf(form, pathOfFocus());
  if (path === undefined) return toasts.show(() => t().scale.noField, 'no');
  const found = scale.weighing.weightFor(parcel, scale.now);
  if (typeof found === 'string') return toasts.show(() => t().scale.no[found], 'no');
  const unit = weightUnitAt(form, path, desk.settings);
  const entered = enterWeight(form, path, found, parcel);
  if (entered === 'no-unit') return toasts.show(() => t().scale.unit({ unit }), 'no');
  if (entered === 'zero') return toasts.show(() => t().scale.no.zero, 'no');
  const { entered: words, enteredNet } = t().scale;
  toasts.show(() => (found.net ? enteredNet : words)({ weight: sayWeight(found) }), found.net ? 'ask' : 'done');
}

/** Never overwrites a text, and never enters a net weight. */
function enterStable(form: OrderForm, parcel: string): void {
  const path = pathOfFocus();
  if (!isWeight(path) || !form.fieldAt(path) || form.textAt(path).trim() !== '') return;
  const found = scale.weighing.weightFor(parcel, scale.now);
  if (typeof found !== 'string' && !found.net) enterWeight(form, path, found, parcel);
}

/** Enters a weight unless it cannot be converted to the field's unit or is zero in it. */
function enterWeight(
  form: OrderForm,
  path: string,
  { digits, unit }: Weight,
  parcel: string,
): 'entered' | 'no-unit' | 'zero' {
  const to = parseUnit(weightUnitAt(form, path, desk.settings));
  if (to === null) return 'no-unit';
  const text = convertWeight(digits, unit, to, form.fieldAt(path)?.type === 'integer');
  if (isZero(text)) return 'zero';
  form.type(path, text.replace('.', decimalSignOf(choices.locale)));
  scale.weighing.markTaken(parcel);
  return 'entered';
}
