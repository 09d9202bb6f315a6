import { listPartAt, type ListPart } from '../../shared/creates/form/form-layout.ts';
import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import { inLine, lastName, linesIn, outerList, templateOf } from '../../shared/path/path.ts';
import { keyPathOf } from '../../shared/service/create-facts.ts';
import { formOf, type CreateKind } from './form-fields.ts';
import type { FormSnapshot } from './form-snapshot.ts';
import { GoodsAutofill } from './goods-autofill.svelte.ts';
import type { GridPosition } from './grid-position.svelte.ts';
import type { OrderForm, DeferSettle } from './order-form.svelte.ts';
import { ScreenForm } from './screen-form.svelte.ts';

const offered: readonly (string | undefined)[] = ['own', 'carried'];

/** Whether a user typed in the form; what the desk filled in does not count. */
export function hasTyped({ tree, fieldsToReconfirm }: Pick<OrderForm, 'tree' | 'fieldsToReconfirm'>): boolean {
  for (const [path, { text = '', origin, seen }] of tree.leaves()) {
    // In a form started from another, a text that was reviewed and left unchanged counts as the user's own.
    const brought = fieldsToReconfirm.isActive && seen ? undefined : origin;
    if (text !== '' && path !== 'Location' && !offered.includes(brought)) return true;
  }
  return false;
}

/** A line whose count restarted, with the carried-over quantity. */
export interface RestartedCount {
  list: string;
  line: number;
  Sku: string;
  carried: string;
}

const fieldsOfGoods: ReadonlySet<string> = new Set(['Quantity', ...Object.values(goodsFactNames).flat()]);
const first = '1';

/**
 * Restarts carried-over counts: the goods in hand are not those of the previous parcel, so the first scan of a
 * carried-over line that was not reviewed counts from 1.
 */
export class CountRestart {
  readonly #form: OrderForm;
  #last = $state.raw<RestartedCount | null>(null);

  constructor(form: OrderForm) {
    this.#form = form;
  }

  /** Whether the next scan of a line's goods counts from 1: its quantity was carried over and not reviewed. */
  isDue(list: string, line: number): boolean {
    const origin = this.#form.origins.at(inLine(list, line, 'Quantity'));
    return origin === 'carried' || origin === 'template';
  }

  /** Restarts the count of a line; undefined if its quantity was not carried over or has been reviewed. */
  restart(list: string, line: number): RestartedCount | undefined {
    const form = this.#form;
    const quantity = inLine(list, line, 'Quantity');
    const carried = form.textAt(quantity);
    if (!this.isDue(list, line)) return undefined;
    const { fieldsToReconfirm } = form;
    const paths = [...form.textsIn(list, line)].map(([path]) => path);
    // Fields that usually change and do not follow from the goods still need reconfirming.
    const known = paths.filter((path) => !fieldsToReconfirm.needsReconfirm(path) || fieldsOfGoods.has(lastName(path)));
    for (const path of known) form.origins.markReviewed(path);
    fieldsToReconfirm.confirm(known.filter((path) => fieldsToReconfirm.needsReconfirm(path)));
    form.type(quantity, first);
    return (this.#last = { list, line, Sku: form.textAt(inLine(list, line, 'Sku')).trim(), carried });
  }

  /** The last restart, unless the line was counted or typed in since. */
  get last(): RestartedCount | null {
    const last = this.#last;
    if (last === null) return null;
    const at = (column: string): string => this.#form.textAt(inLine(last.list, last.line, column)).trim();
    return at('Quantity') === first && at('Sku') === last.Sku ? last : null;
  }

  /** Restores the carried-over quantity, so that the next scan adds to it. */
  undo(): void {
    const { last } = this;
    if (last) this.#form.type(inLine(last.list, last.line, 'Quantity'), last.carried);
    this.#last = null;
  }
}

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

/**
 * Where a scanned SKU was counted. `added`: in a new line. `quantity`: the line's quantity now, as text; null if its
 * text is not a number that can be counted up.
 */
export interface ScannedLine {
  list: string;
  line: number;
  added: boolean;
  quantity: string | null;
  /** Present if the count restarted from 1; holds the carried-over quantity. */
  restarted?: RestartedCount;
}

/**
 * Counts one scanned piece of goods: adds one to the line that has the SKU, or restarts a carried-over count; otherwise
 * fills an empty line or appends one with quantity 1. Uses the goods list (of a box, a container) the cursor is or was
 * in, else the first of the form. Null if the form has no goods to scan.
 */
export function countScannedSku(form: CreateForm, sku: string): ScannedLine | null {
  const list = goodsListAt(form);
  if (list === null) return null;
  const known = findLineWithSku(form, list, sku);
  const quantityAt = (line: number) => inLine(list, line, 'Quantity');
  if (known !== null) {
    const anew = form.countRestart.restart(list, known);
    if (anew) return { list, line: known, added: false, quantity: '1', restarted: anew };
    const before = form.textAt(quantityAt(known)).normalize('NFKC').trim();
    if (!/^\d{0,9}$/.test(before)) return { list, line: known, added: false, quantity: null };
    const quantity = String(Number(before) + 1);
    form.type(quantityAt(known), quantity);
    return { list, line: known, added: false, quantity };
  }
  const line = emptyLine(form, list) ?? form.addLine(list);
  form.type(inLine(list, line, 'Sku'), sku);
  form.type(quantityAt(line), '1');
  return { list, line, added: true, quantity: '1' };
}

/** Whether a scan of this SKU would add one to a count already in the form. */
export function wouldCountUp(form: CreateForm, sku: string): boolean {
  const list = goodsListAt(form);
  const line = list === null ? null : findLineWithSku(form, list, sku);
  return list !== null && line !== null && !form.countRestart.isDue(list, line);
}

const hasGoods = ({ columns }: ListPart): boolean => columns.includes('Sku') && columns.includes('Quantity');

function goodsListAt(form: CreateForm): string | null {
  const { fields, position } = form;
  const here = position.last?.list;
  // The list with the cursor, then the lists around it, innermost first.
  const around =
    here === undefined
      ? []
      : [
          here,
          ...linesIn(here)
            .map(({ list }) => list)
            .toReversed(),
        ];
  const parts = around.flatMap((list) => {
    const part = listPartAt(fields, templateOf(list));
    return part && !form.isLeftOut(outerList(list)) ? [{ part, list }] : [];
  });
  const own = parts.find(({ part }) => hasGoods(part));
  if (own) return own.list;
  const shown = fields.lists.filter(({ list }) => !form.isLeftOut(list)).map((part) => ({ part, list: part.list }));
  for (const start of [...parts, ...shown]) {
    const found = goodsListWithin(start.part, start.list, position);
    if (found !== null) return found;
  }
  return null;
}

/** The goods list within the shown line of a list, at any depth. */
function goodsListWithin(part: ListPart, list: string, place: Pick<GridPosition, 'at'>): string | null {
  if (hasGoods(part)) return list;
  return part.within ? goodsListWithin(part.within, inLine(list, place.at(list), part.within.list), place) : null;
}

function findLineWithSku(form: OrderForm, list: string, sku: string): number | null {
  for (let line = 0; line < form.lines(list); line++)
    if (form.textAt(inLine(list, line, 'Sku')).trim() === sku) return line;
  return null;
}

function emptyLine(form: OrderForm, list: string): number | null {
  const last = form.lines(list) - 1;
  return form.lineIsEmpty(list, last) ? last : null;
}
