import { keyPathOf } from '../../shared/service/key-path.ts';
import { formOf, type CreateKind } from './form-fields.ts';
import { GoodsAutofill } from './goods-filling.svelte.ts';
import { hasTyped } from './has-typed.ts';
import type { FormSnapshot } from './kept-shape.ts';
import type { DeferSettle } from './order-form.svelte.ts';
import { CountRestart } from './recount.svelte.ts';
import { ScreenForm } from './screen-form.svelte.ts';

/** The entry a form belongs to, and the task for it. */
export interface FormOfEntry {
  task: string;
  id: string;
}

/** The form of a create: fills goods lines from the desk's memory and counts scans. */
export class CreateForm extends ScreenForm {
  readonly kind: CreateKind;
  readonly keyPath: string;
  readonly goods: GoodsAutofill;
  readonly countRestart: CountRestart;
  readonly #of: FormOfEntry | null;

  /** `of`: null for a new entry. */
  constructor(kind: CreateKind, of: FormOfEntry | null, later?: DeferSettle) {
    super(formOf[kind], of === null ? kind : `${of.task}/${of.id.toLowerCase()}`, later);
    this.kind = kind;
    this.keyPath = keyPathOf(this.endpoint);
    this.goods = new GoodsAutofill(this, this.fields.lists);
    this.countRestart = new CountRestart(this);
    this.#of = of;
  }

  /** What the desk filled in does not count as typed. */
  override get hasTyped(): boolean {
    return this.#of !== null || hasTyped(this);
  }

  override completed(path: string): void {
    this.goods.completed(path);
  }

  override start(body: unknown): void {
    this.goods.clear();
    super.start(body);
  }

  override restore(kept: FormSnapshot): void {
    super.restore(kept);
    if (this.fieldsToReconfirm.isActive) this.goods.markKnown();
  }
}
