import { SvelteSet } from 'svelte/reactivity';
import { isInList, templateOf } from '../../shared/path/path.ts';
import type { FormTree } from './tree/form-tree.svelte.ts';

/** What a form was started from. */
export type BegunFrom = 'carried' | 'template';

/**
 * The fields to reconfirm in a form started from another entry or a template: those that usually change. Enter moves
 * from one to the next and skips carried-over fields; Tab stops everywhere.
 */
export class AskedFields {
  from = $state<BegunFrom>('carried');
  /** Paths as in the contract. */
  readonly #fields = new SvelteSet<string>();
  readonly #tree: FormTree;
  readonly #onchange: () => void;

  constructor(tree: FormTree, onchange: () => void) {
    this.#tree = tree;
    this.#onchange = onchange;
  }

  /** `lines`: per list, how many lines were carried over; lines added after them are typed like any other. */
  begin(from: BegunFrom, fields: Iterable<string>, lines: Iterable<readonly [list: string, lines: number]>): void {
    this.clear();
    this.from = from;
    for (const field of fields) this.#askAlone(field);
    for (const [list, count] of lines)
      for (const [at, line] of this.#tree.list(list).lines.entries()) line.stays = at < count;
  }

  get on(): boolean {
    return this.#fields.size > 0;
  }

  get fields(): ReadonlySet<string> {
    return this.#fields;
  }

  asks(path: string): boolean {
    if (!this.on) return false;
    const leaf = this.#tree.find(path);
    return leaf?.answered !== true && (this.#fields.has(templateOf(path)) || leaf?.asked === true);
  }

  /** Whether a field, possibly blank, is carried over unchanged; Enter skips it. */
  stays(path: string): boolean {
    if (!this.on || this.asks(path)) return false;
    return this.#tree.linesOn(path).every((line) => line?.stays);
  }

  /** Whether Enter appends a line after the last one of a list. */
  grows(list: string): boolean {
    if (!this.on || this.#fields.has(templateOf(list))) return true;
    return this.#tree.findList(list)?.lines.some(({ stays }) => stays) !== true;
  }

  /** Makes one field need reconfirming: its line now holds other goods, or a filled address was undone. */
  ask(path: string): void {
    if (!this.on) return;
    const leaf = this.#tree.leaf(path);
    if (leaf.answered) leaf.answered = false;
    else this.#askAlone(path);
    this.#onchange();
  }

  /** Marks fields that were filled together as confirmed: Enter need not stop at them. */
  answer(paths: readonly string[]): void {
    if (!this.on) return;
    for (const path of paths) this.#tree.leaf(path).answered = true;
    this.#onchange();
  }

  clear(): void {
    this.#fields.clear();
    for (const [, leaf] of this.#tree.leaves()) leaf.asked = leaf.answered = false;
    for (const [, { lines }] of this.#tree.lists()) for (const line of lines) line.stays = false;
  }

  // A path as in the contract covers every line.
  #askAlone(path: string): void {
    if (isInList(path) && templateOf(path) !== path) this.#tree.leaf(path).asked = true;
    else this.#fields.add(path);
  }
}
