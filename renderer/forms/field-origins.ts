import type { AskedFields } from './asked-fields.svelte.ts';
import type { FormTree } from './tree/form-tree.svelte.ts';
import type { Leaf, Origin } from './tree/nodes.svelte.ts';

const confirmedByLeaving: readonly (Origin | undefined)[] = ['carried', 'template'];
const isOpen = ({ origin, seen }: Leaf): boolean => !seen && confirmedByLeaving.includes(origin);

/** Marks of texts that were brought, for as long as they stand as they came. */
export class FieldOrigins {
  readonly #tree: FormTree;
  readonly #asked: AskedFields;
  readonly #onFirstSeen: () => void;

  /** `onFirstSeen`: called when something was looked at for the first time. */
  constructor(tree: FormTree, asked: AskedFields, onFirstSeen: () => void) {
    this.#tree = tree;
    this.#asked = asked;
    this.#onFirstSeen = onFirstSeen;
  }

  /** Where the text of a field came from; undefined once it was touched, or looked at. */
  at(path: string): Origin | undefined {
    const leaf = this.#tree.find(path);
    return leaf?.seen ? undefined : leaf?.origin;
  }

  /** Marks all that stands in the form. */
  markAll(origin: Origin): void {
    for (const [, leaf] of this.#tree.leaves()) {
      if (leaf.text === undefined) continue;
      leaf.origin = origin;
      leaf.seen = false;
    }
  }

  /** Who goes past a field that was carried over has seen it. */
  markSeen(path: string): void {
    const leaf = this.#tree.leaf(path);
    const isNew = isOpen(leaf);
    if (isNew) leaf.seen = true;
    if (isNew || (!leaf.left && this.#asked.asks(path))) this.#onFirstSeen();
  }

  /** Paths that are still to be looked at. */
  get unconfirmed(): string[] {
    return [...this.#tree.leaves()].flatMap(([path, leaf]) => (isOpen(leaf) ? [path] : []));
  }
}
