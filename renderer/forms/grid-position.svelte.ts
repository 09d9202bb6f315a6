import { listPartAt } from '../../shared/creates/form/form-layout.ts';
import {
  fieldInLine,
  lineAt,
  linesIn,
  relativeTo,
  templateOf,
  anyLine,
  joinPaths,
  readPath,
} from '../../shared/path/path.ts';
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
 * Position in the grids of a form: for each list the line shown and the line expanded (both stored on the list), and
 * the last cell with the cursor.
 */
export class GridPosition {
  lastCell = $state.raw<Cell | null>(null);
  /** Unfolded parts of the form, by name. */
  unfoldedParts = $state<Record<string, boolean>>({});
  readonly #fields: FormFields;
  readonly #tree: FormTree;

  constructor(fields: FormFields, { tree }: Pick<OrderForm, 'tree'>) {
    this.#fields = fields;
    this.#tree = tree;
  }

  shownLineOf(list: string): number {
    return this.#tree.findList(list)?.shownLine ?? 0;
  }

  setCell(list: string, line: number, column: string): void {
    this.#tree.ensureList(list).shownLine = line;
    this.lastCell = { list, line, column };
  }

  isExpanded(list: string, line: number): boolean {
    const listNode = this.#tree.findList(list);
    return listNode?.expandedLine !== undefined && listNode.expandedLine === listNode.lines[line];
  }

  /** Expands a line to all its fields, or collapses it; returns whether it is expanded now. */
  toggleExpanded(list: string, line: number): boolean {
    const listNode = this.#tree.ensureList(list);
    listNode.expandedLine = this.isExpanded(list, line) ? undefined : listNode.lines[line];
    return this.isExpanded(list, line);
  }

  /** Selects the lines a field is nested in, so that the next render includes it. */
  revealField(path: string): void {
    for (const { list, line } of linesIn(path)) {
      const listNode = this.#tree.ensureList(list);
      const lineNode = listNode.lines[line];
      if (!lineNode) return;
      listNode.shownLine = line;
      const column = relativeTo(lineAt(list, line), path) ?? '';
      if (listPartAt(this.#fields, templateOf(list))?.more.includes(column)) listNode.expandedLine = lineNode;
    }
  }

  /** Focuses a field at any depth; false if the form has no such field. */
  async focusPath(path: string): Promise<boolean> {
    this.revealField(path);
    await tick();
    return focusField(path);
  }

  focusCell(list: string, line: number, column: string): void {
    void this.focusPath(fieldInLine(list, line, column));
  }

  /** Unfolds all folded parts, or folds them if all are open. */
  toggleFolds(): void {
    const { folded, foldedLists } = this.#fields;
    const hasFolded = folded.some(({ name }) => !this.unfoldedParts[name]);
    this.unfoldedParts = Object.fromEntries([...folded, ...foldedLists].map(({ name }) => [name, hasFolded]));
  }

  /** Called when the form restarts. */
  clear(): void {
    this.lastCell = null;
  }
}

const windowStep = 20;

/**
 * The range of lines to render around `line`, at most 60 of any number. It moves in steps of 20, so that it changes
 * rarely.
 */
export function windowOfLines(line: number, lineCount: number): { from: number; to: number } {
  const from = Math.max(0, (Math.floor(line / windowStep) - 1) * windowStep);
  return { from, to: Math.min(lineCount, from + 3 * windowStep) };
}

/** Path of a contract field on the screen, with the index of the line shown of each list: `A[].B` becomes `A[2].B`. */
export const pathOnScreen = (template: string, position: Pick<GridPosition, 'shownLineOf'>): string =>
  readPath(template).reduce<string>(
    (path, segment) =>
      segment === anyLine ? lineAt(path, position.shownLineOf(path)) : joinPaths(path, String(segment)),
    '',
  );
