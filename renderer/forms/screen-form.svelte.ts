import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { choices } from '../state/choices.svelte.ts';
import { unaskedLists, type FormFields } from './form-fields.ts';
import { FormKeeping } from './form-keeping.ts';
import { GridPlace } from './grid-place.svelte.ts';
import { OrderForm, type Later } from './order-form.svelte.ts';
import { decimalSignOf } from './read-number.ts';
import { sumsOf, sumsWithin, type LineSums } from './sums-of-lines.ts';

/**
 * A form as laid out on a screen: its fields in their parts, the position in its lists, and sums. Saved while it is
 * typed in.
 */
export class ScreenForm extends OrderForm {
  readonly fields: FormFields;
  readonly place: GridPlace;
  readonly keeping: FormKeeping;

  /** The form is saved under the name given second. */
  constructor(fields: FormFields, keptAs: string, later?: Later) {
    super(fields.endpoint, later);
    this.fields = fields;
    this.place = new GridPlace(fields, this);
    this.keeping = new FormKeeping(this, keptAs, () => this.hasTyped);
    this.typed.onchange = () => this.keeping.soon();
  }

  /** Whether the form holds anything a user would miss. */
  get hasTyped(): boolean {
    return true;
  }

  /** Restarts the form from a body; a list that depends on a choice is included if the body has it. */
  override start(body: unknown): void {
    super.start(body, unaskedLists(this.fields, body));
  }

  /** Sums of a list itself and of the lists nested in its lines. Not reactive: the caller decides when to recompute. */
  sums(part: ListPart, list: string): { own: LineSums; inner: LineSums } {
    const sign = decimalSignOf(choices.locale);
    return { own: sumsOf(this, part, list, sign), inner: sumsWithin(this, part, list, sign) };
  }
}
