import { updateSelection, noSelection, type RowSelection } from '../ui/row-selection.ts';
import { throttled } from './throttled.ts';
import { SvelteMap } from 'svelte/reactivity';

/** How a list asks the desk: first the seq of every row, newest first, then the content of visible rows. */
export interface RowLoader<Row> {
  seqs(): Promise<readonly number[] | null>;
  rows(seqs: number[]): Promise<readonly Row[] | null>;
}

const margin = 40;
const maxCached = 3000;

/** Rows of a list of any length: only visible ones are fetched, again after a change, and dropped when far away. */
export class RowSource<Row extends { seq: number; id: string }> {
  seqs = $state.raw<readonly number[]>([]);
  selection = $state.raw<RowSelection>(noSelection);
  /** Whether the seqs were answered at least once. */
  isLoaded = $state(false);
  readonly rows = new SvelteMap<number, Row>();
  readonly #loader: RowLoader<Row>;
  readonly #stale = new Set<number>();
  readonly #fetchSoon: () => void;
  #sight: readonly [number, number] = [0, 0];
  #question = 0;
  readonly #askSoon: () => void;

  constructor(loader: RowLoader<Row>, restMs = 700) {
    this.#loader = loader;
    this.#fetchSoon = throttled(() => this.#fetch(), 20);
    this.#askSoon = throttled(() => this.loadSeqs(), restMs);
  }

  /** Loads the seqs again; an answer overtaken by a later request is dropped. */
  async loadSeqs(): Promise<void> {
    const question = ++this.#question;
    const seqs = await this.#loader.seqs();
    if (seqs === null || question !== this.#question) return;
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
    this.#sight = [first, end];
    this.#fetchSoon();
  }

  /** Called when entries changed at the desk. */
  changed(ids: readonly string[] | 'many'): void {
    const hit = ids === 'many' ? null : new Set(ids);
    for (const [seq, { id }] of this.rows) if (hit === null || hit.has(id)) this.#stale.add(seq);
    this.#fetchSoon();
    this.#askSoon();
  }

  async #fetch(): Promise<void> {
    const [first, end] = this.#sight;
    const near = this.seqs.slice(Math.max(0, first - margin), end + margin);
    const wanted = near.filter((seq) => !this.rows.has(seq) || this.#stale.has(seq)).slice(0, 500);
    if (wanted.length === 0) return;
    for (const seq of wanted) this.#stale.delete(seq);
    const rows = await this.#loader.rows(wanted);
    if (rows === null) {
      for (const seq of wanted) this.#stale.add(seq);
      return;
    }
    for (const row of rows) this.rows.set(row.seq, row);
    this.#forget(new Set(near));
  }

  #forget(near: ReadonlySet<number>): void {
    if (this.rows.size <= maxCached) return;
    for (const seq of this.rows.keys()) if (!near.has(seq)) this.rows.delete(seq);
  }
}
