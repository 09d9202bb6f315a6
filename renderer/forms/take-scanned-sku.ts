import { inLine, linesIn, outerList, templateOf } from '../../shared/path/path.ts';
import { listPartAt, type ListPart } from '../../shared/creates/form/form-layout.ts';
import type { CreateForm } from './create-form.svelte.ts';
import type { GridPosition } from './grid-place.svelte.ts';
import type { OrderForm } from './order-form.svelte.ts';
import type { RestartedCount } from './recount.svelte.ts';

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
  const { fields, position: place } = form;
  const here = place.last?.list;
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
    const found = goodsListWithin(start.part, start.list, place);
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
