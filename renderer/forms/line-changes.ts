import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { inLine, lineAt, linesIn } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';

type Form = Pick<OrderForm, 'originalPath' | 'lines' | 'lineIsEmpty' | 'fieldAt'>;

/** A line that was sent and has been removed since. */
export interface RemovedLine {
  /** Index of the line as sent, from 0. */
  line: number;
  /** A SKU, a name or a box number; empty if the line had none. */
  name: string;
  quantity: string;
  /** Lines that were nested in it. */
  inside: RemovedLine[];
}

/** Changes to the lines of a list since it was sent. */
export interface LineChanges {
  sent: number;
  dropped: RemovedLine[];
  added: number;
}

/** Compares the lines of a list with those sent, by path; undefined if the list is in a line added since. */
export function compareLines(
  form: Form,
  part: ListPart,
  list: string,
  sent: ReadonlyMap<string, string>,
): LineChanges | undefined {
  const place = form.originalPath(list);
  if (place === undefined) return undefined;
  const here = new Set<string>();
  let added = 0;
  for (let line = 0; line < form.lines(list); line++) {
    const from = form.originalPath(lineAt(list, line));
    if (from !== undefined) here.add(from);
    else if (!form.lineIsEmpty(list, line)) added++;
  }
  const count = countSentLines(sent, place);
  const dropped = Array.from({ length: count }, (_, line) => line).filter((line) => !here.has(lineAt(place, line)));
  return { sent: count, dropped: dropped.map((line) => sentLine(form, part, place, line, sent)), added };
}

function countSentLines(sent: ReadonlyMap<string, string>, list: string): number {
  let lines = 0;
  for (const path of sent.keys()) {
    const at = linesIn(path).find((one) => one.list === list);
    if (at) lines = Math.max(lines, at.line + 1);
  }
  return lines;
}

const numbers: readonly (string | undefined)[] = ['number', 'integer', 'decimal'];

function sentLine(
  form: Form,
  part: ListPart,
  list: string,
  line: number,
  sent: ReadonlyMap<string, string>,
): RemovedLine {
  const at = (column: string): string => sent.get(inLine(list, line, column))?.trim() ?? '';
  const names = part.columns.filter((column) => !numbers.includes(form.fieldAt(inLine(list, line, column))?.type));
  const { within } = part;
  const inner = within && inLine(list, line, within.list);
  return {
    line,
    name: names.map(at).find((text) => text !== '') ?? '',
    quantity: part.pieces === undefined ? '' : at(part.pieces),
    inside: inner
      ? Array.from({ length: countSentLines(sent, inner) }, (_, inside) => sentLine(form, within, inner, inside, sent))
      : [],
  };
}
