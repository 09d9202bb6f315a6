import type { FieldsToReconfirm } from './asked-fields.svelte.ts';
import type { FormTree } from './tree/form-tree.svelte.ts';
import type { Leaf, Origin } from './tree/nodes.svelte.ts';

const confirmedByLeaving: readonly (Origin | undefined)[] = ['carried', 'template'];
const needsReview = ({ origin, seen }: Leaf): boolean => !seen && confirmedByLeaving.includes(origin);

/** Origins of prefilled texts; a text keeps its origin until it is changed. */
export class FieldOrigins {
  readonly #tree: FormTree;
  readonly #asked: FieldsToReconfirm;
  readonly #onFirstReview: () => void;

  /** `onFirstSeen`: called when a field is reviewed for the first time. */
  constructor(tree: FormTree, asked: FieldsToReconfirm, onFirstSeen: () => void) {
    this.#tree = tree;
    this.#asked = asked;
    this.#onFirstReview = onFirstSeen;
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
  markReviewed(path: string): void {
    const leaf = this.#tree.leaf(path);
    const isNew = needsReview(leaf);
    if (isNew) leaf.seen = true;
    if (isNew || (!leaf.isVisited && this.#asked.needsReconfirm(path))) this.#onFirstReview();
  }

  /** Paths that still need review. */
  get pathsToReview(): string[] {
    return [...this.#tree.leaves()].flatMap(([path, leaf]) => (needsReview(leaf) ? [path] : []));
  }
}
