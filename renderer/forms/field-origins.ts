import type { AskedFields } from './asked-fields.svelte.ts';
import type { FormTree } from './tree/form-tree.svelte.ts';
import type { Leaf, Origin } from './tree/nodes.svelte.ts';

const confirmedByLeaving: readonly (Origin | undefined)[] = ['carried', 'template'];
const isOpen = ({ origin, seen }: Leaf): boolean => !seen && confirmedByLeaving.includes(origin);

/** Origins of prefilled texts; a text keeps its origin until it is changed. */
export class FieldOrigins {
  readonly #tree: FormTree;
  readonly #asked: AskedFields;
  readonly #onFirstSeen: () => void;

  /** `onFirstSeen`: called when a field is reviewed for the first time. */
  constructor(tree: FormTree, asked: AskedFields, onFirstSeen: () => void) {
    this.#tree = tree;
    this.#asked = asked;
    this.#onFirstSeen = onFirstSeen;
  }

  /** The origin of a field's text; undefined once it was changed or reviewed. */
  at(path: string): Origin | undefined {
    const leaf = this.#tree.find(path);
    return leaf?.seen ? undefined : leaf?.origin;
  }

  /** Sets the origin of every text in the form. */
  markAll(origin: Origin): void {
    for (const [, leaf] of this.#tree.leaves()) {
      if (leaf.text === undefined) continue;
      leaf.origin = origin;
      leaf.seen = false;
    }
  }

  /** Marks a carried-over field as reviewed: the user has passed it. */
  markSeen(path: string): void {
    const leaf = this.#tree.leaf(path);
    const isNew = isOpen(leaf);
    if (isNew) leaf.seen = true;
    if (isNew || (!leaf.left && this.#asked.asks(path))) this.#onFirstSeen();
  }

  /** Paths that still need review. */
  get unconfirmed(): string[] {
    return [...this.#tree.leaves()].flatMap(([path, leaf]) => (isOpen(leaf) ? [path] : []));
  }
}
