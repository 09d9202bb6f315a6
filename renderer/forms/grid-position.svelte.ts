import { listPartAt } from '../../shared/creates/form/form-layout.ts';
import { inLine, lineAt, linesIn, relativeTo, templateOf, anyLine, join, readPath } from '../../shared/path/path.ts';
import { focusField } from './field-focus.ts';
import type { FormFields } from './form-fields.ts';
import type { FormTree } from './form-tree.svelte.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { tick } from 'svelte';

export interface Cell {
  list: string;
  line: number;
  column: string;
}

/**
 * Position in the grids of a form: per list the line shown and the line expanded (both stored on the list), and the
 * last cell.
 */
export class GridPosition {
  last = $state.raw<Cell | null>(null);
  /** Unfolded parts of the form, by name. */
  folds = $state<Record<string, boolean>>({});
  readonly #fields: FormFields;
  readonly #tree: FormTree;

  constructor(fields: FormFields, { tree }: Pick<OrderForm, 'tree'>) {
    this.#fields = fields;
    this.#tree = tree;
  }

  at(list: string): number {
    return this.#tree.findList(list)?.shownLine ?? 0;
  }

  enter(list: string, line: number, column: string): void {
    this.#tree.list(list).shownLine = line;
    this.last = { list, line, column };
  }

  isOpen(list: string, line: number): boolean {
    const found = this.#tree.findList(list);
    return found?.expandedLine !== undefined && found.expandedLine === found.lines[line];
  }

  /** Expands a line to all its fields, or collapses it; returns whether it is expanded now. */
  toggle(list: string, line: number): boolean {
    const found = this.#tree.list(list);
    found.expandedLine = this.isOpen(list, line) ? undefined : found.lines[line];
    return this.isOpen(list, line);
  }

  /** Selects the lines a field is nested in, so that the next render includes it. */
  reveal(path: string): void {
    for (const { list, line } of linesIn(path)) {
      const found = this.#tree.list(list);
      const into = found.lines[line];
      if (!into) return;
      found.shownLine = line;
      const column = relativeTo(lineAt(list, line), path) ?? '';
      if (listPartAt(this.#fields, templateOf(list))?.more.includes(column)) found.expandedLine = into;
    }
  }

  /** Focuses a field at any depth; false if the form has no such field. */
  async goTo(path: string): Promise<boolean> {
    this.reveal(path);
    await tick();
    return focusField(path);
  }

  go(list: string, line: number, column: string): void {
    void this.goTo(inLine(list, line, column));
  }

  /** Unfolds all folded parts, or folds them if all are open. */
  toggleFolds(): void {
    const { folded, foldedLists } = this.#fields;
    const open = folded.some(({ name }) => !this.folds[name]);
    this.folds = Object.fromEntries([...folded, ...foldedLists].map(({ name }) => [name, open]));
  }

  /** Called when the form restarts. */
  clear(): void {
    this.last = null;
  }
}

const step = 20;

/**
 * The lines to render around the current one: at most 60 of any number, moving in steps of 20 so that it changes
 * rarely.
 */
export function windowOfLines(at: number, lines: number): { from: number; to: number } {
  const from = Math.max(0, (Math.floor(at / step) - 1) * step);
  return { from, to: Math.min(lines, from + 3 * step) };
}

/** Path of a contract field on the screen, with the line shown of each list: `A[].B` becomes `A[2].B`. */
export const pathOnScreen = (template: string, place: Pick<GridPosition, 'at'>): string =>
  readPath(template).reduce<string>(
    (path, step) => (step === anyLine ? lineAt(path, place.at(path)) : join(path, String(step))),
    '',
  );
