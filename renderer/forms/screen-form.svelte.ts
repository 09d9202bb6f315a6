import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { choices } from '../choices/choices.svelte.ts';
import { FormAutosave } from './form-autosave.ts';
import { unchosenLists, type FormFields } from './form-fields.ts';
import { GridPosition } from './grid-position.svelte.ts';
import { OrderForm, type DeferReading } from './order-form.svelte.ts';
import { decimalSignOf } from './read-field.ts';
import { sumLines, sumNestedLines, type LineSums } from './line-sums.ts';

/**
 * A form as laid out on a screen: its fields in their parts, the position in its lists, and sums. Unsaved input is
 * stored while it is typed.
 */
export class ScreenForm extends OrderForm {
  readonly fields: FormFields;
  readonly position: GridPosition;
  readonly autosave: FormAutosave;

  /** `snapshotName`: the name under which unsaved input is stored. */
  constructor(fields: FormFields, snapshotName: string, deferReading?: DeferReading) {
    super(fields.endpoint, deferReading);
    this.fields = fields;
    this.position = new GridPosition(fields, this);
    this.autosave = new FormAutosave(this, snapshotName, () => this.hasTyped);
    this.changedTexts.onchange = () => this.autosave.schedule();
  }

  /** Whether the form holds anything a user would miss. */
  get hasTyped(): boolean {
    return true;
  }

  /** Restarts the form from a body. A list that depends on a choice is included if the body has it. */
  override startFrom(body: unknown): void {
    super.startFrom(body, unchosenLists(this.fields, body));
  }

  /** Sums of a list itself and of the lists nested in its lines. Not reactive: the caller decides when to recompute. */
  computeSums(part: ListPart, list: string): { outer: LineSums; inner: LineSums } {
    const decimalSign = decimalSignOf(choices.locale);
    return { outer: sumLines(this, part, list, decimalSign), inner: sumNestedLines(this, part, list, decimalSign) };
  }
}
