import { noSelection, deselect, type RowSelection } from '../ui/row-selection.ts';
import { throttled } from './throttled.ts';
import { SvelteMap } from 'svelte/reactivity';

/** Releases everyone waiting when it is opened, and is closed again at once. */
export class Gate {
  #waiting: (() => void)[] = [];

  opened(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  open(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}

/** A range of places read of a list, ends included; infinite if it reaches the first or last row. */
export interface PlaceRange {
  from: number;
  to: number;
}

/** Merges a range into the known ones; the results do not touch each other. */
export function mergeRange(stretches: readonly PlaceRange[], more: PlaceRange): PlaceRange[] {
  const apart = stretches.filter(({ from, to }) => to + 1 < more.from || from - 1 > more.to);
  const touching = stretches.filter((one) => !apart.includes(one));
  const from = Math.min(more.from, ...touching.map((one) => one.from));
  const to = Math.max(more.to, ...touching.map((one) => one.to));
  return [...apart, { from, to }];
}

/** End of the known range that contains a place; null if the place is not known. */
export function knownEnd(stretches: readonly PlaceRange[], place: number): number | null {
  return stretches.find(({ from, to }) => from <= place && place <= to)?.to ?? null;
}

/** Clips the known ranges to one range. */
export const clipRanges = (stretches: readonly PlaceRange[], { from, to }: PlaceRange): PlaceRange[] =>
  stretches
    .filter((one) => one.to >= from && one.from <= to)
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }));

type PlaceOf = (seq: number) => number;

/**
 * The range a page covers, even where it has few rows. It starts after `beyond`, or at the start of the list if null,
 * and extends to the row at which the page says to continue, or to the end of the list. With `backwards`, it ends
 * before `beyond`, or at the end of the list, and extends towards the start.
 */
export function rangeOfPage(
  placeOf: PlaceOf,
  beyond: number | null,
  next: number | null,
  backwards: boolean,
): PlaceRange {
  if (backwards)
    return { from: next === null ? -Infinity : placeOf(next), to: beyond === null ? Infinity : placeOf(beyond) - 1 };
  return { from: beyond === null ? -Infinity : placeOf(beyond) + 1, to: next === null ? Infinity : placeOf(next) };
}

/** The range that rows cover; ends not given are those of the first and last row. */
export const rangeOfRows = (
  seqs: readonly number[],
  placeOf: PlaceOf,
  from: number | null,
  to: number | null,
): PlaceRange => ({
  from: from ?? (seqs.length > 0 ? placeOf(seqs[0] ?? 0) : Infinity),
  to: to ?? (seqs.length > 0 ? placeOf(seqs.at(-1) ?? 0) : -Infinity),
});

/** Replaces the rows in a range by those there now; null if nothing changed. */
export function replaceRange(
  rows: readonly number[],
  seqs: readonly number[],
  { from, to }: PlaceRange,
  placeOf: PlaceOf,
) {
  const stood = rows.filter((seq) => placeOf(seq) >= from && placeOf(seq) <= to);
  if (stood.length === seqs.length && stood.every((seq, at) => seq === seqs[at])) return null;
  const before = rows.filter((seq) => placeOf(seq) < from);
  const there = new Set(seqs);
  const now = [...before, ...seqs, ...rows.filter((seq) => placeOf(seq) > to)];
  return {
    now,
    gone: stood.filter((seq) => !there.has(seq)),
    /** Number of rows added above all others. */
    cameAbove: rows[0] === undefined ? 0 : Math.max(0, now.indexOf(rows[0])),
  };
}

/** Caches row contents; an unchanged row is not rendered again. */
export function cacheRows<Row extends { seq: number }>(kept: Map<number, Row>, rows: readonly Row[]): void {
  for (const row of rows) {
    const before = kept.get(row.seq);
    if (before === undefined || JSON.stringify(before) !== JSON.stringify(row)) kept.set(row.seq, row);
  }
}

export function evictOthers(kept: Map<number, unknown>, near: readonly number[]): void {
  const there = new Set(near);
  for (const seq of kept.keys()) if (!there.has(seq)) kept.delete(seq);
}

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

/** Maximum number of halvings: all rows of a list may lie in a small part of its seq range. */
const maxTries = 10;

/** The contiguous rows read of a list, and the length of the list; null if unknown. */
interface Part {
  isTop: boolean;
  isEnd: boolean;
  read: number;
  count: number | null;
}

/** Number of rows above a part: exact at either end of the list, otherwise `rowsBefore`, and at least `least`. */
export function rowsAbove({ isTop, isEnd, read, count }: Part, rowsBefore: number, least: number): number {
  if (isTop) return 0;
  return Math.max(least, isEnd && count !== null ? count - read : rowsBefore);
}

/**
 * Whether rows `first` to `end`, relative to the part's first, are more than a page (`page` rows) outside the part, so
 * that they are not reached by reading on.
 */
export function isFar({ isTop, isEnd, read, count }: Part, first: number, end: number, page: number): boolean {
  if (count === null || read === 0) return false;
  return (end < -page && !isTop) || (first > read + page && !isEnd);
}

interface FarPage<Row> {
  rows: readonly Row[];
  /** The page ends the list. */
  isEnd: boolean;
  /** Place the page was read from: its first row's or an earlier one. */
  from: number;
}

interface FarTarget {
  /** Number of rows above the wanted page. */
  at: number;
  /** Number of rows in the list. */
  count: number;
  /** Place of the list's first row. */
  top: number;
  limit: number;
}

/**
 * Reads a page far from the rows read, at about the scroll bar's position. Rows are not counted, which would take
 * longer the further down they are: the position is interpolated from their seqs. Null if the desk did not answer or
 * the list is empty.
 */
export async function readFarPage<Row extends { seq: number }>(
  loader: PageLoader<Row>,
  { at, count, top, limit }: FarTarget,
): Promise<FarPage<Row> | null> {
  const placeOf = (seq: number) => (loader.newestFirst ? -seq : seq);
  const lowest = await loader.page(null, true, 1);
  const bottom = lowest?.rows.at(-1);
  if (bottom === undefined) return null;
  const low = top;
  let high = placeOf(bottom.seq);
  let from = Math.round(low + ((high - low) * at) / Math.max(1, count - 1));
  for (let tries = 0; ; tries++) {
    const beyond = from - 1;
    const page = await loader.page(loader.newestFirst ? -beyond : beyond, false, limit);
    if (page === null) return null;
    const isEnd = page.next === null;
    const isTooFar = isEnd && count - page.rows.length > at + limit;
    if (!isTooFar || tries === maxTries) return { rows: page.rows, isEnd, from };
    high = from;
    from = Math.floor((low + high) / 2);
  }
}

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
    const { selected } = this.selection;
    const here = this.seqs.filter((seq) => selected.has(seq));
    if (here.length === selected.size) return here;
    return [...selected].toSorted((a, b) => this.#place(a) - this.#place(b));
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
