import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { choices } from '../state/choices.svelte.ts';
import { unaskedLists, type FormFields } from './form-fields.ts';
import { FormKeeping } from './form-keeping.ts';
import { GridPlace } from './grid-place.svelte.ts';
import { OrderForm, type Later } from './order-form.svelte.ts';
import { decimalSignOf } from './read-number.ts';
import { sumsOf, sumsWithin, type LineSums } from './sums-of-lines.ts';

/** A form as a screen lays it out: its fields in their places, where the cursor is in its lists, what those add up to; kept while it is typed in. */
export class ScreenForm extends OrderForm {
  readonly fields: FormFields;
  readonly place: GridPlace;
  readonly keeping: FormKeeping;

  /** `keptAs`: the name it is kept under. */
  constructor(fields: FormFields, keptAs: string, later?: Later) {
    super(fields.endpoint, later);
    this.fields = fields;
    this.place = new GridPlace(fields, this);
    this.keeping = new FormKeeping(this, keptAs, () => this.hasTyped);
    this.typed.onchange = () => this.keeping.soon();
  }

  /** Whether it holds what a person would miss. */
  get hasTyped(): boolean {
    return true;
  }

  /** Starts anew from a body; a list that a question decides about is there where the body has it. */
  override start(body: unknown): void {
    super.start(body, unaskedLists(this.fields, body));
  }

  /** What a list adds up to by itself, and with what lies in its lines; as of now, so that who shows it says when it is asked. */
  sums(part: ListPart, list: string): { own: LineSums; inner: LineSums } {
    const sign = decimalSignOf(choices.locale);
    return { own: sumsOf(this, part, list, sign), inner: sumsWithin(this, part, list, sign) };
  }
}
