import { SvelteMap } from 'svelte/reactivity';
import { noSelection, deselect, type RowSelection } from '../ui/choosing.ts';
import {
  rangeOfPage,
  mergeRange,
  knownEnd,
  replaceRange,
  rangeOfRows,
  clipRanges,
  type PlaceRange,
} from './covered.ts';
import { isFar, readFarPage } from './far-rows.ts';
import { Gate } from './gate.ts';
import { findGone, seqsOf, type PageLoader } from './page-loader.ts';
import { PartialList } from './part-of-list.svelte.ts';
import { evictOthers, cacheRows } from './row-contents.ts';
import { throttled } from './soon.ts';

/** Number of rows kept ready above and below the visible ones. */
const margin = 40;
const pageRows = 150;
/** Maximum number of rows whose content is cached. */
const maxCached = 3000;

/**
 * A list of any length, read in pages around the visible rows wherever the user scrolls. After a change only visible
 * rows are read again, others when they come into view, so that the cost is that of one page, however long the list is.
 */
export class PagedRows<Row extends { seq: number; id: string }> extends PartialList {
  selection = $state.raw<RowSelection>(noSelection);
  readonly rows = new SvelteMap<number, Row>();
  readonly #loader: PageLoader<Row>;
  readonly #askSoon: () => void;
  readonly #changedSoon: () => void;
  readonly #askAboutChosenSoon: () => void;
  #visible: readonly [number, number] = [0, 0];
  #listVersion = 0;
  #changeVersion = 0;
  #chosenAsOf = 0;
  /** Number of changes reported by the desk, and the number included in the visible rows. */
  #changesSeen = 0;
  #changesRead = 0;
  #knownRanges: PlaceRange[] = [];
  /** Place of the list's first row when it was last read. */
  #top: number | null = null;
  readonly #firstAnswer = new Gate();

  /** `restMs`: minimum interval between reads after changes. */
  constructor(loader: PageLoader<Row>, restMs = 400) {
    super(loader, margin);
    this.#loader = loader;
    this.#askSoon = throttled(() => this.#readVisible(), 20);
    this.#changedSoon = throttled(async () => {
      const asOf = this.#changesSeen;
      this.#changeVersion++;
      this.#knownRanges = [];
      await this.#readVisible();
      this.#changesRead = asOf;
      this.#askAboutChosenSoon();
    }, restMs);
    this.#askAboutChosenSoon = throttled(() => this.#deselectGone(), 2 * restMs);
  }

  /** Resets for another list, or for the same after a while: nothing of the previous content is shown. */
  start(): void {
    this.#listVersion++;
    this.isLoaded = false;
    this.#knownRanges = [];
    this.#visible = [0, 0];
    this.seqs = [];
    this.isTop = this.isEnd = false;
    this.rowsBefore = 0;
    this.#top = null;
    this.#changesRead = this.#changesSeen;
    this.rows.clear();
    this.selection = noSelection;
    this.#firstAnswer.open();
    this.#askSoon();
  }

  /** Called when the list renders rows `first` to `end`. */
  setVisible(first: number, end: number): void {
    this.#visible = [first, end];
    this.#askSoon();
  }

  /** Called when something changed at the desk. */
  changed(): void {
    this.#changesSeen++;
    this.#changedSoon();
  }

  /** Reads the first or the last rows of the list; false if the desk did not answer or another list was started. */
  async showEdge(edge: 'first' | 'last'): Promise<boolean> {
    if (!(await this.#whenKnown())) return false;
    if (edge === 'first' ? this.isTop : this.isEnd) return true;
    const backwards = edge === 'last';
    const answer = await this.#pageAsOfNow(null, backwards);
    if (answer === null) return false;
    this.#replaceRows(answer.rows, rangeOfPage(this.#place, null, answer.next, backwards));
    return true;
  }

  /**
   * Loads the seq of every row, so that all of them can be selected; false if the desk did not answer or another list
   * was started.
   */
  async loadAllSeqs(): Promise<boolean> {
    if (!(await this.#whenKnown())) return false;
    // A change reported but not yet read may add rows to the whole.
    if (this.isTop && this.isEnd && this.#changesRead === this.#changesSeen) return true;
    const question = this.#listVersion;
    const seqs = await this.#loader.all();
    if (seqs === null || question !== this.#listVersion) return false;
    this.seqs = seqs;
    this.isTop = this.isEnd = true;
    this.#askSoon();
    return true;
  }

  /** Waits for the first answer about the list; false if it fails or another list was started. */
  async #whenKnown(): Promise<boolean> {
    if (this.isLoaded) return true;
    const question = this.#listVersion;
    await this.#firstAnswer.opened();
    return this.isLoaded && question === this.#listVersion;
  }

  /** The selected rows in list order. */
  get selectedSeqs(): number[] {
    const { selected: chosen } = this.selection;
    const here = this.seqs.filter((seq) => chosen.has(seq));
    if (here.length === chosen.size) return here;
    return [...chosen].toSorted((a, b) => this.#place(a) - this.#place(b));
  }

  /** Sort position of a row: greater for rows further down. */
  readonly #place = (seq: number): number => (this.#loader.newestFirst ? -seq : seq);

  /** The visible range, relative to the first row read. */
  get #visibleInPart(): { first: number; end: number } {
    const [first, end] = this.#visible;
    return { first: first - this.above, end: end - this.above };
  }

  async #readVisible(): Promise<void> {
    const [seqs, { first, end }] = [this.seqs, this.#visibleInPart];
    if (isFar(this.part, first, end, pageRows)) return this.#jumpTo(this.#visible[0] - margin);
    const from = this.#loader.ranked() ? 0 : Math.max(0, first - margin);
    const lowest = seqs[from];
    if (this.isLoaded && lowest !== undefined && from === 0 && !this.isTop) return this.#read(lowest, true);
    const place = lowest === undefined || (from === 0 && this.isTop) ? -Infinity : this.#place(lowest);
    const known = knownEnd(this.#knownRanges, place);
    const last = this.#loader.ranked() ? undefined : seqs[end + margin - 1];
    const wanted = last === undefined ? Infinity : this.#place(last);
    if (known !== null && known >= wanted) return;
    // Skip rows already read without a gap.
    const beyond = known ?? (place === -Infinity ? null : place - 1);
    await this.#read(beyond === null ? null : this.#loader.newestFirst ? -beyond : beyond, false);
  }

  async #jumpTo(at: number): Promise<void> {
    const count = this.part.count ?? 0;
    if (at <= 0 || this.#top === null || at + pageRows >= count) {
      await this.showEdge(at + pageRows >= count ? 'last' : 'first');
      return this.#askSoon();
    }
    const far = { at, count, top: this.#top, limit: pageRows };
    const found = await this.#ifCurrent(() => readFarPage(this.#loader, far));
    if (found === null) return;
    this.#replaceRows(found.rows, { from: found.from, to: found.isEnd ? Infinity : null });
    this.rowsBefore = at;
    this.#evictFar();
    this.#askSoon();
  }

  /** Replaces the rows by another part of the list, far from those read before. */
  #replaceRows(rows: readonly Row[], { from, to }: { from: number; to: number | null }): void {
    cacheRows(this.rows, rows);
    this.seqs = seqsOf(rows);
    this.isTop = from === -Infinity;
    this.isEnd = to === Infinity;
    this.#knownRanges = [rangeOfRows(this.seqs, this.#place, from, to)];
    this.#seeTop();
  }

  #seeTop(): void {
    const [first] = this.seqs;
    if (this.isTop && first !== undefined) this.#top = this.#place(first);
  }

  async #read(beyond: number | null, backwards: boolean): Promise<void> {
    const answer = await this.#pageAsOfNow(beyond, backwards);
    if (answer === null) return;
    cacheRows(this.rows, answer.rows);
    const seqs = seqsOf(answer.rows);
    const { from, to } = rangeOfPage(this.#place, beyond, answer.next, backwards);
    const stretch = rangeOfRows(seqs, this.#place, from, to);
    this.#mergeRows(seqs, stretch);
    if (stretch.from === -Infinity) this.isTop = true;
    if (stretch.to === Infinity) this.isEnd = true;
    this.#knownRanges = mergeRange(this.#knownRanges, stretch);
    this.isLoaded = true;
    this.#seeTop();
    this.#firstAnswer.open();
    this.#evictFar();
    this.#askSoon();
  }

  #pageAsOfNow(beyond: number | null, backwards: boolean) {
    return this.#ifCurrent(() => this.#loader.page(beyond, backwards, pageRows));
  }

  /**
   * Returns an answer unless another list or a change overtook it: it may then be older than what is shown, and is
   * requested again.
   */
  async #ifCurrent<Answer>(asks: () => Promise<Answer | null>): Promise<Answer | null> {
    const [question, change] = [this.#listVersion, this.#changeVersion];
    const answer = await asks();
    if (question === this.#listVersion && change === this.#changeVersion) {
      if (answer === null) this.#firstAnswer.open();
      return answer;
    }
    this.#askSoon();
    return null;
  }

  #mergeRows(seqs: readonly number[], stretch: PlaceRange): void {
    const put = replaceRange(this.seqs, seqs, stretch, this.#place);
    if (put === null) return;
    // Rows added above take the space reserved for them.
    this.rowsBefore = Math.max(0, this.rowsBefore - put.cameAbove);
    this.selection = deselect(this.selection, put.gone, this.seqs, put.now);
    this.seqs = put.now;
  }

  /** Selected rows out of sight may have left the list too. */
  async #deselectGone(): Promise<void> {
    const [question, change] = [this.#listVersion, this.#changeVersion];
    const unknown = [...this.selection.selected].filter(
      (seq) => knownEnd(this.#knownRanges, this.#place(seq)) === null,
    );
    if (unknown.length === 0 || this.#chosenAsOf === change) return;
    const gone = await findGone(this.#loader, unknown);
    if (gone === null || question !== this.#listVersion) return;
    this.#chosenAsOf = change;
    if (gone.length > 0) this.selection = deselect(this.selection, gone, this.seqs, this.seqs);
  }

  #evictFar(): void {
    if (this.rows.size <= maxCached) return;
    const { first, end } = this.#visibleInPart;
    const near = this.seqs.slice(Math.max(0, first - pageRows), Math.max(0, end + pageRows));
    evictOthers(this.rows, near);
    const [low, high] = [near[0], near.at(-1)];
    if (low === undefined || high === undefined) return;
    // Rows dropped from the cache are read again when they come into view.
    const from = low === this.seqs[0] && this.isTop ? -Infinity : this.#place(low);
    const to = high === this.seqs.at(-1) && this.isEnd ? Infinity : this.#place(high);
    this.#knownRanges = clipRanges(this.#knownRanges, { from, to });
  }
}
