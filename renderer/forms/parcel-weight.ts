import { choices } from '../state/choices.svelte.ts';
import { inLine } from '../../shared/path/path.ts';
import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { decimalSignOf } from './read-number.ts';
import { sumsOf } from './sums-of-lines.ts';

/** Fields that set another weight unit for their line or for the parcel. */
const unitNames = ['WeightUnit', 'Package.WeightUnit'];

/**
 * Fills in the parcel weight: the remembered weights of its goods times their quantities. It follows the goods until a
 * user types a weight; one that was removed stays blank until the goods change.
 */
export class ParcelWeight {
  readonly #form: OrderForm;
  readonly #parts: readonly ListPart[];
  #last = '';

  constructor(form: OrderForm, lists: readonly ListPart[]) {
    this.#form = form;
    this.#parts = lists.filter(({ each, declared }) => each === true && declared?.weight !== undefined);
  }

  /** Called when goods or their quantities have changed. */
  update(): void {
    const form = this.#form;
    for (const part of this.#parts) {
      const path = part.declared?.weight ?? '';
      const text = form.textAt(path);
      const origin = form.origins.at(path);
      const ours = origin === 'remembered';
      // A weight carried over from other goods and not reviewed.
      const stale = origin === 'carried' || origin === 'template';
      const sum = this.#sumOf(part);
      if (sum === this.#last) continue;
      this.#last = sum;
      if (sum !== '' && (ours || stale || text.trim() === '')) form.prefill(path, sum, 'remembered');
      else if (ours) form.type(path, '');
    }
  }

  /** Called when the form restarts. */
  clear(): void {
    this.#last = '';
  }

  // Empty if the weight or the quantity of any goods is unknown.
  #sumOf(part: ListPart): string {
    const form = this.#form;
    const { list, pieces = '', weight = '' } = part;
    const sign = decimalSignOf(choices.locale);
    const filled = (path: string) => form.textAt(path).trim() !== '';
    for (let line = 0; line < form.lines(list); line++) {
      if (form.lineIsEmpty(list, line)) continue;
      const at = inLine(list, line, weight);
      const known = form.origins.at(at) === 'remembered';
      if (!known || !filled(inLine(list, line, pieces)) || filled(inLine(list, line, 'WeightUnit'))) return '';
    }
    const sums = sumsOf(form, part, list, sign);
    return sums.unread || sums.weight === null || unitNames.some(filled) ? '' : sums.weight.replace('.', sign);
  }
}
