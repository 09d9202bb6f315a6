import { tick } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { focusField } from './field-focus.ts';
import { inLine, lineAt, linesIn, relativeTo, templateOf } from '../../shared/path/path.ts';
import { listPartAt } from '../../shared/creates/form/form-layout.ts';
import type { FormFields } from './form-fields.ts';

export interface Cell {
  list: string;
  line: number;
  column: string;
}

/** Where one is in the grids of a form: the line shown of each list, the line that is open with all its fields, the last cell. */
export class GridPlace {
  last = $state.raw<Cell | null>(null);
  /** parts of the form that are unfolded, by name */
  folds = $state<Record<string, boolean>>({});
  readonly #fields: FormFields;
  readonly #at = new SvelteMap<string, number>();
  readonly #opened = new SvelteMap<string, number>();

  constructor(fields: FormFields) {
    this.#fields = fields;
  }

  at(list: string): number {
    return this.#at.get(list) ?? 0;
  }

  enter(list: string, line: number, column: string): void {
    this.#at.set(list, line);
    this.last = { list, line, column };
  }

  isOpen(list: string, line: number): boolean {
    return this.#opened.get(list) === line;
  }

  /** Opens a line with all its fields, or closes it; answers whether it is open now. */
  toggle(list: string, line: number): boolean {
    if (this.isOpen(list, line)) this.#opened.delete(list);
    else this.#opened.set(list, line);
    return this.isOpen(list, line);
  }

  /** Shows the lines a field lies in, so that it is in the page once that is drawn. */
  reveal(path: string): void {
    for (const { list, line } of linesIn(path)) {
      this.#at.set(list, line);
      const column = relativeTo(lineAt(list, line), path) ?? '';
      if (listPartAt(this.#fields, templateOf(list))?.more.includes(column)) this.#opened.set(list, line);
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

  /** After lines have moved: nothing is open, and the last line shown is one that exists. */
  moved(list: string, lines: number): void {
    this.#opened.delete(list);
    this.#at.set(list, Math.min(this.at(list), lines - 1));
  }

  clear(): void {
    this.#at.clear();
    this.#opened.clear();
    this.last = null;
  }
}
