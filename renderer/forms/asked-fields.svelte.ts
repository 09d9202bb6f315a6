import { SvelteSet } from 'svelte/reactivity';
import { isInList, templateOf } from '../../shared/path/path.ts';
import type { FormTree } from './tree/form-tree.svelte.ts';

/** Where a form that is begun from another has its texts from. */
export type BegunFrom = 'carried' | 'template';

/**
 * What is asked again in a form that was begun from another entry or a template: the fields that usually change. Enter goes from one of
 * them to the next, past all that stays; Tab goes everywhere.
 */
export class AskedFields {
  from = $state<BegunFrom>('carried');
  /** as the contract names them */
  readonly #fields = new SvelteSet<string>();
  readonly #tree: FormTree;
  readonly #onchange: () => void;

  constructor(tree: FormTree, onchange: () => void) {
    this.#tree = tree;
    this.#onchange = onchange;
  }

  /** `lines`: how many lines of each list came over; what is added after them is typed as in any form. */
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

  /** Whether a field stays as it came, be it empty: Enter goes past it. */
  stays(path: string): boolean {
    if (!this.on || this.asks(path)) return false;
    return this.#tree.linesOn(path).every((line) => line?.stays);
  }

  /** Whether a list goes on after its last line. */
  grows(list: string): boolean {
    if (!this.on || this.#fields.has(templateOf(list))) return true;
    return this.#tree.findList(list)?.lines.some(({ stays }) => stays) !== true;
  }

  /** One field is to be said anew: of a line whose goods are others, of an address that was taken back. */
  ask(path: string): void {
    if (!this.on) return;
    const leaf = this.#tree.leaf(path);
    if (leaf.answered) leaf.answered = false;
    else this.#askAlone(path);
    this.#onchange();
  }

  /** Fields were filled as a whole: Enter need not stop at them. */
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

  // a field as the contract names it is asked in every line
  #askAlone(path: string): void {
    if (isInList(path) && templateOf(path) !== path) this.#tree.leaf(path).asked = true;
    else this.#fields.add(path);
  }
}
