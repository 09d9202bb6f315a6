import { SvelteMap } from 'svelte/reactivity';
import { nothingChosen, without, type Choosing } from '../ui/choosing.ts';
import { edgesOfPage, joined, knownTo, putOn, stretchOf, within, type Stretch } from './covered.ts';
import { isFar, readFar } from './far-rows.ts';
import { Gate } from './gate.ts';
import { goneOf, seqsOf, type PageLoader } from './page-loader.ts';
import { PartOfList } from './part-of-list.svelte.ts';
import { forgetOthers, keepRows } from './row-contents.ts';
import { soon } from './soon.ts';

/** rows kept ready on both sides of those in sight */
const about = 40;
const pageRows = 150;
/** rows whose content is remembered */
const most = 3000;

/**
 * A list of any length, read by pages around what is in sight, wherever the scroll bar is put. What changed at the desk is asked for again
 * where it is looked at, and elsewhere when it comes into sight: the cost is that of a page, however long the list is.
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
  /** how often the desk told of a change, and as of which time the rows in sight were read */
  #changesSeen = 0;
  #changesRead = 0;
  #known: Stretch[] = [];
  /** place of the list's first row, as it was seen last */
  #top: number | null = null;
  readonly #firstAnswer = new Gate();

  /** `restMs`: changes are asked about so often at most */
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

  /** Another list, or the same after a while: nothing is shown of before. */
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

  /** The list draws rows `first` to `end` of `length`. */
  draw(first: number, end: number): void {
    this.#sight = [first, end];
    this.#askSoon();
  }

  /** Something changed at the desk. */
  changed(): void {
    this.#changesSeen++;
    this.#changedSoon();
  }

  /** Shows the first or the last rows of the list; false where the desk did not answer, or for another list. */
  async toEdge(edge: 'first' | 'last'): Promise<boolean> {
    if (!(await this.#hasBegun())) return false;
    if (edge === 'first' ? this.isTop : this.isEnd) return true;
    const backwards = edge === 'last';
    const answer = await this.#pageAsOfNow(null, backwards);
    if (answer === null) return false;
    this.#beginWith(answer.rows, edgesOfPage(this.#place, null, answer.next, backwards));
    return true;
  }

  /** Knows the name of every row, so that all of them can be chosen; false where the desk did not answer, or for another list. */
  async toAll(): Promise<boolean> {
    if (!(await this.#hasBegun())) return false;
    // what was told of a moment ago belongs to all of it, though it is not read yet
    if (this.isTop && this.isEnd && this.#changesRead === this.#changesSeen) return true;
    const question = this.#question;
    const seqs = await this.#loader.all();
    if (seqs === null || question !== this.#question) return false;
    this.seqs = seqs;
    this.isTop = this.isEnd = true;
    this.#askSoon();
    return true;
  }

  /** Waits for the first answer about the list; false where it does not come, or another list was begun. */
  async #hasBegun(): Promise<boolean> {
    if (this.known) return true;
    const question = this.#question;
    await this.#firstAnswer.opened();
    return this.known && question === this.#question;
  }

  /** The chosen rows, in the list's order. */
  get chosenSeqs(): number[] {
    const { chosen } = this.choosing;
    const here = this.seqs.filter((seq) => chosen.has(seq));
    if (here.length === chosen.size) return here;
    return [...chosen].toSorted((a, b) => this.#place(a) - this.#place(b));
  }

  /** Where a row stands beside others: what comes later in the list has a greater place. */
  readonly #place = (seq: number): number => (this.#loader.newestFirst ? -seq : seq);

  /** What is in sight, counted from the first row that was read. */
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
    // what is known without a gap is not read again
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

  /** Shows another part of the list; of what was read before nothing is near. */
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

  /** An answer, unless it was overtaken by another list or a change: then it may be older than what is shown, and is asked for again. */
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
    // rows that come in above stand where there was room for them
    this.rowsBefore = Math.max(0, this.rowsBefore - put.cameAbove);
    this.choosing = without(this.choosing, put.gone, this.seqs, put.now);
    this.seqs = put.now;
  }

  /** What is chosen out of sight may have left the list as well. */
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
    // what is forgotten is read again when it comes into sight
    const from = low === this.seqs[0] && this.isTop ? -Infinity : this.#place(low);
    const to = high === this.seqs.at(-1) && this.isEnd ? Infinity : this.#place(high);
    this.#known = within(this.#known, { from, to });
  }
}
