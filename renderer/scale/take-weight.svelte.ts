import { pathOfFocus } from '../forms/field-focus.ts';
import type { OrderForm } from '../forms/order-form.svelte.ts';
import { decimalSignOf } from '../forms/read-number.ts';
import { actions } from '../keys/acts.svelte.ts';
import { choices } from '../state/choices.svelte.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import { convertWeight, parseUnit } from './in-unit.ts';
import { isZero } from './read-reading.ts';
import { sayWeight } from './say-reading.ts';
import { scale } from './scale.svelte.ts';
import { isWeight, weightFieldOf, weightUnitAt } from './weight-field.ts';
import type { Weight } from './weighing.ts';

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
