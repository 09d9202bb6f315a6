import { noSelection, deselect, type RowSelection } from '../ui/row-selection.ts';
import { throttle } from './throttle.ts';
import { SvelteMap } from 'svelte/reactivity';

/** Lets everyone through who waits when it is opened; whoever comes later waits for the next opening. */
export class Gate {
  #waiters: (() => void)[] = [];

  whenOpen(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  open(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}

/** A range of sort positions read of a list, ends included; infinite if it reaches the first or last row. */
export interface PositionRange {
  from: number;
  to: number;
}

/** Merges a range into the known ones; the results do not touch each other. */
export function mergeRange(ranges: readonly PositionRange[], added: PositionRange): PositionRange[] {
  const separate = ranges.filter(({ from, to }) => to + 1 < added.from || from - 1 > added.to);
  const touching = ranges.filter((one) => !separate.includes(one));
  const from = Math.min(added.from, ...touching.map((one) => one.from));
  const to = Math.max(added.to, ...touching.map((one) => one.to));
  return [...separate, { from, to }];
}

/** End of the known range that contains a position; null if the position is in none. */
export function knownEnd(ranges: readonly PositionRange[], position: number): number | null {
  return ranges.find(({ from, to }) => from <= position && position <= to)?.to ?? null;
}

/** Clips the known ranges to one range. */
export const clipRanges = (ranges: readonly PositionRange[], { from, to }: PositionRange): PositionRange[] =>
  ranges
    .filter((one) => one.to >= from && one.from <= to)
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }));

type PositionOf = (seq: number) => number;

/**
 * The range of positions a page covers, even where it has few rows. Forwards, it starts after `boundarySeq`, or at the
 * start of the list if that is null, and ends at the row from which the next page continues, or at the end of the list.
 * Backwards, it ends before `boundarySeq`, or at the end of the list, and extends towards the start.
 */
export function rangeOfPage(
  positionOf: PositionOf,
  boundarySeq: number | null,
  next: number | null,
  backwards: boolean,
): PositionRange {
  if (backwards)
    return {
      from: next === null ? -Infinity : positionOf(next),
      to: boundarySeq === null ? Infinity : positionOf(boundarySeq) - 1,
    };
  return {
    from: boundarySeq === null ? -Infinity : positionOf(boundarySeq) + 1,
    to: next === null ? Infinity : positionOf(next),
  };
}

/** The range that rows cover; ends not given are those of the first and last row. */
export const rangeOfRows = (
  seqs: readonly number[],
  positionOf: PositionOf,
  from: number | null,
  to: number | null,
): PositionRange => ({
  from: from ?? (seqs.length > 0 ? positionOf(seqs[0] ?? 0) : Infinity),
  to: to ?? (seqs.length > 0 ? positionOf(seqs.at(-1) ?? 0) : -Infinity),
});

/** Replaces the rows in a range by the current ones; null if nothing changed. */
export function replaceRange(
  rows: readonly number[],
  seqs: readonly number[],
  { from, to }: PositionRange,
  positionOf: PositionOf,
) {
  const previousSeqs = rows.filter((seq) => positionOf(seq) >= from && positionOf(seq) <= to);
  if (previousSeqs.length === seqs.length && previousSeqs.every((seq, at) => seq === seqs[at])) return null;
  const seqsAbove = rows.filter((seq) => positionOf(seq) < from);
  const newSeqs = new Set(seqs);
  const now = [...seqsAbove, ...seqs, ...rows.filter((seq) => positionOf(seq) > to)];
  return {
    now,
    removed: previousSeqs.filter((seq) => !newSeqs.has(seq)),
    /** Number of rows added above all others. */
    addedAbove: rows[0] === undefined ? 0 : Math.max(0, now.indexOf(rows[0])),
  };
}

/** Caches row contents; an unchanged row is not rendered again. */
export function cacheRows<Row extends { seq: number }>(cache: Map<number, Row>, rows: readonly Row[]): void {
  for (const row of rows) {
    const cached = cache.get(row.seq);
    if (cached === undefined || JSON.stringify(cached) !== JSON.stringify(row)) cache.set(row.seq, row);
  }
}

export function evictOthers(cache: Map<number, unknown>, seqsNear: readonly number[]): void {
  const seqsToKeep = new Set(seqsNear);
  for (const seq of cache.keys()) if (!seqsToKeep.has(seq)) cache.delete(seq);
}

/** How a list of any length asks the desk. Null results: the desk did not answer. */
export interface PageLoader<Row> {
  newestFirst: boolean;
  /** The rows are ranked, like search results: their only page is always read as a whole. */
  isRanked(): boolean;
  /** Number of rows in the list; null if unknown. */
  count?(): number | null;
  /**
   * The page of `limit` rows after `boundarySeq`, or at the start of the list if that is null; `backwards`: before that
   * row, or at the end of the list. In list order.
   */
  loadPage(
    boundarySeq: number | null,
    backwards: boolean,
    limit: number,
  ): Promise<{ rows: readonly Row[]; next: number | null } | null>;
  /** The seq of every row, for actions on all of them. */
  loadAllSeqs(): Promise<readonly number[] | null>;
  /** Which of these rows are in the list. */
  filterPresent(seqs: number[]): Promise<readonly number[] | null>;
}

const presenceBatchSize = 10_000;

/** Which of these rows, of which there may be any number, left the list. Null if the desk did not answer. */
export async function findGone(loader: Pick<PageLoader<unknown>, 'filterPresent'>, seqs: readonly number[]) {
  const presentSeqs = new Set<number>();
  for (let at = 0; at < seqs.length; at += presenceBatchSize) {
    const present = await loader.filterPresent(seqs.slice(at, at + presenceBatchSize));
    if (present === null) return null;
    for (const seq of present) presentSeqs.add(seq);
  }
  return seqs.filter((seq) => !presentSeqs.has(seq));
}

export const seqsOf = (rows: readonly { seq: number }[]): number[] => rows.map(({ seq }) => seq);

/** Maximum number of halvings: all rows of a list may lie in a small part of its seq range. */
const maxHalvings = 10;

/** The contiguous rows read of a list, and the length of the list; null if unknown. */
interface ReadPart {
  isTop: boolean;
  isEnd: boolean;
  readCount: number;
  count: number | null;
}

/** Number of rows above a part: exact at either end of the list, otherwise `rowsBefore`, and at least `minAbove`. */
export function rowsAbove({ isTop, isEnd, readCount, count }: ReadPart, rowsBefore: number, minAbove: number): number {
  if (isTop) return 0;
  return Math.max(minAbove, isEnd && count !== null ? count - readCount : rowsBefore);
}

/**
 * Whether rows `first` to `end`, counted from the part's first row, are more than a page (`page` rows) outside the
 * part, so that they are not reached by reading page after page.
 */
export function isFar({ isTop, isEnd, readCount, count }: ReadPart, first: number, end: number, page: number): boolean {
  if (count === null || readCount === 0) return false;
  return (end < -page && !isTop) || (first > readCount + page && !isEnd);
}

interface FarPage<Row> {
  rows: readonly Row[];
  /** The page ends the list. */
  isEnd: boolean;
  /** Position from which the page was read: that of its first row or an earlier one. */
  from: number;
}

interface FarTarget {
  /** Number of rows above the wanted page. */
  at: number;
  /** Number of rows in the list. */
  count: number;
  /** Position of the list's first row. */
  top: number;
  limit: number;
}

/**
 * Reads a page far from the rows read, at about the position of the scroll bar. Rows are not counted, which would take
 * longer the further down they are: the position is interpolated from their seqs. Null if the desk did not answer or
 * the list is empty.
 */
export async function readFarPage<Row extends { seq: number }>(
  loader: PageLoader<Row>,
  { at, count, top, limit }: FarTarget,
): Promise<FarPage<Row> | null> {
  const positionOf = (seq: number) => (loader.newestFirst ? -seq : seq);
  const lastPage = await loader.loadPage(null, true, 1);
  const lastRow = lastPage?.rows.at(-1);
  if (lastRow === undefined) return null;
  const lowPosition = top;
  let highPosition = positionOf(lastRow.seq);
  let from = Math.round(lowPosition + ((highPosition - lowPosition) * at) / Math.max(1, count - 1));
  for (let halvings = 0; ; halvings++) {
    const positionBefore = from - 1;
    const loadPage = await loader.loadPage(loader.newestFirst ? -positionBefore : positionBefore, false, limit);
    if (loadPage === null) return null;
    const isEnd = loadPage.next === null;
    const isTooFar = isEnd && count - loadPage.rows.length > at + limit;
    if (!isTooFar || halvings === maxHalvings) return { rows: loadPage.rows, isEnd, from };
    highPosition = from;
    from = Math.floor((lowPosition + highPosition) / 2);
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
  readonly #countSource: Pick<PageLoader<unknown>, 'count' | 'isRanked'>;
  readonly #minAbove: number;

  /** `minAbove`: minimum number of rows assumed above a part that is not at the top. */
  constructor(countSource: Pick<PageLoader<unknown>, 'count' | 'isRanked'>, minAbove: number) {
    this.#countSource = countSource;
    this.#minAbove = minAbove;
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
    const count = this.#countSource.isRanked() ? null : (this.#countSource.count?.() ?? null);
    return { isTop: this.isTop, isEnd: this.isEnd, readCount: this.seqs.length, count };
  }
}

/** Number of rows kept ready above and below the visible ones. */
const marginRows = 40;
const pageRows = 150;
/** Maximum number of rows whose content is cached. */
const maxCached = 3000;

/**
 * A list of any length, read in pages around the visible rows, wherever the user scrolls. After a change only visible
 * rows are read again, and others when they come into view, so that a change costs one page however long the list is.
 */
export class PagedRows<Row extends { seq: number; id: string }> extends PartialList {
  selection = $state.raw<RowSelection>(noSelection);
  readonly rows = new SvelteMap<number, Row>();
  readonly #loader: PageLoader<Row>;
  readonly #readVisibleSoon: () => void;
  readonly #rereadSoon: () => void;
  readonly #deselectGoneSoon: () => void;
  #visible: readonly [number, number] = [0, 0];
  #listVersion = 0;
  #changeVersion = 0;
  #deselectedVersion = 0;
  /** Number of changes the desk reported, and how many of them the visible rows include. */
  #changesSeen = 0;
  #changesRead = 0;
  #knownRanges: PositionRange[] = [];
  /** Position of the list's first row when it was last read. */
  #top: number | null = null;
  readonly #firstAnswer = new Gate();

  /** `restMs`: minimum interval between reads after changes. */
  constructor(loader: PageLoader<Row>, restMs = 400) {
    super(loader, marginRows);
    this.#loader = loader;
    this.#readVisibleSoon = throttle(() => this.#readVisible(), 20);
    this.#rereadSoon = throttle(async () => {
      const changesAtStart = this.#changesSeen;
      this.#changeVersion++;
      this.#knownRanges = [];
      await this.#readVisible();
      this.#changesRead = changesAtStart;
      this.#deselectGoneSoon();
    }, restMs);
    this.#deselectGoneSoon = throttle(() => this.#deselectGone(), 2 * restMs);
  }

  /** Resets for another list, or for the same list after a while: nothing of the previous content is shown. */
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
    this.#readVisibleSoon();
  }

  /** Called when the list renders rows `first` to `end`. */
  setVisible(first: number, end: number): void {
    this.#visible = [first, end];
    this.#readVisibleSoon();
  }

  /** Called when something changed at the desk. */
  markChanged(): void {
    this.#changesSeen++;
    this.#rereadSoon();
  }

  /** Reads the first or the last rows of the list; false if the desk did not answer or another list was started. */
  async showEdge(edge: 'first' | 'last'): Promise<boolean> {
    if (!(await this.#whenLoaded())) return false;
    if (edge === 'first' ? this.isTop : this.isEnd) return true;
    const backwards = edge === 'last';
    const answer = await this.#loadCurrentPage(null, backwards);
    if (answer === null) return false;
    this.#replaceRows(answer.rows, rangeOfPage(this.#positionOf, null, answer.next, backwards));
    return true;
  }

  /**
   * Loads the seq of every row, so that all of them can be selected; false if the desk did not answer or another list
   * was started.
   */
  async loadAllSeqs(): Promise<boolean> {
    if (!(await this.#whenLoaded())) return false;
    // A change that was reported but not read yet may have added rows.
    if (this.isTop && this.isEnd && this.#changesRead === this.#changesSeen) return true;
    const listVersion = this.#listVersion;
    const seqs = await this.#loader.loadAllSeqs();
    if (seqs === null || listVersion !== this.#listVersion) return false;
    this.seqs = seqs;
    this.isTop = this.isEnd = true;
    this.#readVisibleSoon();
    return true;
  }

  /** Waits for the first answer about the list; false if it fails or another list was started. */
  async #whenLoaded(): Promise<boolean> {
    if (this.isLoaded) return true;
    const listVersion = this.#listVersion;
    await this.#firstAnswer.whenOpen();
    return this.isLoaded && listVersion === this.#listVersion;
  }

  /** The selected rows in list order. */
  get selectedSeqs(): number[] {
    const { selected } = this.selection;
    const selectedRead = this.seqs.filter((seq) => selected.has(seq));
    if (selectedRead.length === selected.size) return selectedRead;
    return [...selected].toSorted((a, b) => this.#positionOf(a) - this.#positionOf(b));
  }

  /** Sort position of a row: greater for rows further down. */
  readonly #positionOf = (seq: number): number => (this.#loader.newestFirst ? -seq : seq);

  /** The visible range, relative to the first row read. */
  get #visibleInPart(): { first: number; end: number } {
    const [first, end] = this.#visible;
    return { first: first - this.above, end: end - this.above };
  }

  async #readVisible(): Promise<void> {
    const [seqs, { first, end }] = [this.seqs, this.#visibleInPart];
    if (isFar(this.part, first, end, pageRows)) return this.#jumpTo(this.#visible[0] - marginRows);
    const from = this.#loader.isRanked() ? 0 : Math.max(0, first - marginRows);
    const firstWantedSeq = seqs[from];
    if (this.isLoaded && firstWantedSeq !== undefined && from === 0 && !this.isTop)
      return this.#readPage(firstWantedSeq, true);
    const position =
      firstWantedSeq === undefined || (from === 0 && this.isTop) ? -Infinity : this.#positionOf(firstWantedSeq);
    const knownTo = knownEnd(this.#knownRanges, position);
    const lastWantedSeq = this.#loader.isRanked() ? undefined : seqs[end + marginRows - 1];
    const wantedTo = lastWantedSeq === undefined ? Infinity : this.#positionOf(lastWantedSeq);
    if (knownTo !== null && knownTo >= wantedTo) return;
    // Skip rows already read without a gap.
    const lastReadPosition = knownTo ?? (position === -Infinity ? null : position - 1);
    await this.#readPage(
      lastReadPosition === null ? null : this.#loader.newestFirst ? -lastReadPosition : lastReadPosition,
      false,
    );
  }

  async #jumpTo(rowIndex: number): Promise<void> {
    const count = this.part.count ?? 0;
    if (rowIndex <= 0 || this.#top === null || rowIndex + pageRows >= count) {
      await this.showEdge(rowIndex + pageRows >= count ? 'last' : 'first');
      return this.#readVisibleSoon();
    }
    const target = { at: rowIndex, count, top: this.#top, limit: pageRows };
    const farPage = await this.#unlessOvertaken(() => readFarPage(this.#loader, target));
    if (farPage === null) return;
    this.#replaceRows(farPage.rows, { from: farPage.from, to: farPage.isEnd ? Infinity : null });
    this.rowsBefore = rowIndex;
    this.#evictFar();
    this.#readVisibleSoon();
  }

  /** Replaces the rows by another part of the list, far from those read before. */
  #replaceRows(rows: readonly Row[], { from, to }: { from: number; to: number | null }): void {
    cacheRows(this.rows, rows);
    this.seqs = seqsOf(rows);
    this.isTop = from === -Infinity;
    this.isEnd = to === Infinity;
    this.#knownRanges = [rangeOfRows(this.seqs, this.#positionOf, from, to)];
    this.#rememberTop();
  }

  #rememberTop(): void {
    const [first] = this.seqs;
    if (this.isTop && first !== undefined) this.#top = this.#positionOf(first);
  }

  async #readPage(boundarySeq: number | null, backwards: boolean): Promise<void> {
    const answer = await this.#loadCurrentPage(boundarySeq, backwards);
    if (answer === null) return;
    cacheRows(this.rows, answer.rows);
    const seqs = seqsOf(answer.rows);
    const { from, to } = rangeOfPage(this.#positionOf, boundarySeq, answer.next, backwards);
    const range = rangeOfRows(seqs, this.#positionOf, from, to);
    this.#mergeRows(seqs, range);
    if (range.from === -Infinity) this.isTop = true;
    if (range.to === Infinity) this.isEnd = true;
    this.#knownRanges = mergeRange(this.#knownRanges, range);
    this.isLoaded = true;
    this.#rememberTop();
    this.#firstAnswer.open();
    this.#evictFar();
    this.#readVisibleSoon();
  }

  #loadCurrentPage(boundarySeq: number | null, backwards: boolean) {
    return this.#unlessOvertaken(() => this.#loader.loadPage(boundarySeq, backwards, pageRows));
  }

  /**
   * Returns null if another list or a change overtook the request. The answer may then be older than what is shown, and
   * the visible rows are read again.
   */
  async #unlessOvertaken<Answer>(request: () => Promise<Answer | null>): Promise<Answer | null> {
    const [listVersion, changeVersion] = [this.#listVersion, this.#changeVersion];
    const answer = await request();
    if (listVersion === this.#listVersion && changeVersion === this.#changeVersion) {
      if (answer === null) this.#firstAnswer.open();
      return answer;
    }
    this.#readVisibleSoon();
    return null;
  }

  #mergeRows(seqs: readonly number[], range: PositionRange): void {
    const replacement = replaceRange(this.seqs, seqs, range, this.#positionOf);
    if (replacement === null) return;
    // Rows added above take the space reserved for them.
    this.rowsBefore = Math.max(0, this.rowsBefore - replacement.addedAbove);
    this.selection = deselect(this.selection, replacement.removed, this.seqs, replacement.now);
    this.seqs = replacement.now;
  }

  /** Selected rows out of sight may have left the list too. */
  async #deselectGone(): Promise<void> {
    const [listVersion, changeVersion] = [this.#listVersion, this.#changeVersion];
    const unreadSeqs = [...this.selection.selected].filter(
      (seq) => knownEnd(this.#knownRanges, this.#positionOf(seq)) === null,
    );
    if (unreadSeqs.length === 0 || this.#deselectedVersion === changeVersion) return;
    const goneSeqs = await findGone(this.#loader, unreadSeqs);
    if (goneSeqs === null || listVersion !== this.#listVersion) return;
    this.#deselectedVersion = changeVersion;
    if (goneSeqs.length > 0) this.selection = deselect(this.selection, goneSeqs, this.seqs, this.seqs);
  }

  #evictFar(): void {
    if (this.rows.size <= maxCached) return;
    const { first, end } = this.#visibleInPart;
    const visibleSeqs = this.seqs.slice(Math.max(0, first - pageRows), Math.max(0, end + pageRows));
    evictOthers(this.rows, visibleSeqs);
    const [firstNear, lastNear] = [visibleSeqs[0], visibleSeqs.at(-1)];
    if (firstNear === undefined || lastNear === undefined) return;
    // Rows dropped from the cache are read again when they come into view.
    const from = firstNear === this.seqs[0] && this.isTop ? -Infinity : this.#positionOf(firstNear);
    const to = lastNear === this.seqs.at(-1) && this.isEnd ? Infinity : this.#positionOf(lastNear);
    this.#knownRanges = clipRanges(this.#knownRanges, { from, to });
  }
}
