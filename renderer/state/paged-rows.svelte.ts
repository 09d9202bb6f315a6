import { SvelteMap } from 'svelte/reactivity';
import { nothingChosen, without, type Choosing } from '../ui/choosing.ts';
import { edgesOfPage, joined, knownTo, putOn, stretchOf, within, type Stretch } from './covered.ts';
import { isFar, readFar } from './far-rows.ts';
import { Gate } from './gate.ts';
import { goneOf, seqsOf, type PageLoader } from './page-loader.ts';
import { PartOfList } from './part-of-list.svelte.ts';
import { forgetOthers, keepRows } from './row-contents.ts';
import { soon } from './soon.ts';

/** Number of rows kept ready above and below the visible ones. */
const about = 40;
const pageRows = 150;
/** Maximum number of rows whose content is cached. */
const most = 3000;

/**
 * A list of any length, read in pages around the visible rows wherever the user scrolls. After a change only visible
 * rows are read again, others when they come into view, so that the cost is that of one page, however long the list is.
 */
export class PagedRows<Row extends { seq: number; id: string }> extends PartOfList {
  choosing = $state.raw<Choosing>(nothingChosen);
  readonly rows = new SvelteMap<number, Row>();
  readonly #loader: PageLoader<Row>;
  readonly #askSoon: () => void;
  readonly #changedSoon: () => void;
  readonly #askAboutChosenSoon: () => void;
  #sight: readonly [number, number] = [0, 0];
  #question = 0;
  #change = 0;
  #chosenAsOf = 0;
  /** Number of changes reported by the desk, and the number included in the visible rows. */
  #changesSeen = 0;
  #changesRead = 0;
  #known: Stretch[] = [];
  /** Place of the list's first row when it was last read. */
  #top: number | null = null;
  readonly #firstAnswer = new Gate();

  /** `restMs`: minimum interval between reads after changes. */
  constructor(loader: PageLoader<Row>, restMs = 400) {
    super(loader, about);
    this.#loader = loader;
    this.#askSoon = soon(() => this.#ask(), 20);
    this.#changedSoon = soon(async () => {
      const asOf = this.#changesSeen;
      this.#change++;
      this.#known = [];
      await this.#ask();
      this.#changesRead = asOf;
      this.#askAboutChosenSoon();
    }, restMs);
    this.#askAboutChosenSoon = soon(() => this.#askAboutChosen(), 2 * restMs);
  }

  /** Resets for another list, or for the same after a while: nothing of the previous content is shown. */
  start(): void {
    this.#question++;
    this.known = false;
    this.#known = [];
    this.#sight = [0, 0];
    this.seqs = [];
    this.isTop = this.isEnd = false;
    this.rowsBefore = 0;
    this.#top = null;
    this.#changesRead = this.#changesSeen;
    this.rows.clear();
    this.choosing = nothingChosen;
    this.#firstAnswer.open();
    this.#askSoon();
  }

  /** Called when the list renders rows `first` to `end`. */
  draw(first: number, end: number): void {
    this.#sight = [first, end];
    this.#askSoon();
  }

  /** Called when something changed at the desk. */
  changed(): void {
    this.#changesSeen++;
    this.#changedSoon();
  }

  /** Reads the first or the last rows of the list; false if the desk did not answer or another list was started. */
  async toEdge(edge: 'first' | 'last'): Promise<boolean> {
    if (!(await this.#hasBegun())) return false;
    if (edge === 'first' ? this.isTop : this.isEnd) return true;
    const backwards = edge === 'last';
    const answer = await this.#pageAsOfNow(null, backwards);
    if (answer === null) return false;
    this.#beginWith(answer.rows, edgesOfPage(this.#place, null, answer.next, backwards));
    return true;
  }

  /**
   * Loads the seq of every row, so that all of them can be selected; false if the desk did not answer or another list
   * was started.
   */
  async toAll(): Promise<boolean> {
    if (!(await this.#hasBegun())) return false;
    // A change reported but not yet read may add rows to the whole.
    if (this.isTop && this.isEnd && this.#changesRead === this.#changesSeen) return true;
    const question = this.#question;
    const seqs = await this.#loader.all();
    if (seqs === null || question !== this.#question) return false;
    this.seqs = seqs;
    this.isTop = this.isEnd = true;
    this.#askSoon();
    return true;
  }

  /** Waits for the first answer about the list; false if it fails or another list was started. */
  async #hasBegun(): Promise<boolean> {
    if (this.known) return true;
    const question = this.#question;
    await this.#firstAnswer.opened();
    return this.known && question === this.#question;
  }

  /** The selected rows in list order. */
  get chosenSeqs(): number[] {
    const { chosen } = this.choosing;
    const here = this.seqs.filter((seq) => chosen.has(seq));
    if (here.length === chosen.size) return here;
    return [...chosen].toSorted((a, b) => this.#place(a) - this.#place(b));
  }

  /** Sort position of a row: greater for rows further down. */
  readonly #place = (seq: number): number => (this.#loader.newestFirst ? -seq : seq);

  /** The visible range, relative to the first row read. */
  get #seen(): { first: number; end: number } {
    const [first, end] = this.#sight;
    return { first: first - this.above, end: end - this.above };
  }

  async #ask(): Promise<void> {
    const [seqs, { first, end }] = [this.seqs, this.#seen];
    if (isFar(this.part, first, end, pageRows)) return this.#goFar(this.#sight[0] - about);
    const from = this.#loader.ranked() ? 0 : Math.max(0, first - about);
    const lowest = seqs[from];
    if (this.known && lowest !== undefined && from === 0 && !this.isTop) return this.#read(lowest, true);
    const place = lowest === undefined || (from === 0 && this.isTop) ? -Infinity : this.#place(lowest);
    const known = knownTo(this.#known, place);
    const last = this.#loader.ranked() ? undefined : seqs[end + about - 1];
    const wanted = last === undefined ? Infinity : this.#place(last);
    if (known !== null && known >= wanted) return;
    // Skip rows already read without a gap.
    const beyond = known ?? (place === -Infinity ? null : place - 1);
    await this.#read(beyond === null ? null : this.#loader.newestFirst ? -beyond : beyond, false);
  }

  async #goFar(at: number): Promise<void> {
    const count = this.part.count ?? 0;
    if (at <= 0 || this.#top === null || at + pageRows >= count) {
      await this.toEdge(at + pageRows >= count ? 'last' : 'first');
      return this.#askSoon();
    }
    const far = { at, count, top: this.#top, limit: pageRows };
    const found = await this.#asOfNow(() => readFar(this.#loader, far));
    if (found === null) return;
    this.#beginWith(found.rows, { from: found.from, to: found.isEnd ? Infinity : null });
    this.rowsBefore = at;
    this.#forget();
    this.#askSoon();
  }

  /** Replaces the rows by another part of the list, far from those read before. */
  #beginWith(rows: readonly Row[], { from, to }: { from: number; to: number | null }): void {
    keepRows(this.rows, rows);
    this.seqs = seqsOf(rows);
    this.isTop = from === -Infinity;
    this.isEnd = to === Infinity;
    this.#known = [stretchOf(this.seqs, this.#place, from, to)];
    this.#seeTop();
  }

  #seeTop(): void {
    const [first] = this.seqs;
    if (this.isTop && first !== undefined) this.#top = this.#place(first);
  }

  async #read(beyond: number | null, backwards: boolean): Promise<void> {
    const answer = await this.#pageAsOfNow(beyond, backwards);
    if (answer === null) return;
    keepRows(this.rows, answer.rows);
    const seqs = seqsOf(answer.rows);
    const { from, to } = edgesOfPage(this.#place, beyond, answer.next, backwards);
    const stretch = stretchOf(seqs, this.#place, from, to);
    this.#put(seqs, stretch);
    if (stretch.from === -Infinity) this.isTop = true;
    if (stretch.to === Infinity) this.isEnd = true;
    this.#known = joined(this.#known, stretch);
    this.known = true;
    this.#seeTop();
    this.#firstAnswer.open();
    this.#forget();
    this.#askSoon();
  }

  #pageAsOfNow(beyond: number | null, backwards: boolean) {
    return this.#asOfNow(() => this.#loader.page(beyond, backwards, pageRows));
  }

  /**
   * Returns an answer unless another list or a change overtook it: it may then be older than what is shown, and is
   * requested again.
   */
  async #asOfNow<Answer>(asks: () => Promise<Answer | null>): Promise<Answer | null> {
    const [question, change] = [this.#question, this.#change];
    const answer = await asks();
    if (question === this.#question && change === this.#change) {
      if (answer === null) this.#firstAnswer.open();
      return answer;
    }
    this.#askSoon();
    return null;
  }

  #put(seqs: readonly number[], stretch: Stretch): void {
    const put = putOn(this.seqs, seqs, stretch, this.#place);
    if (put === null) return;
    // Rows added above take the space reserved for them.
    this.rowsBefore = Math.max(0, this.rowsBefore - put.cameAbove);
    this.choosing = without(this.choosing, put.gone, this.seqs, put.now);
    this.seqs = put.now;
  }

  /** Selected rows out of sight may have left the list too. */
  async #askAboutChosen(): Promise<void> {
    const [question, change] = [this.#question, this.#change];
    const unknown = [...this.choosing.chosen].filter((seq) => knownTo(this.#known, this.#place(seq)) === null);
    if (unknown.length === 0 || this.#chosenAsOf === change) return;
    const gone = await goneOf(this.#loader, unknown);
    if (gone === null || question !== this.#question) return;
    this.#chosenAsOf = change;
    if (gone.length > 0) this.choosing = without(this.choosing, gone, this.seqs, this.seqs);
  }

  #forget(): void {
    if (this.rows.size <= most) return;
    const { first, end } = this.#seen;
    const near = this.seqs.slice(Math.max(0, first - pageRows), Math.max(0, end + pageRows));
    forgetOthers(this.rows, near);
    const [low, high] = [near[0], near.at(-1)];
    if (low === undefined || high === undefined) return;
    // Rows dropped from the cache are read again when they come into view.
    const from = low === this.seqs[0] && this.isTop ? -Infinity : this.#place(low);
    const to = high === this.seqs.at(-1) && this.isEnd ? Infinity : this.#place(high);
    this.#known = within(this.#known, { from, to });
  }
}
