import { inLine } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { readBlock } from './read-block.ts';
import { asTypedIn } from './read-field.ts';

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
