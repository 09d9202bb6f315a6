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
  from = $state<FormSource>('carried');
  /** Paths as in the contract. */
  readonly #fields = new SvelteSet<string>();
  readonly #tree: FormTree;
  readonly #onchange: () => void;

  constructor(tree: FormTree, onchange: () => void) {
    this.#tree = tree;
    this.#onchange = onchange;
  }

  /** `lines`: per list, how many lines were carried over; lines added after them are typed like any other. */
  begin(from: FormSource, fields: Iterable<string>, lines: Iterable<readonly [list: string, lines: number]>): void {
    this.clear();
    this.from = from;
    for (const field of fields) this.#addField(field);
    for (const [list, count] of lines)
      for (const [at, line] of this.#tree.list(list).lines.entries()) line.isCarriedOver = at < count;
  }

  get isActive(): boolean {
    return this.#fields.size > 0;
  }

  get fields(): ReadonlySet<string> {
    return this.#fields;
  }

  needsReconfirm(path: string): boolean {
    if (!this.isActive) return false;
    const leaf = this.#tree.find(path);
    return leaf?.isReconfirmed !== true && (this.#fields.has(templateOf(path)) || leaf?.mustReconfirm === true);
  }

  /** Whether a field, possibly blank, is carried over unchanged; Enter skips it. */
  isCarriedOver(path: string): boolean {
    if (!this.isActive || this.needsReconfirm(path)) return false;
    return this.#tree.linesAlong(path).every((line) => line?.isCarriedOver);
  }

  /** Whether Enter appends a line after the last one of a list. */
  canAppendLine(list: string): boolean {
    if (!this.isActive || this.#fields.has(templateOf(list))) return true;
    return this.#tree.findList(list)?.lines.some(({ isCarriedOver }) => isCarriedOver) !== true;
  }

  /** Makes one field need reconfirming: its line now holds other goods, or a filled address was undone. */
  add(path: string): void {
    if (!this.isActive) return;
    const leaf = this.#tree.leaf(path);
    if (leaf.isReconfirmed) leaf.isReconfirmed = false;
    else this.#addField(path);
    this.#onchange();
  }

  /** Marks fields that were filled together as confirmed: Enter need not stop at them. */
  confirm(paths: readonly string[]): void {
    if (!this.isActive) return;
    for (const path of paths) this.#tree.leaf(path).isReconfirmed = true;
    this.#onchange();
  }

  clear(): void {
    this.#fields.clear();
    for (const [, leaf] of this.#tree.leaves()) leaf.mustReconfirm = leaf.isReconfirmed = false;
    for (const [, { lines }] of this.#tree.lists()) for (const line of lines) line.isCarriedOver = false;
  }

  // A path as in the contract covers every line.
  #addField(path: string): void {
    if (isInList(path) && templateOf(path) !== path) this.#tree.leaf(path).mustReconfirm = true;
    else this.#fields.add(path);
  }
}
