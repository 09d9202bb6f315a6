import { choices } from '../state/choices.svelte.ts';
import { inLine } from '../../shared/path/path.ts';
import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { decimalSignOf } from './read-number.ts';
import { sumsOf } from './sums-of-lines.ts';

/** Fields that say another unit for the weights of their line, or of the parcel. */
const unitNames = ['WeightUnit', 'Package.WeightUnit'];

/**
 * Brings the weight of a parcel: what the goods in it weigh by memory, as often as there are of each. It follows the goods for as long as nobody
 * typed one; one that was taken out stays out until the goods change.
 */
export class ParcelWeight {
  readonly #form: OrderForm;
  readonly #parts: readonly ListPart[];
  #last = '';

  constructor(form: OrderForm, lists: readonly ListPart[]) {
    this.#form = form;
    this.#parts = lists.filter(({ each, declared }) => each === true && declared?.weight !== undefined);
  }

  /** Called when goods or their numbers have changed. */
  update(): void {
    const form = this.#form;
    for (const part of this.#parts) {
      const path = part.declared?.weight ?? '';
      const text = form.textAt(path);
      const origin = form.origins.at(path);
      const ours = origin === 'remembered';
      // a weight that came over with other goods, and nobody looked at
      const stale = origin === 'carried' || origin === 'template';
      const sum = this.#sumOf(part);
      if (sum === this.#last) continue;
      this.#last = sum;
      if (sum !== '' && (ours || stale || text.trim() === '')) form.prefill(path, sum, 'remembered');
      else if (ours) form.type(path, '');
    }
  }

  /** The form begins anew. */
  clear(): void {
    this.#last = '';
  }

  // empty where some goods weigh, or are as many as, nobody knows
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
