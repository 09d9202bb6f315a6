/** How a list of any length asks the desk. Null results: the desk did not answer. */
export interface PageLoader<Row> {
  newestFirst: boolean;
  /** The rows are ranked, like search results: their only page is always read as a whole. */
  ranked(): boolean;
  /** Number of rows in the list; null if unknown. */
  count?(): number | null;
  /**
   * The page of `limit` rows after `beyond`, or at the start of the list if null; `backwards`: before that row, or at
   * the end. In list order.
   */
  page(
    beyond: number | null,
    backwards: boolean,
    limit: number,
  ): Promise<{ rows: readonly Row[]; next: number | null } | null>;
  /** The seq of every row, for actions on all of them. */
  all(): Promise<readonly number[] | null>;
  /** Which of these rows are in the list. */
  filterPresent(seqs: number[]): Promise<readonly number[] | null>;
}

const amongAtOnce = 10_000;

/** Which of these rows, any number of them, left the list. Null if the desk did not answer. */
export async function findGone(loader: Pick<PageLoader<unknown>, 'filterPresent'>, seqs: readonly number[]) {
  const there = new Set<number>();
  for (let at = 0; at < seqs.length; at += amongAtOnce) {
    const some = await loader.filterPresent(seqs.slice(at, at + amongAtOnce));
    if (some === null) return null;
    for (const seq of some) there.add(seq);
  }
  return seqs.filter((seq) => !there.has(seq));
}

export const seqsOf = (rows: readonly { seq: number }[]): number[] => rows.map(({ seq }) => seq);
