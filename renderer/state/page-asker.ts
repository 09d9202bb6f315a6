/** How a list of any length asks the desk. `null`: the desk did not answer. */
export interface PageAsker<Row> {
  newestFirst: boolean;
  /** the rows are in an order of their own, as the finds of a search: their one page is always asked for whole */
  ranked(): boolean;
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
