import { isInList, templateOf } from '../../shared/path/path.ts';
import type { FormTree } from './form-tree.svelte.ts';
import { SvelteSet } from 'svelte/reactivity';

/** What a form was started from. */
export type FormSource = 'carried' | 'template';

/**
 * The fields to reconfirm in a form started from another entry or a template: those that usually change. Enter moves
 * from one to the next and skips carried-over fields; Tab stops everywhere.
 */
export class FieldsToReconfirm {
  source = $state<FormSource>('carried');
  /** Paths as in the contract. */
  readonly #paths = new SvelteSet<string>();
  readonly #tree: FormTree;
  readonly #onchange: () => void;

  constructor(tree: FormTree, onchange: () => void) {
    this.#tree = tree;
    this.#onchange = onchange;
  }

  /** `carriedLines`: per list, how many lines were carried over. Lines added after them are typed like any other. */
  begin(
    source: FormSource,
    paths: Iterable<string>,
    carriedLines: Iterable<readonly [list: string, lines: number]>,
  ): void {
    this.clear();
    this.source = source;
    for (const path of paths) this.#addPath(path);
    for (const [list, carriedCount] of carriedLines)
      for (const [index, line] of this.#tree.ensureList(list).lines.entries())
        line.isCarriedOver = index < carriedCount;
  }

  get isActive(): boolean {
    return this.#paths.size > 0;
  }

  get paths(): ReadonlySet<string> {
    return this.#paths;
  }

  needsReconfirm(path: string): boolean {
    if (!this.isActive) return false;
    const leaf = this.#tree.findLeaf(path);
    return leaf?.isReconfirmed !== true && (this.#paths.has(templateOf(path)) || leaf?.mustReconfirm === true);
  }

  /** Whether a field, possibly blank, is carried over unchanged; Enter skips it. */
  isCarriedOver(path: string): boolean {
    if (!this.isActive || this.needsReconfirm(path)) return false;
    return this.#tree.linesAlong(path).every((line) => line?.isCarriedOver);
  }

  /** Whether Enter appends a line after the last one of a list. */
  canAppendLine(list: string): boolean {
    if (!this.isActive || this.#paths.has(templateOf(list))) return true;
    return this.#tree.findList(list)?.lines.some(({ isCarriedOver }) => isCarriedOver) !== true;
  }

  /** Marks one more field to reconfirm, because its line now holds other goods, or a filled-in address was undone. */
  requireReconfirm(path: string): void {
    if (!this.isActive) return;
    const leaf = this.#tree.ensureLeaf(path);
    if (leaf.isReconfirmed) leaf.isReconfirmed = false;
    else this.#addPath(path);
    this.#onchange();
  }

  /** Marks fields that were filled in together as confirmed: Enter need not stop at them. */
  confirm(paths: readonly string[]): void {
    if (!this.isActive) return;
    for (const path of paths) this.#tree.ensureLeaf(path).isReconfirmed = true;
    this.#onchange();
  }

  clear(): void {
    this.#paths.clear();
    for (const [, leaf] of this.#tree.leaves()) leaf.mustReconfirm = leaf.isReconfirmed = false;
    for (const [, { lines }] of this.#tree.lists()) for (const line of lines) line.isCarriedOver = false;
  }

  // A path as in the contract covers every line.
  #addPath(path: string): void {
    if (isInList(path) && templateOf(path) !== path) this.#tree.ensureLeaf(path).mustReconfirm = true;
    else this.#paths.add(path);
  }
}
