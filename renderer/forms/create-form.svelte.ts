import { listPartAt, type ListPart } from '../../shared/creates/form/form-layout.ts';
import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import { fieldInLine, lastName, linesIn, outerList, templateOf } from '../../shared/path/path.ts';
import { keyPathOf } from '../../shared/service/create-facts.ts';
import { formOf, type CreateKind } from './form-fields.ts';
import type { FormSnapshot } from './form-snapshot.ts';
import { GoodsAutofill } from './goods-autofill.svelte.ts';
import type { GridPosition } from './grid-position.svelte.ts';
import type { OrderForm, DeferReading } from './order-form.svelte.ts';
import { ScreenForm } from './screen-form.svelte.ts';

const deskOrigins: readonly (string | undefined)[] = ['own', 'carried'];

/** Whether a user typed in the form; what the desk filled in does not count. */
export function hasTyped({ tree, fieldsToReconfirm }: Pick<OrderForm, 'tree' | 'fieldsToReconfirm'>): boolean {
  for (const [path, { text = '', origin, isReviewed }] of tree.leaves()) {
    // In a form started from another, a text that was reviewed and left unchanged counts as the user's own.
    const unreviewedOrigin = fieldsToReconfirm.isActive && isReviewed ? undefined : origin;
    if (text !== '' && path !== 'Location' && !deskOrigins.includes(unreviewedOrigin)) return true;
  }
  return false;
}

/** A line whose count restarted, with the carried-over quantity. */
export interface RestartedCount {
  list: string;
  line: number;
  Sku: string;
  carriedQuantity: string;
}

const goodsFieldNames: ReadonlySet<string> = new Set(['Quantity', ...Object.values(goodsFactNames).flat()]);
const firstCount = '1';

/**
 * Restarts carried-over counts: the goods in hand are not those of the previous parcel, so the first scan of a
 * carried-over line that was not reviewed counts from 1.
 */
export class CountRestart {
  readonly #form: OrderForm;
  #lastRestart = $state.raw<RestartedCount | null>(null);

  constructor(form: OrderForm) {
    this.#form = form;
  }

  /** Whether the next scan of a line's goods counts from 1, because its quantity was carried over and not reviewed. */
  restartsOnScan(list: string, line: number): boolean {
    const origin = this.#form.origins.originOf(fieldInLine(list, line, 'Quantity'));
    return origin === 'carried' || origin === 'template';
  }

  /** Restarts the count of a line; undefined if its quantity was not carried over or has been reviewed. */
  restart(list: string, line: number): RestartedCount | undefined {
    const form = this.#form;
    const quantity = fieldInLine(list, line, 'Quantity');
    const carriedQuantity = form.textAt(quantity);
    if (!this.restartsOnScan(list, line)) return undefined;
    const { fieldsToReconfirm } = form;
    const paths = [...form.textsInLine(list, line)].map(([path]) => path);
    // Fields that usually change and do not follow from the goods still need reconfirming.
    const pathsToConfirm = paths.filter(
      (path) => !fieldsToReconfirm.needsReconfirm(path) || goodsFieldNames.has(lastName(path)),
    );
    for (const path of pathsToConfirm) form.origins.markReviewed(path);
    fieldsToReconfirm.confirm(pathsToConfirm.filter((path) => fieldsToReconfirm.needsReconfirm(path)));
    form.enterText(quantity, firstCount);
    return (this.#lastRestart = {
      list,
      line,
      Sku: form.textAt(fieldInLine(list, line, 'Sku')).trim(),
      carriedQuantity,
    });
  }

  /** The last restart, unless the line was counted or typed in since. */
  get lastRestart(): RestartedCount | null {
    const lastRestart = this.#lastRestart;
    if (lastRestart === null) return null;
    const textOf = (column: string): string =>
      this.#form.textAt(fieldInLine(lastRestart.list, lastRestart.line, column)).trim();
    return textOf('Quantity') === firstCount && textOf('Sku') === lastRestart.Sku ? lastRestart : null;
  }

  /** Restores the carried-over quantity, so that the next scan adds to it. */
  undo(): void {
    const { lastRestart } = this;
    if (lastRestart)
      this.#form.enterText(fieldInLine(lastRestart.list, lastRestart.line, 'Quantity'), lastRestart.carriedQuantity);
    this.#lastRestart = null;
  }
}

/** The entry a form belongs to, and the task for it. */
export interface FormOfEntry {
  task: string;
  id: string;
}

/** The form of a create. It fills goods lines from the desk's memory and counts scanned goods. */
export class CreateForm extends ScreenForm {
  readonly kind: CreateKind;
  readonly keyPath: string;
  readonly goodsAutofill: GoodsAutofill;
  readonly countRestart: CountRestart;
  readonly #entry: FormOfEntry | null;

  /** `entry`: null for a new one. */
  constructor(kind: CreateKind, entry: FormOfEntry | null, deferReading?: DeferReading) {
    super(formOf[kind], entry === null ? kind : `${entry.task}/${entry.id.toLowerCase()}`, deferReading);
    this.kind = kind;
    this.keyPath = keyPathOf(this.endpoint);
    this.goodsAutofill = new GoodsAutofill(this, this.fields.lists);
    this.countRestart = new CountRestart(this);
    this.#entry = entry;
  }

  /** True for the form of an existing entry; otherwise only what the user typed counts, not what the desk filled in. */
  override get hasTyped(): boolean {
    return this.#entry !== null || hasTyped(this);
  }

  override onFieldCompleted(path: string): void {
    this.goodsAutofill.onFieldCompleted(path);
  }

  override startFrom(body: unknown): void {
    this.goodsAutofill.clear();
    super.startFrom(body);
  }

  override restore(snapshot: FormSnapshot): void {
    super.restore(snapshot);
    if (this.fieldsToReconfirm.isActive) this.goodsAutofill.markLookedUp();
  }
}

/**
 * Where a scanned SKU was counted. `isNewLine`: the scan added the line or filled an empty one. `quantity`: the line's
 * quantity now, as text; null if its text is not a number that can be counted up.
 */
export interface ScannedLine {
  list: string;
  line: number;
  isNewLine: boolean;
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
  const list = findGoodsList(form);
  if (list === null) return null;
  const existingLine = findLineWithSku(form, list, sku);
  const quantityAt = (line: number) => fieldInLine(list, line, 'Quantity');
  if (existingLine !== null) {
    const restartedCount = form.countRestart.restart(list, existingLine);
    if (restartedCount) return { list, line: existingLine, isNewLine: false, quantity: '1', restarted: restartedCount };
    const quantityText = form.textAt(quantityAt(existingLine)).normalize('NFKC').trim();
    if (!/^\d{0,9}$/.test(quantityText)) return { list, line: existingLine, isNewLine: false, quantity: null };
    const quantity = String(Number(quantityText) + 1);
    form.enterText(quantityAt(existingLine), quantity);
    return { list, line: existingLine, isNewLine: false, quantity };
  }
  const line = findEmptyLastLine(form, list) ?? form.addLine(list);
  form.enterText(fieldInLine(list, line, 'Sku'), sku);
  form.enterText(quantityAt(line), '1');
  return { list, line, isNewLine: true, quantity: '1' };
}

/** Whether a scan of this SKU would add one to a count already in the form. */
export function wouldCountUp(form: CreateForm, sku: string): boolean {
  const list = findGoodsList(form);
  const line = list === null ? null : findLineWithSku(form, list, sku);
  return list !== null && line !== null && !form.countRestart.restartsOnScan(list, line);
}

const isGoodsList = ({ columns }: ListPart): boolean => columns.includes('Sku') && columns.includes('Quantity');

function findGoodsList(form: CreateForm): string | null {
  const { fields, position } = form;
  const cursorList = position.lastCell?.list;
  // The list with the cursor, then the lists around it, innermost first.
  const enclosingLists =
    cursorList === undefined
      ? []
      : [
          cursorList,
          ...linesIn(cursorList)
            .map(({ list }) => list)
            .toReversed(),
        ];
  const enclosingParts = enclosingLists.flatMap((list) => {
    const part = listPartAt(fields, templateOf(list));
    return part && !form.isLeftOut(outerList(list)) ? [{ part, list }] : [];
  });
  const cursorPart = enclosingParts.find(({ part }) => isGoodsList(part));
  if (cursorPart) return cursorPart.list;
  const visibleParts = fields.lists
    .filter(({ list }) => !form.isLeftOut(list))
    .map((part) => ({ part, list: part.list }));
  for (const candidate of [...enclosingParts, ...visibleParts]) {
    const goodsList = findGoodsListWithin(candidate.part, candidate.list, position);
    if (goodsList !== null) return goodsList;
  }
  return null;
}

/** The goods list within the shown line of a list, at any depth. */
function findGoodsListWithin(part: ListPart, list: string, position: Pick<GridPosition, 'shownLineOf'>): string | null {
  if (isGoodsList(part)) return list;
  return part.nested
    ? findGoodsListWithin(part.nested, fieldInLine(list, position.shownLineOf(list), part.nested.list), position)
    : null;
}

function findLineWithSku(form: OrderForm, list: string, sku: string): number | null {
  for (let line = 0; line < form.lineCount(list); line++)
    if (form.textAt(fieldInLine(list, line, 'Sku')).trim() === sku) return line;
  return null;
}

function findEmptyLastLine(form: OrderForm, list: string): number | null {
  const lastLine = form.lineCount(list) - 1;
  return form.isLineEmpty(list, lastLine) ? lastLine : null;
}
