import { fieldInLine, joinPaths, lastName, linesIn, parentOf } from '../../shared/path/path.ts';
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

type Form = Pick<OrderForm, 'fieldAt' | 'textAt' | 'lineCount' | 'contractPaths'>;

export const isWeightField = (path: string): boolean => lastName(path) === 'Weight';

/**
 * The field for the weight on the scale: the focused weight, else that of the parcel, else that of the box whose line
 * is focused, or of the only box. Weights of goods come from memory, so they are used only when focused.
 */
export function findWeightField(form: Form, focused: string): string | undefined {
  if (isWeightField(focused) && form.fieldAt(focused)) return focused;
  const parcel = ['Weight', 'Package.Weight'].find((path) => form.fieldAt(path));
  if (parcel !== undefined) return parcel;
  const outerLine = linesIn(focused)[0];
  if (outerLine && form.fieldAt(fieldInLine(outerLine.list, outerLine.line, 'Weight')))
    return fieldInLine(outerLine.list, outerLine.line, 'Weight');
  const list = form.contractPaths.find((path) => /^[^[]+\[\]\.Weight$/.test(path))?.split('[')[0];
  return list !== undefined && form.lineCount(list) === 1 ? fieldInLine(list, 0, 'Weight') : undefined;
}

/** The unit of a weight field: that of its own group, else the documented one, else the desk's. */
export function weightUnitAt(form: Form, path: string, settings: Settings | null): string {
  const ownUnit = form.textAt(joinPaths(parentOf(path), 'WeightUnit')).trim();
  return ownUnit === '' ? (unitOf(path, form.fieldAt(path)?.unit, settings) ?? '') : ownUnit;
}

/** Registers the entry of an order's weight from the scale: by one key, or automatically if the settings allow it. */
export function registerScaleInput(form: OrderForm, parcel: () => string): void {
  $effect(() => actions.register(scale.isOn ? { 'take-weight': () => enterScaleWeight(form, parcel()) } : {}));
  $effect(() =>
    scale.isOn && desk.settings?.scaleEnters ? scale.subscribe(() => enterStableWeight(form, parcel())) : undefined,
  );
}

function enterScaleWeight(form: OrderForm, parcel: string): void {
  const path = findWeightField(form, pathOfFocus());
  if (path === undefined) return toasts.show(() => t().scale.noField, 'no');
  const scaleWeight = scale.weighing.weightFor(parcel, scale.now);
  if (typeof scaleWeight === 'string') return toasts.show(() => t().scale.no[scaleWeight], 'no');
  const unit = weightUnitAt(form, path, desk.settings);
  const outcome = enterWeight(form, path, scaleWeight, parcel);
  if (outcome === 'no-unit') return toasts.show(() => t().scale.unit({ unit }), 'no');
  if (outcome === 'zero') return toasts.show(() => t().scale.no.zero, 'no');
  const { entered: enteredText, enteredNet } = t().scale;
  toasts.show(
    () => (scaleWeight.net ? enteredNet : enteredText)({ weight: sayWeight(scaleWeight) }),
    scaleWeight.net ? 'ask' : 'done',
  );
}

/** Never overwrites a text, and never enters a net weight. */
function enterStableWeight(form: OrderForm, parcel: string): void {
  const path = pathOfFocus();
  if (!isWeightField(path) || !form.fieldAt(path) || form.textAt(path).trim() !== '') return;
  const scaleWeight = scale.weighing.weightFor(parcel, scale.now);
  if (typeof scaleWeight !== 'string' && !scaleWeight.net) enterWeight(form, path, scaleWeight, parcel);
}

/** Enters a weight unless it cannot be converted to the field's unit or is zero in it. */
function enterWeight(
  form: OrderForm,
  path: string,
  { digits, unit }: Weight,
  parcel: string,
): 'entered' | 'no-unit' | 'zero' {
  const targetUnit = parseUnit(weightUnitAt(form, path, desk.settings));
  if (targetUnit === null) return 'no-unit';
  const text = convertWeight(digits, unit, targetUnit, form.fieldAt(path)?.type === 'integer');
  if (isZero(text)) return 'zero';
  form.enterText(path, text.replace('.', decimalSignOf(choices.locale)));
  scale.weighing.markWeightEntered(parcel);
  return 'entered';
}
