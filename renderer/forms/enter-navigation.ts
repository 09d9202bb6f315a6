import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { fieldInLine } from '../../shared/path/path.ts';
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
  form.origins.originOf(path) === 'remembered' || form.fieldsToReconfirm.isCarriedOver(path);

const firstColumnOf = (part: ListPart): string => part.columns[0] ?? '';

/** Path that Enter moves to from a cell; null at the end of the list. May append a line. */
export function pathAfterCell(grid: Grid, line: number, column: string, nested: boolean): string | null {
  const { form, part, list } = grid;
  const { fieldsToReconfirm } = form;
  const isEmptyEnd = line === form.lineCount(list) - 1 && (line > 0 || nested) && form.isLineEmpty(list, line);
  if (isEmptyEnd && column === firstColumnOf(part)) return null;
  const pathOf = (name: string): string => fieldInLine(list, line, name);
  const laterPaths = part.columns.slice(part.columns.indexOf(column) + 1).map(pathOf);
  const nextPath =
    laterPaths.find((path) => !isSkippedByEnter(form, path)) ??
    part.more.map(pathOf).find((path) => fieldsToReconfirm.needsReconfirm(path));
  if (nextPath !== undefined) return nextPath;
  const nestedGrid = part.nested && { form, part: part.nested, list: pathOf(part.nested.list) };
  const nestedPath =
    nestedGrid &&
    (fieldsToReconfirm.isActive
      ? firstStopIn(nestedGrid)
      : fieldInLine(nestedGrid.list, 0, firstColumnOf(nestedGrid.part)));
  return nestedPath ?? pathAfterLine(grid, line);
}

/** Path that Enter moves to from the end of a line; null at the end of the list. May append a line. */
export function pathAfterLine(grid: Grid, line: number): string | null {
  const { form, part, list } = grid;
  const lastLine = form.lineCount(list) - 1;
  const nextPath = form.fieldsToReconfirm.isActive
    ? firstStopIn(grid, line + 1)
    : line < lastLine && fieldInLine(list, line + 1, firstColumnOf(part));
  if (typeof nextPath === 'string') return nextPath;
  if (form.isLineEmpty(list, Math.max(line, lastLine)) || !form.fieldsToReconfirm.canAppendLine(list)) return null;
  return fieldInLine(list, form.addLine(list), firstColumnOf(part));
}

/** First field at or after line `fromLine` where Enter stops, in a form that has fields to reconfirm. */
function firstStopIn({ form, part, list }: Grid, fromLine = 0): string | undefined {
  const { fieldsToReconfirm } = form;
  for (let line = fromLine; line < form.lineCount(list); line++) {
    const pathOf = (name: string): string => fieldInLine(list, line, name);
    const stopPath =
      part.columns.map(pathOf).find((path) => !isSkippedByEnter(form, path)) ??
      part.more.map(pathOf).find((path) => fieldsToReconfirm.needsReconfirm(path));
    const firstStop =
      stopPath ?? (part.nested && firstStopIn({ form, part: part.nested, list: pathOf(part.nested.list) }));
    if (firstStop !== undefined) return firstStop;
  }
  return undefined;
}

/**
 * Path that Enter moves to after a list, or after the fields before the lists; undefined after the last.
 * `currentLineOf` returns the current line of a list.
 */
export function pathAfterList(
  form: ScreenForm,
  leftPart?: ListPart,
  currentLineOf: (list: string) => number = () => 0,
): string | undefined {
  const { fields } = form;
  const lists = fields.lists.filter(({ list }) => !form.isLeftOut(list));
  const remainingLists =
    leftPart && !lists.includes(leftPart) ? [] : lists.slice(leftPart ? lists.indexOf(leftPart) + 1 : 0);
  const { fieldsToReconfirm } = form;
  if (!fieldsToReconfirm.isActive)
    return (
      remainingLists[0] &&
      fieldInLine(remainingLists[0].list, currentLineOf(remainingLists[0].list), firstColumnOf(remainingLists[0]))
    );
  const firstStopsIn = (parts: readonly ListPart[]) =>
    parts.map((part) => firstStopIn({ form, part, list: part.list }));
  const foldedField = fields.folded
    .flatMap((part) => part.fields)
    .find((path) => fieldsToReconfirm.needsReconfirm(path));
  const laterFoldedLists = fields.foldedLists.slice(leftPart ? fields.foldedLists.indexOf(leftPart) + 1 : 0);
  return [...firstStopsIn(remainingLists), foldedField, ...firstStopsIn(laterFoldedLists)].find(
    (stop) => stop !== undefined,
  );
}

/** First field to reconfirm in a form started from another entry or a template; undefined in any other form. */
export function firstFieldToReconfirm(form: ScreenForm): string | undefined {
  const { fieldsToReconfirm, fields } = form;
  if (!fieldsToReconfirm.isActive) return undefined;
  const fieldsBeforeLists = [...fields.first.flatMap((part) => part.fields), ...fields.choices.map(({ flag }) => flag)];
  return fieldsBeforeLists.find((path) => fieldsToReconfirm.needsReconfirm(path)) ?? pathAfterList(form);
}
