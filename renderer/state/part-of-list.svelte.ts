import { rowsAbove } from './far-rows.ts';
import type { PageLoader } from './page-loader.ts';

/** The part of a list that was read, one row after the other, and where it stands in the whole. */
export class PartOfList {
  /** names of the rows read so far, in the list's order: from its first row on (`isTop`), to its last one (`isEnd`), or a part of it */
  seqs = $state.raw<readonly number[]>([]);
  isTop = $state(false);
  isEnd = $state(false);
  /** the desk answered since the list was started */
  known = $state(false);
  /** about how many rows stand above those read, where neither end tells */
  protected rowsBefore = $state(0);
  readonly #counts: Pick<PageLoader<unknown>, 'count' | 'ranked'>;
  readonly #least: number;

  /** `least`: rows that stand above a part, and are not read yet, at least */
  constructor(counts: Pick<PageLoader<unknown>, 'count' | 'ranked'>, least: number) {
    this.#counts = counts;
    this.#least = least;
  }

  /** How many rows stand above those read: exact where the list was read to an end, else about. */
  get above(): number {
    return this.known ? rowsAbove(this.part, this.rowsBefore, this.#least) : 0;
  }

  /** How many rows the scroll bar stands for. */
  get length(): number {
    const read = this.above + this.seqs.length;
    return this.isEnd || !this.known ? read : Math.max(read, this.part.count ?? 0);
  }

  protected get part() {
    const count = this.#counts.ranked() ? null : (this.#counts.count?.() ?? null);
    return { isTop: this.isTop, isEnd: this.isEnd, read: this.seqs.length, count };
  }
}
