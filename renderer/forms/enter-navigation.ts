import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { inLine } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';
import type { ScreenForm } from './screen-form.svelte.ts';

/** A grid in a form: its part, and the path of its list with line numbers. */
export interface Grid {
  form: OrderForm;
  part: ListPart;
  list: string;
}

// Enter skips fields filled from memory and unchanged carried-over fields; arrows and Tab still reach them.
const isSkippedByEnter = (form: OrderForm, path: string): boolean =>
  form.origins.at(path) === 'remembered' || form.fieldsToReconfirm.isCarriedOver(path);

const firstOf = (part: ListPart): string => part.columns[0] ?? '';

/** Path that Enter moves to from a cell; null at the end of the list. May append a line. */
export function pathAfterCell(grid: Grid, line: number, column: string, nested: boolean): string | null {
  const { form, part, list } = grid;
  const { fieldsToReconfirm } = form;
  const ends = line === form.lines(list) - 1 && (line > 0 || nested) && form.lineIsEmpty(list, line);
  if (ends && column === firstOf(part)) return null;
  const at = (name: string): string => inLine(list, line, name);
  const later = part.columns.slice(part.columns.indexOf(column) + 1).map(at);
  const next =
    later.find((path) => !isSkippedByEnter(form, path)) ??
    part.more.map(at).find((path) => fieldsToReconfirm.needsReconfirm(path));
  if (next !== undefined) return next;
  const inner = part.within && { form, part: part.within, list: at(part.within.list) };
  const within =
    inner && (fieldsToReconfirm.isActive ? firstStopIn(inner) : inLine(inner.list, 0, firstOf(inner.part)));
  return within ?? pathAfterLine(grid, line);
}

/** Path that Enter moves to from the end of a line; null at the end of the list. May append a line. */
export function pathAfterLine(grid: Grid, line: number): string | null {
  const { form, part, list } = grid;
  const last = form.lines(list) - 1;
  const next = form.fieldsToReconfirm.isActive
    ? firstStopIn(grid, line + 1)
    : line < last && inLine(list, line + 1, firstOf(part));
  if (typeof next === 'string') return next;
  if (form.lineIsEmpty(list, Math.max(line, last)) || !form.fieldsToReconfirm.canAppendLine(list)) return null;
  return inLine(list, form.addLine(list), firstOf(part));
}

/** First field at or after line `from` where Enter stops in a form that has fields to reconfirm. */
function firstStopIn({ form, part, list }: Grid, from = 0): string | undefined {
  const { fieldsToReconfirm } = form;
  for (let line = from; line < form.lines(list); line++) {
    const at = (name: string): string => inLine(list, line, name);
    const stop =
      part.columns.map(at).find((path) => !isSkippedByEnter(form, path)) ??
      part.more.map(at).find((path) => fieldsToReconfirm.needsReconfirm(path));
    const found = stop ?? (part.within && firstStopIn({ form, part: part.within, list: at(part.within.list) }));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Path that Enter moves to after a list, or after the fields before the lists; undefined after the last. `lineOf` gives
 * the current line of a list.
 */
export function pathAfterList(
  form: ScreenForm,
  left?: ListPart,
  lineOf: (list: string) => number = () => 0,
): string | undefined {
  const { fields } = form;
  const lists = fields.lists.filter(({ list }) => !form.isLeftOut(list));
  const rest = left && !lists.includes(left) ? [] : lists.slice(left ? lists.indexOf(left) + 1 : 0);
  const { fieldsToReconfirm } = form;
  if (!fieldsToReconfirm.isActive) return rest[0] && inLine(rest[0].list, lineOf(rest[0].list), firstOf(rest[0]));
  const stops = (parts: readonly ListPart[]) => parts.map((part) => firstStopIn({ form, part, list: part.list }));
  const folded = fields.folded.flatMap((part) => part.fields).find((path) => fieldsToReconfirm.needsReconfirm(path));
  const later = fields.foldedLists.slice(left ? fields.foldedLists.indexOf(left) + 1 : 0);
  return [...stops(rest), folded, ...stops(later)].find((stop) => stop !== undefined);
}

/** First field to reconfirm in a form started from another entry or a template; undefined in any other form. */
export function firstFieldToReconfirm(form: ScreenForm): string | undefined {
  const { fieldsToReconfirm, fields } = form;
  if (!fieldsToReconfirm.isActive) return undefined;
  const before = [...fields.first.flatMap((part) => part.fields), ...fields.choices.map(({ flag }) => flag)];
  return before.find((path) => fieldsToReconfirm.needsReconfirm(path)) ?? pathAfterList(form);
}
