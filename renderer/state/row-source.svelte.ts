import { updateSelection, noSelection, type RowSelection } from '../ui/row-selection.ts';
import { throttle } from './throttle.ts';
import { SvelteMap } from 'svelte/reactivity';

/** How a list asks the desk: first the seq of every row, newest first, then the content of visible rows. */
export interface RowLoader<Row> {
  seqs(): Promise<readonly number[] | null>;
  rows(seqs: number[]): Promise<readonly Row[] | null>;
}

const marginRows = 40;
const maxCached = 3000;

/** Rows of a list of any length: only visible ones are fetched, again after a change, and dropped when far away. */
export class RowSource<Row extends { seq: number; id: string }> {
  seqs = $state.raw<readonly number[]>([]);
  selection = $state.raw<RowSelection>(noSelection);
  /** Whether the seqs were loaded at least once since the start. */
  isLoaded = $state(false);
  readonly rows = new SvelteMap<number, Row>();
  readonly #loader: RowLoader<Row>;
  readonly #stale = new Set<number>();
  readonly #fetchSoon: () => void;
  #visible: readonly [number, number] = [0, 0];
  #requestNumber = 0;
  readonly #loadSeqsSoon: () => void;

  constructor(loader: RowLoader<Row>, restMs = 700) {
    this.#loader = loader;
    this.#fetchSoon = throttle(() => this.#fetchVisible(), 20);
    this.#loadSeqsSoon = throttle(() => this.loadSeqs(), restMs);
  }

  /** Loads the seqs again; an answer overtaken by a later request is dropped. */
  async loadSeqs(): Promise<void> {
    const requestNumber = ++this.#requestNumber;
    const seqs = await this.#loader.seqs();
    if (seqs === null || requestNumber !== this.#requestNumber) return;
    this.selection = updateSelection(this.selection, this.seqs, seqs);
    this.seqs = seqs;
    this.isLoaded = true;
    this.#fetchSoon();
  }

  /** Resets for another list: nothing of the previous one stays shown or selected. */
  start(): void {
    this.isLoaded = false;
    this.seqs = [];
    this.selection = noSelection;
    void this.loadSeqs();
  }

  /** Called when the list renders rows `first` to `end`: fetches those and some around them. */
  setVisible(first: number, end: number): void {
    this.#visible = [first, end];
    this.#fetchSoon();
  }

  /** Called when entries changed at the desk. */
  markChanged(ids: readonly string[] | 'many'): void {
    const changedIds = ids === 'many' ? null : new Set(ids);
    for (const [seq, { id }] of this.rows) if (changedIds === null || changedIds.has(id)) this.#stale.add(seq);
    this.#fetchSoon();
    this.#loadSeqsSoon();
  }

  async #fetchVisible(): Promise<void> {
    const [first, end] = this.#visible;
    const nearSeqs = this.seqs.slice(Math.max(0, first - marginRows), end + marginRows);
    const seqsToFetch = nearSeqs.filter((seq) => !this.rows.has(seq) || this.#stale.has(seq)).slice(0, 500);
    if (seqsToFetch.length === 0) return;
    for (const seq of seqsToFetch) this.#stale.delete(seq);
    const rows = await this.#loader.rows(seqsToFetch);
    if (rows === null) {
      for (const seq of seqsToFetch) this.#stale.add(seq);
      return;
    }
    for (const row of rows) this.rows.set(row.seq, row);
    this.#evictFar(new Set(nearSeqs));
  }

  #evictFar(nearSeqs: ReadonlySet<number>): void {
    if (this.rows.size <= maxCached) return;
    for (const seq of this.rows.keys()) if (!nearSeqs.has(seq)) this.rows.delete(seq);
  }
}
