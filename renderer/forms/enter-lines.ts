import { inLine } from '../../shared/path/path.ts';
import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import type { OrderForm } from './order-form.svelte.ts';
import type { ScreenForm } from './screen-form.svelte.ts';

/** A grid in a form: its part, and its path with the lines it lies in. */
export interface Grid {
  form: OrderForm;
  part: ListPart;
  list: string;
}

// what the desk filled in from memory needs no look, nor what stays as it came over; arrows and Tab still go there
const passes = (form: OrderForm, path: string): boolean =>
  form.origins.at(path) === 'remembered' || form.asked.stays(path);

const firstOf = (part: ListPart): string => part.columns[0] ?? '';

/** Where Enter goes from a field of a line; null at the end of the list. It may begin the next line. */
export function afterCell(grid: Grid, line: number, column: string, nested: boolean): string | null {
  const { form, part, list } = grid;
  const { asked } = form;
  const ends = line === form.lines(list) - 1 && (line > 0 || nested) && form.lineIsEmpty(list, line);
  if (ends && column === firstOf(part)) return null;
  const at = (name: string): string => inLine(list, line, name);
  const later = part.columns.slice(part.columns.indexOf(column) + 1).map(at);
  const next = later.find((path) => !passes(form, path)) ?? part.more.map(at).find((path) => asked.asks(path));
  if (next !== undefined) return next;
  const inner = part.within && { form, part: part.within, list: at(part.within.list) };
  const within = inner && (asked.on ? stopIn(inner) : inLine(inner.list, 0, firstOf(inner.part)));
  return within ?? afterLine(grid, line);
}

/** Where Enter goes from the end of a line. */
export function afterLine(grid: Grid, line: number): string | null {
  const { form, part, list } = grid;
  const last = form.lines(list) - 1;
  const next = form.asked.on ? stopIn(grid, line + 1) : line < last && inLine(list, line + 1, firstOf(part));
  if (typeof next === 'string') return next;
  if (form.lineIsEmpty(list, Math.max(line, last)) || !form.asked.grows(list)) return null;
  return inLine(list, form.addLine(list), firstOf(part));
}

/** The first field of a list, from a line on, that Enter stops at in a form that asks for a few. */
function stopIn({ form, part, list }: Grid, from = 0): string | undefined {
  const { asked } = form;
  for (let line = from; line < form.lines(list); line++) {
    const at = (name: string): string => inLine(list, line, name);
    const stop =
      part.columns.map(at).find((path) => !passes(form, path)) ?? part.more.map(at).find((path) => asked.asks(path));
    const found = stop ?? (part.within && stopIn({ form, part: part.within, list: at(part.within.list) }));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where Enter goes after a list, or after what comes before the lists; undefined after the last. `lineOf`: the line shown of a list. */
export function afterList(
  form: ScreenForm,
  left?: ListPart,
  lineOf: (list: string) => number = () => 0,
): string | undefined {
  const { fields } = form;
  const lists = fields.lists.filter(({ list }) => !form.isLeftOut(list));
  const rest = left && !lists.includes(left) ? [] : lists.slice(left ? lists.indexOf(left) + 1 : 0);
  const { asked } = form;
  if (!asked.on) return rest[0] && inLine(rest[0].list, lineOf(rest[0].list), firstOf(rest[0]));
  const stops = (parts: readonly ListPart[]) => parts.map((part) => stopIn({ form, part, list: part.list }));
  const folded = fields.folded.flatMap((part) => part.fields).find((path) => asked.asks(path));
  const later = fields.foldedLists.slice(left ? fields.foldedLists.indexOf(left) + 1 : 0);
  return [...stops(rest), folded, ...stops(later)].find((stop) => stop !== undefined);
}

/** The first field that a form asks for which was begun from another; undefined in any other form. */
export function firstAsked(form: ScreenForm): string | undefined {
  const { asked, fields } = form;
  if (!asked.on) return undefined;
  const before = [...fields.first.flatMap((part) => part.fields), ...fields.choices.map(({ flag }) => flag)];
  return before.find((path) => asked.asks(path)) ?? afterList(form);
}
