import { rowsAbove } from './far-rows.ts';
import type { PageLoader } from './page-loader.ts';

/** The contiguous part of a list that was read, and its position in the whole. */
export class PartialList {
  /**
   * Seqs of the rows read, in list order: from the first row of the list (`isTop`), to its last (`isEnd`), or a part
   * between.
   */
  seqs = $state.raw<readonly number[]>([]);
  isTop = $state(false);
  isEnd = $state(false);
  /** The desk has answered since the list was started. */
  isLoaded = $state(false);
  /** Approximate number of rows above those read, used if the part reaches neither end. */
  protected rowsBefore = $state(0);
  readonly #counts: Pick<PageLoader<unknown>, 'count' | 'ranked'>;
  readonly #minAbove: number;

  /** `least`: minimum number of rows assumed above a part that is not at the top. */
  constructor(counts: Pick<PageLoader<unknown>, 'count' | 'ranked'>, least: number) {
    this.#counts = counts;
    this.#minAbove = least;
  }

  /** Number of rows above those read: exact if the part reaches an end of the list, else approximate. */
  get above(): number {
    return this.isLoaded ? rowsAbove(this.part, this.rowsBefore, this.#minAbove) : 0;
  }

  /** Number of rows the scroll bar represents. */
  get length(): number {
    const read = this.above + this.seqs.length;
    return this.isEnd || !this.isLoaded ? read : Math.max(read, this.part.count ?? 0);
  }

  protected get part() {
    const count = this.#counts.ranked() ? null : (this.#counts.count?.() ?? null);
    return { isTop: this.isTop, isEnd: this.isEnd, read: this.seqs.length, count };
  }
}
