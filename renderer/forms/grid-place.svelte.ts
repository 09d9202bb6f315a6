import { tick } from 'svelte';
import { focusField } from './field-focus.ts';
import { inLine, lineAt, linesIn, relativeTo, templateOf, anyLine, join, readPath } from '../../shared/path/path.ts';
import { listPartAt } from '../../shared/creates/form/form-layout.ts';
import type { FormFields } from './form-fields.ts';
import type { OrderForm } from './order-form.svelte.ts';
import type { FormTree } from './tree/form-tree.svelte.ts';

export interface Cell {
  list: string;
  line: number;
  column: string;
}

/** Where one is in the grids of a form: the line shown of each list, the line that is open with all its fields (both known by the list itself), the last cell. */
export class GridPlace {
  last = $state.raw<Cell | null>(null);
  /** parts of the form that are unfolded, by name */
  folds = $state<Record<string, boolean>>({});
  readonly #fields: FormFields;
  readonly #tree: FormTree;

  constructor(fields: FormFields, { tree }: Pick<OrderForm, 'tree'>) {
    this.#fields = fields;
    this.#tree = tree;
  }

  at(list: string): number {
    return this.#tree.findList(list)?.shown ?? 0;
  }

  enter(list: string, line: number, column: string): void {
    this.#tree.list(list).shown = line;
    this.last = { list, line, column };
  }

  isOpen(list: string, line: number): boolean {
    const found = this.#tree.findList(list);
    return found?.opened !== undefined && found.opened === found.lines[line];
  }

  /** Opens a line with all its fields, or closes it; answers whether it is open now. */
  toggle(list: string, line: number): boolean {
    const found = this.#tree.list(list);
    found.opened = this.isOpen(list, line) ? undefined : found.lines[line];
    return this.isOpen(list, line);
  }

  /** Shows the lines a field lies in, so that it is in the page once that is drawn. */
  reveal(path: string): void {
    for (const { list, line } of linesIn(path)) {
      const found = this.#tree.list(list);
      const into = found.lines[line];
      if (!into) return;
      found.shown = line;
      const column = relativeTo(lineAt(list, line), path) ?? '';
      if (listPartAt(this.#fields, templateOf(list))?.more.includes(column)) found.opened = into;
    }
  }

  /** Puts the cursor into a field, however deep it lies; false where the form has no such field. */
  async goTo(path: string): Promise<boolean> {
    this.reveal(path);
    await tick();
    return focusField(path);
  }

  go(list: string, line: number, column: string): void {
    void this.goTo(inLine(list, line, column));
  }

  /** Unfolds all that is folded away, or folds it where all is open. */
  toggleFolds(): void {
    const { folded, foldedLists } = this.#fields;
    const open = folded.some(({ name }) => !this.folds[name]);
    this.folds = Object.fromEntries([...folded, ...foldedLists].map(({ name }) => [name, open]));
  }

  /** The form begins anew. */
  clear(): void {
    this.last = null;
  }
}

const step = 20;

/** The lines to draw around the one shown, a bounded number of however many; moves in steps so that drawing stays rare. */
export function windowOfLines(at: number, lines: number): { from: number; to: number } {
  const from = Math.max(0, (Math.floor(at / step) - 1) * step);
  return { from, to: Math.min(lines, from + 3 * step) };
}

/** A field of the contract where it stands on the screen: in lists, in the line that is shown. `A[].B` becomes `A[2].B`. */
export const pathOnScreen = (template: string, place: Pick<GridPlace, 'at'>): string =>
  readPath(template).reduce<string>(
    (path, step) => (step === anyLine ? lineAt(path, place.at(path)) : join(path, String(step))),
    '',
  );
