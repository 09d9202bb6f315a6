import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { choices } from '../choices/choices.svelte.ts';
import { FormAutosave } from './form-autosave.ts';
import { unchosenLists, type FormFields } from './form-fields.ts';
import { GridPosition } from './grid-position.svelte.ts';
import { OrderForm, type DeferSettle } from './order-form.svelte.ts';
import { decimalSignOf } from './read-field.ts';
import { sumsOf, sumsWithin, type LineSums } from './sums-of-lines.ts';

/**
 * A form as laid out on a screen: its fields in their parts, the position in its lists, and sums. Saved while it is
 * typed in.
 */
export class ScreenForm extends OrderForm {
  readonly fields: FormFields;
  readonly position: GridPosition;
  readonly autosave: FormAutosave;

  /** The form is saved under the name given second. */
  constructor(fields: FormFields, snapshotName: string, later?: DeferSettle) {
    super(fields.endpoint, later);
    this.fields = fields;
    this.position = new GridPosition(fields, this);
    this.autosave = new FormAutosave(this, snapshotName, () => this.hasTyped);
    this.changedTexts.onchange = () => this.autosave.schedule();
  }

  /** Whether the form holds anything a user would miss. */
  get hasTyped(): boolean {
    return true;
  }

  /** Restarts the form from a body; a list that depends on a choice is included if the body has it. */
  override start(body: unknown): void {
    super.start(body, unchosenLists(this.fields, body));
  }

  /** Sums of a list itself and of the lists nested in its lines. Not reactive: the caller decides when to recompute. */
  sums(part: ListPart, list: string): { own: LineSums; inner: LineSums } {
    const sign = decimalSignOf(choices.locale);
    return { own: sumsOf(this, part, list, sign), inner: sumsWithin(this, part, list, sign) };
  }
}
