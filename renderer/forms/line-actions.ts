import { listPartAt } from '../../shared/creates/form/form-layout.ts';
import { fieldInLine, linesIn, templateOf } from '../../shared/path/path.ts';
import type { ActionHandlers } from '../keys/actions.svelte.ts';
import type { Cell } from './grid-position.svelte.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { toFieldText } from './read-field.ts';
import type { ScreenForm } from './screen-form.svelte.ts';

/**
 * Parses a block of cells from a spreadsheet's clipboard: tabs between cells, one line per row, quotes around cells
 * with line breaks. Null for a single cell.
 */
export function readBlock(text: string): string[][] | null {
  const normalized = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!/[\t\n]/.test(normalized)) return null;
  const rows: string[][] = [];
  let row: string[] = [];
  let offset = 0;
  for (;;) {
    const { cell, end } = readCell(normalized, offset);
    row.push(cell);
    if (normalized[end] !== '\t') {
      rows.push(row);
      row = [];
    }
    if (end >= normalized.length) return rows;
    offset = end + 1;
  }
}

function readCell(text: string, start: number): { cell: string; end: number } {
  // A quote that is not closed before a tab, a line break or the end of the text is an ordinary character: 6" pipe
  const quotedMatch = text[start] === '"' ? /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(text.slice(start)) : null;
  if (quotedMatch) return { cell: (quotedMatch[1] ?? '').replaceAll('""', '"'), end: start + quotedMatch[0].length };
  let end = start;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n') end++;
  return { cell: text.slice(start, end), end };
}

/**
 * Pastes a spreadsheet block into a grid, starting at the given cell; lines are added as needed. Cells beyond the last
 * column are dropped and counted; a line break within a cell becomes a space; an empty cell clears its field. Null if
 * the text is not a block and is to be pasted as plain text.
 */
export function pasteBlock(
  form: OrderForm,
  list: string,
  columns: readonly string[],
  line: number,
  column: string,
  text: string,
): { droppedCells: number } | null {
  const block = readBlock(text);
  if (!block) return null;
  const firstIndex = columns.indexOf(column);
  while (form.lineCount(list) < line + block.length) form.addLine(list);
  let droppedCells = 0;
  block.forEach((cells, rowOffset) => {
    cells.forEach((cell, columnOffset) => {
      const columnName = columns[firstIndex + columnOffset];
      if (columnName === undefined) {
        if (cell.trim() !== '') droppedCells++;
        return;
      }
      const path = fieldInLine(list, line + rowOffset, columnName);
      form.enterText(path, toFieldText(form.fieldAt(path), cell.replaceAll('\n', ' ')), cell.includes('\n'));
      form.leaveField(path);
    });
  });
  return { droppedCells };
}

/** A line to copy several times. */
export interface LineToCopy {
  list: string;
  line: number;
}

/** Actions on the line with the cursor, or on the last one that had it; otherwise on the first list of the form. */
export function lineActions(form: ScreenForm, copyMany: (line: LineToCopy) => void): ActionHandlers {
  const { fields, position } = form;
  const defaultPart = fields.lists.find(({ list }) => !form.isLeftOut(list)) ?? fields.foldedLists[0];
  if (!defaultPart) return {};
  const partOf = (list: string) => listPartAt(fields, templateOf(list)) ?? defaultPart;
  const firstColumnOf = (list: string): string => partOf(list).columns[0] ?? '';
  const currentCell = (): Cell =>
    position.lastCell ?? { list: defaultPart.list, line: 0, column: firstColumnOf(defaultPart.list) };
  const outerLine = (): LineToCopy => linesIn(currentCell().list).at(-1) ?? currentCell();
  return {
    'add-line': () => {
      const { list } = currentCell();
      const lastLine = form.lineCount(list) - 1;
      // An empty last line serves as the new one.
      position.focusCell(list, form.isLineEmpty(list, lastLine) ? lastLine : form.addLine(list), firstColumnOf(list));
    },
    'copy-line': () => {
      const { list, line } = currentCell();
      position.focusCell(list, form.copyLine(list, line, 1, partOf(list).numberColumn), firstColumnOf(list));
    },
    'copy-many': () => copyMany(currentCell()),
    'copy-outer': () => copyMany(outerLine()),
    'fill-down': () => {
      const { list, line, column } = currentCell();
      fillDown(form, list, column, line);
    },
    'drop-line': () => {
      const { list, line } = currentCell();
      form.removeLine(list, line);
      position.focusCell(list, position.shownLineOf(list), firstColumnOf(list));
    },
    'line-details': () => {
      const { list, line, column } = currentCell();
      const [detailColumn] = partOf(list).more;
      const isExpanded = detailColumn !== undefined && position.toggleExpanded(list, line);
      position.focusCell(
        list,
        line,
        isExpanded ? detailColumn : partOf(list).columns.includes(column) ? column : firstColumnOf(list),
      );
    },
    'up-line': () => {
      const { list, line } = outerLine();
      position.focusCell(list, line, firstColumnOf(list));
    },
  };
}

/** Copies a line `times` times; returns the path of the first field in the last copy. */
export function copyLineTimes(form: ScreenForm, { list, line }: LineToCopy, times: number): string {
  const part = listPartAt(form.fields, templateOf(list));
  const firstCopy = form.copyLine(list, line, times, part?.numberColumn);
  return fieldInLine(list, firstCopy + times - 1, part?.columns[0] ?? '');
}

/** Copies a column's text from one line to all lines below. */
export function fillDown(
  form: Pick<OrderForm, 'textAt' | 'lineCount' | 'enterText'>,
  list: string,
  column: string,
  sourceLine: number,
): void {
  const text = form.textAt(fieldInLine(list, sourceLine, column));
  for (let line = sourceLine + 1; line < form.lineCount(list); line++)
    form.enterText(fieldInLine(list, line, column), text);
}
