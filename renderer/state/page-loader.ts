/** How a list of any length asks the desk. `null`: the desk did not answer. */
export interface PageLoader<Row> {
  newestFirst: boolean;
  /** the rows are in an order of their own, as the finds of a search: their one page is always asked for whole */
  ranked(): boolean;
  /** how many rows the list has; null: not known */
  count?(): number | null;
  /** the page of `limit` rows beyond a row, or at the end of the list where there is none; `backwards`: before that row. In the list's order */
  page(
    beyond: number | null,
    backwards: boolean,
    limit: number,
  ): Promise<{ rows: readonly Row[]; next: number | null } | null>;
  /** the name of every row, for what a person does with all of them */
  all(): Promise<readonly number[] | null>;
  /** which of these stand on the list */
  among(seqs: number[]): Promise<readonly number[] | null>;
}

const amongAtOnce = 10_000;

/** Which of these, however many, left the list. null: the desk did not answer. */
export async function goneOf(loader: Pick<PageLoader<unknown>, 'among'>, seqs: readonly number[]) {
  const there = new Set<number>();
  for (let at = 0; at < seqs.length; at += amongAtOnce) {
    const some = await loader.among(seqs.slice(at, at + amongAtOnce));
    if (some === null) return null;
    for (const seq of some) there.add(seq);
  }
  return seqs.filter((seq) => !there.has(seq));
}

export const seqsOf = (rows: readonly { seq: number }[]): number[] => rows.map(({ seq }) => seq);
