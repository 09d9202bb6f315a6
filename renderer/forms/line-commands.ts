import { listPartAt } from '../../shared/creates/form/form-layout.ts';
import { inLine, linesIn, templateOf } from '../../shared/path/path.ts';
import type { ActionHandlers } from '../keys/actions.svelte.ts';
import type { Cell } from './grid-position.svelte.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { asTypedIn } from './read-field.ts';
import type { ScreenForm } from './screen-form.svelte.ts';

/**
 * Parses a block of cells from a spreadsheet's clipboard: tabs between cells, one line per row, quotes around cells
 * with line breaks. Null for a single cell.
 */
export function readBlock(text: string): string[][] | null {
  const whole = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!/[\t\n]/.test(whole)) return null;
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  for (;;) {
    const { cell, end } = readCell(whole, at);
    row.push(cell);
    if (whole[end] !== '\t') {
      rows.push(row);
      row = [];
    }
    if (end >= whole.length) return rows;
    at = end + 1;
  }
}

function readCell(text: string, from: number): { cell: string; end: number } {
  // A quote that is not closed before a tab, a line break or the end of the text is an ordinary character: 6" pipe
  const quoted = text[from] === '"' ? /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(text.slice(from)) : null;
  if (quoted) return { cell: (quoted[1] ?? '').replaceAll('""', '"'), end: from + quoted[0].length };
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n') end++;
  return { cell: text.slice(from, end), end };
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
): { beyond: number } | null {
  const block = readBlock(text);
  if (!block) return null;
  const from = columns.indexOf(column);
  while (form.lines(list) < line + block.length) form.addLine(list);
  let beyond = 0;
  block.forEach((cells, down) => {
    cells.forEach((cell, across) => {
      const name = columns[from + across];
      if (name === undefined) {
        if (cell.trim() !== '') beyond++;
        return;
      }
      const path = inLine(list, line + down, name);
      form.type(path, asTypedIn(form.fieldAt(path), cell.replaceAll('\n', ' ')), cell.includes('\n'));
      form.leave(path);
    });
  });
  return { beyond };
}

/** A line to copy several times. */
export interface LineToCopy {
  list: string;
  line: number;
}

/** Actions on the line with the cursor, or the last one that had it; otherwise on the first list of the form. */
export function lineCommands(form: ScreenForm, copyMany: (line: LineToCopy) => void): ActionHandlers {
  const { fields, position } = form;
  const listed = fields.lists.find(({ list }) => !form.isLeftOut(list)) ?? fields.foldedLists[0];
  if (!listed) return {};
  const partAt = (list: string) => listPartAt(fields, templateOf(list)) ?? listed;
  const first = (list: string): string => partAt(list).columns[0] ?? '';
  const here = (): Cell => position.last ?? { list: listed.list, line: 0, column: first(listed.list) };
  const outer = (): LineToCopy => linesIn(here().list).at(-1) ?? here();
  return {
    'add-line': () => {
      const { list } = here();
      const last = form.lines(list) - 1;
      // An empty last line serves as the new one.
      position.go(list, form.lineIsEmpty(list, last) ? last : form.addLine(list), first(list));
    },
    'copy-line': () => {
      const { list, line } = here();
      position.go(list, form.copyLine(list, line, 1, partAt(list).numbered), first(list));
    },
    'copy-many': () => copyMany(here()),
    'copy-outer': () => copyMany(outer()),
    'fill-down': () => {
      const { list, line, column } = here();
      fillDown(form, list, column, line);
    },
    'drop-line': () => {
      const { list, line } = here();
      form.dropLine(list, line);
      position.go(list, position.at(list), first(list));
    },
    'line-details': () => {
      const { list, line, column } = here();
      const [more] = partAt(list).more;
      const open = more !== undefined && position.toggle(list, line);
      position.go(list, line, open ? more : partAt(list).columns.includes(column) ? column : first(list));
    },
    'up-line': () => {
      const { list, line } = outer();
      position.go(list, line, first(list));
    },
  };
}

/** Copies a line `times` times; returns the path of the first field in the last copy. */
export function copyTimes(form: ScreenForm, { list, line }: LineToCopy, times: number): string {
  const part = listPartAt(form.fields, templateOf(list));
  const first = form.copyLine(list, line, times, part?.numbered);
  return inLine(list, first + times - 1, part?.columns[0] ?? '');
}

/** Copies a column's text from one line to all lines below. */
export function fillDown(
  form: Pick<OrderForm, 'textAt' | 'lines' | 'type'>,
  list: string,
  column: string,
  from: number,
): void {
  const text = form.textAt(inLine(list, from, column));
  for (let line = from + 1; line < form.lines(list); line++) form.type(inLine(list, line, column), text);
}
