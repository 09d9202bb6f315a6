import type { ActionHandlers } from '../keys/acts.svelte.ts';
import { inLine, linesIn, templateOf } from '../../shared/path/path.ts';
import { listPartAt } from '../../shared/creates/form/form-layout.ts';
import type { Cell } from './grid-place.svelte.ts';
import type { OrderForm } from './order-form.svelte.ts';
import type { ScreenForm } from './screen-form.svelte.ts';

/** A line to copy several times. */
export interface LineToCopy {
  list: string;
  line: number;
}

/** Actions on the line with the cursor, or the last one that had it; otherwise on the first list of the form. */
export function lineCommands(form: ScreenForm, copyMany: (line: LineToCopy) => void): ActionHandlers {
  const { fields, position: place } = form;
  const listed = fields.lists.find(({ list }) => !form.isLeftOut(list)) ?? fields.foldedLists[0];
  if (!listed) return {};
  const partAt = (list: string) => listPartAt(fields, templateOf(list)) ?? listed;
  const first = (list: string): string => partAt(list).columns[0] ?? '';
  const here = (): Cell => place.last ?? { list: listed.list, line: 0, column: first(listed.list) };
  const outer = (): LineToCopy => linesIn(here().list).at(-1) ?? here();
  return {
    'add-line': () => {
      const { list } = here();
      const last = form.lines(list) - 1;
      // An empty last line serves as the new one.
      place.go(list, form.lineIsEmpty(list, last) ? last : form.addLine(list), first(list));
    },
    'copy-line': () => {
      const { list, line } = here();
      place.go(list, form.copyLine(list, line, 1, partAt(list).numbered), first(list));
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
      place.go(list, place.at(list), first(list));
    },
    'line-details': () => {
      const { list, line, column } = here();
      const [more] = partAt(list).more;
      const open = more !== undefined && place.toggle(list, line);
      place.go(list, line, open ? more : partAt(list).columns.includes(column) ? column : first(list));
    },
    'up-line': () => {
      const { list, line } = outer();
      place.go(list, line, first(list));
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
