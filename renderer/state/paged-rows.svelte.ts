import { SvelteMap } from 'svelte/reactivity';
import { nothingChosen, without, type Choosing } from '../ui/choosing.ts';
import { joined, knownTo, type Stretch } from './covered.ts';
import { Gate } from './gate.ts';
import type { PageAsker } from './page-asker.ts';
import { soon } from './soon.ts';

/** rows kept ready on both sides of those in sight */
const about = 40;
const pageRows = 150;
/** rows whose content is remembered */
const most = 3000;
const amongAtOnce = 10_000;

/**
 * A list of any length, read by pages around what is in sight. What changed at the desk is asked for again where it is looked at, and
 * elsewhere when it comes into sight: the cost is that of a page, however long the list is.
 */
export class PagedRows<Row extends { seq: number; id: string }> {
  /** names of the rows read so far, in the list's order: from its first row on (`isTop`), to its last one (`isEnd`), or a part of it */
  seqs = $state.raw<readonly number[]>([]);
  isTop = $state(false);
  isEnd = $state(false);
  choosing = $state.raw<Choosing>(nothingChosen);
  /** the desk answered since the list was started */
  known = $state(false);
  readonly rows = new SvelteMap<number, Row>();
  readonly #asker: PageAsker<Row>;
  readonly #askSoon: () => void;
  readonly #changedSoon: () => void;
  readonly #askAboutChosenSoon: () => void;
  #sight: readonly [number, number] = [0, 0];
  #question = 0;
  #change = 0;
  #chosenAsOf = 0;
  #known: Stretch[] = [];
  readonly #firstAnswer = new Gate();

  /** `restMs`: changes are asked about so often at most */
  constructor(asker: PageAsker<Row>, restMs = 400) {
    this.#asker = asker;
    this.#askSoon = soon(() => this.#ask(), 20);
    this.#changedSoon = soon(async () => {
      this.#change++;
      this.#known = [];
      await this.#ask();
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
    this.rows.clear();
    this.choosing = nothingChosen;
    this.#firstAnswer.open();
    this.#askSoon();
  }

  /** The list draws rows `first` to `end` of `seqs`. */
  draw(first: number, end: number): void {
    this.#sight = [first, end];
    this.#askSoon();
  }

  /** Something changed at the desk. */
  changed(): void {
    this.#changedSoon();
  }

  /** Shows the first or the last rows of the list; false where the desk did not answer, or for another list. */
  async toEdge(edge: 'first' | 'last'): Promise<boolean> {
    if (!(await this.#hasBegun())) return false;
    if (edge === 'first' ? this.isTop : this.isEnd) return true;
    const backwards = edge === 'last';
    const answer = await this.#pageAsOfNow(null, backwards);
    if (answer === null) return false;
    this.#keepRows(answer.rows);
    this.seqs = answer.rows.map(({ seq }) => seq);
    this.isTop = !backwards || answer.next === null;
    this.isEnd = backwards || answer.next === null;
    this.#known = [this.#stretch(answer.rows, this.isTop ? -Infinity : null, this.isEnd ? Infinity : null)];
    return true;
  }

  /** Knows the name of every row, so that all of them can be chosen; false where the desk did not answer, or for another list. */
  async toAll(): Promise<boolean> {
    if (!(await this.#hasBegun())) return false;
    if (this.isTop && this.isEnd) return true;
    const question = this.#question;
    const seqs = await this.#asker.all();
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
  #place(seq: number): number {
    return this.#asker.newestFirst ? -seq : seq;
  }

  async #ask(): Promise<void> {
    const [first, end] = this.#sight;
    const { seqs } = this;
    const from = this.#asker.ranked() ? 0 : Math.max(0, first - about);
    const lowest = seqs[from];
    if (this.known && lowest !== undefined && from === 0 && !this.isTop) return this.#read(lowest, true);
    const place = lowest === undefined || (from === 0 && this.isTop) ? -Infinity : this.#place(lowest);
    const known = knownTo(this.#known, place);
    const last = this.#asker.ranked() ? undefined : seqs[end + about - 1];
    const wanted = last === undefined ? Infinity : this.#place(last);
    if (known !== null && known >= wanted) return;
    // what is known without a gap is not read again
    const beyond = known ?? (place === -Infinity ? null : place - 1);
    await this.#read(beyond === null ? null : this.#asker.newestFirst ? -beyond : beyond, false);
  }

  async #read(beyond: number | null, backwards: boolean): Promise<void> {
    const answer = await this.#pageAsOfNow(beyond, backwards);
    if (answer === null) return;
    this.#keepRows(answer.rows);
    const edge = beyond === null ? -Infinity : this.#place(beyond);
    const stretch = backwards
      ? this.#stretch(answer.rows, answer.next === null ? -Infinity : null, edge - 1)
      : this.#stretch(answer.rows, beyond === null ? -Infinity : edge + 1, answer.next === null ? Infinity : null);
    this.#put(
      answer.rows.map(({ seq }) => seq),
      stretch,
    );
    if (stretch.from === -Infinity) this.isTop = true;
    if (stretch.to === Infinity) this.isEnd = true;
    this.#known = joined(this.#known, stretch);
    this.known = true;
    this.#firstAnswer.open();
    this.#forget();
    this.#askSoon();
  }

  /** A page, unless it was overtaken by another list or a change: then it may be older than what is shown, and is asked for again. */
  async #pageAsOfNow(beyond: number | null, backwards: boolean) {
    const question = this.#question;
    const change = this.#change;
    const answer = await this.#asker.page(beyond, backwards, pageRows);
    if (question === this.#question && change === this.#change) {
      if (answer === null) this.#firstAnswer.open();
      return answer;
    }
    this.#askSoon();
    return null;
  }

  #stretch(rows: readonly Row[], from: number | null, to: number | null): Stretch {
    const first = rows[0];
    const last = rows.at(-1);
    return {
      from: from ?? (first ? this.#place(first.seq) : Infinity),
      to: to ?? (last ? this.#place(last.seq) : -Infinity),
    };
  }

  /** Puts what stands on a stretch of the list in the place of what stood there. */
  #put(seqs: readonly number[], { from, to }: Stretch): void {
    const before = this.seqs.filter((seq) => this.#place(seq) < from);
    const after = this.seqs.filter((seq) => this.#place(seq) > to);
    const stood = this.seqs.filter((seq) => this.#place(seq) >= from && this.#place(seq) <= to);
    if (stood.length === seqs.length && stood.every((seq, at) => seq === seqs[at])) return;
    const there = new Set(seqs);
    const now = [...before, ...seqs, ...after];
    this.choosing = without(
      this.choosing,
      stood.filter((seq) => !there.has(seq)),
      this.seqs,
      now,
    );
    this.seqs = now;
  }

  /** What is chosen out of sight may have left the list as well. */
  async #askAboutChosen(): Promise<void> {
    const change = this.#change;
    const question = this.#question;
    const unknown = [...this.choosing.chosen].filter((seq) => knownTo(this.#known, this.#place(seq)) === null);
    if (unknown.length === 0 || this.#chosenAsOf === change) return;
    const there = new Set<number>();
    for (let at = 0; at < unknown.length; at += amongAtOnce) {
      const some = await this.#asker.among(unknown.slice(at, at + amongAtOnce));
      if (some === null || question !== this.#question) return;
      for (const seq of some) there.add(seq);
    }
    this.#chosenAsOf = change;
    const gone = unknown.filter((seq) => !there.has(seq));
    if (gone.length > 0) this.choosing = without(this.choosing, gone, this.seqs, this.seqs);
  }

  #keepRows(rows: readonly Row[]): void {
    for (const row of rows) {
      const before = this.rows.get(row.seq);
      // a row that is the same is not drawn again
      if (before === undefined || JSON.stringify(before) !== JSON.stringify(row)) this.rows.set(row.seq, row);
    }
  }

  #forget(): void {
    if (this.rows.size <= most) return;
    const [first, end] = this.#sight;
    const near = this.seqs.slice(Math.max(0, first - pageRows), end + pageRows);
    const kept = new Set(near);
    for (const seq of this.rows.keys()) if (!kept.has(seq)) this.rows.delete(seq);
    const [low, high] = [near[0], near.at(-1)];
    if (low === undefined || high === undefined) return;
    // what is forgotten is read again when it comes into sight
    const from = low === this.seqs[0] && this.isTop ? -Infinity : this.#place(low);
    const to = high === this.seqs.at(-1) && this.isEnd ? Infinity : this.#place(high);
    this.#known = this.#known
      .filter((one) => one.to >= from && one.from <= to)
      .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }));
  }
}
