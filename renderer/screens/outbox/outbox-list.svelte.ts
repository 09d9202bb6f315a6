import type { Input } from '../../../shared/contract/desk-contract.ts';
import type { Counts, EntryRow, Tally } from '../../../shared/contract/entry-answers.ts';
import { ok, type Result } from '../../../shared/contract/problem.ts';
import { entryLists, type EntryList } from '../../../shared/outbox/states.ts';
import { loadChoice, storeChoice, subscribeChoice } from '../../choices/choices.svelte.ts';
import { clock } from '../../state/clock.svelte.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { outboxSearch } from '../../state/outbox-search.svelte.ts';
import { PagedRows } from '../../state/paged-rows.svelte.ts';
import { dayOf, daysOf, stepPeriod, type Days } from '../../state/period.ts';
import { throttle } from '../../state/throttle.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { z } from 'zod';

/** Relative date ranges, counted from today. */
export const dayRanges = ['any', 'today', 'yesterday', 'week', 'month'] as const;

const outboxFilterSchema = z.object({
  /** endpoint number, or 0 for every kind */
  endpoint: z.int().catch(0),
  /** null: any */
  operator: z.string().nullable().catch(null),
  /** code of a service; empty: any */
  service: z.string().max(200).catch(''),
  /** a relative range, or a day as `2026-11-23` */
  days: z.union([z.enum(dayRanges), z.iso.date()]).catch('any'),
  printed: z.boolean().nullable().catch(null),
});
/** Filters of the outbox besides list and search. */
export type OutboxFilter = z.infer<typeof outboxFilterSchema>;

/** Parses stored filters; an invalid one becomes one that filters nothing. */
export const parseFilter = (stored: unknown): OutboxFilter =>
  outboxFilterSchema.parse(typeof stored === 'object' && stored !== null ? stored : {});
export const noFilter = parseFilter(null);

export const hasFilter = (filter: OutboxFilter): boolean => JSON.stringify(filter) !== JSON.stringify(noFilter);

/** The filters as input of a query. */
export function toQuery({ endpoint, operator, service, days, printed }: OutboxFilter, nowMs: number) {
  return {
    ...(endpoint !== 0 && { endpoint }),
    ...(operator !== null && { operator }),
    ...(service.trim() !== '' && { service: service.trim() }),
    ...(printed !== null && { printed }),
    ...resolveDays(days, nowMs),
  };
}

function resolveDays(days: OutboxFilter['days'], nowMs: number): Partial<Days> {
  const today = dayOf(nowMs);
  switch (days) {
    case 'any':
      return {};
    case 'today':
      return { from: today };
    case 'yesterday':
      return daysOf('day', stepPeriod('day', today, -1));
    case 'week':
    case 'month':
      return { from: daysOf(days, today).from };
    default:
      return { from: days, to: days };
  }
}

/** View options of the outbox on this desk. */
const optionsSchema = z.object({
  order: z.enum(['newest', 'oldest']).catch('newest'),
  /** the filter bar is shown although no filter is set */
  narrows: z.boolean().catch(false),
});
type OutboxOptions = z.infer<typeof optionsSchema>;
const parseOptions = (stored: unknown): OutboxOptions =>
  optionsSchema.parse(typeof stored === 'object' && stored !== null ? stored : {});

const viewSchema = z.object({
  name: z.string().min(1).max(100),
  list: z.enum(entryLists),
  narrowing: z.unknown().transform(parseFilter),
  search: z.string().max(200).catch(''),
  /** when it was last saved or shown (ms): retention deletes unused views */
  used: z.number().optional().catch(undefined),
});
/** A list with filters, saved under a name. */
export type SavedView = z.infer<typeof viewSchema>;
const parseViews = (stored: unknown): SavedView[] =>
  Array.isArray(stored) ? stored.flatMap((one) => viewSchema.safeParse(one).data ?? []) : [];

const dayMs = 86_400_000;
/** Name of the stored views: only the desk stores them, not the browser, because they contain names of people. */
const viewsKey = 'outbox-views';

class OutboxChoices {
  current = $state.raw(parseOptions(null));
  /** sorted by name */
  views = $state.raw<readonly SavedView[]>([]);

  set(change: Partial<OutboxOptions>): void {
    this.current = parseOptions({ ...this.current, ...change });
    storeChoice('outbox', this.current);
  }

  /** Reloads the views, which another window may have changed. */
  async loadViews(): Promise<Result<unknown>> {
    const answer = await ask('desk.recall', { name: viewsKey });
    if (!answer.ok) return answer;
    this.views = parseViews(answer.value.value);
    return ok(null);
  }

  /** Saves a view and returns the desk's answer. */
  saveView(view: SavedView): Promise<Result<unknown>> {
    const usedView = { ...view, used: Date.now() };
    return this.#changeViews((others) => [...others.filter(({ name }) => name !== view.name), usedView]);
  }

  /** Records that a view was shown, at most once a day. */
  async recordUse({ name, used = 0 }: SavedView): Promise<void> {
    if (Math.abs(Date.now() - used) < dayMs) return;
    await this.#changeViews((views) =>
      views.map((view) => (view.name === name ? { ...view, used: Date.now() } : view)),
    );
  }

  deleteView(deletedName: string): Promise<Result<unknown>> {
    return this.#changeViews((views) => views.filter(({ name }) => name !== deletedName));
  }

  async #changeViews(change: (views: readonly SavedView[]) => readonly SavedView[]): Promise<Result<unknown>> {
    const loaded = await this.loadViews();
    // writing without having read would lose the stored views
    if (!loaded.ok) return loaded;
    const used = Date.now();
    const views = change(this.views.map((view) => ({ used, ...view }))).toSorted((one, other) =>
      one.name.localeCompare(other.name),
    );
    const answer = await ask('desk.remember', { name: viewsKey, value: views });
    if (answer.ok) this.views = views;
    return answer;
  }

  async start(): Promise<void> {
    subscribeChoice('outbox', (stored) => (this.current = parseOptions(stored)));
    this.current = parseOptions(await loadChoice('outbox'));
  }
}

export const outboxChoices = new OutboxChoices();

/** Maximum rows per call. */
const maxRows = 500;

/** Lists that have a tab unless they are empty; any other list has one only while it is selected. */
const standardTabs = ['all', 'open', 'needs-you', 'done'] as const satisfies readonly EntryList[];

/** State of the outbox screen: list, filters and search. It survives leaving the screen. */
class OutboxList {
  list = $state<EntryList>('all');
  filter = $state.raw<OutboxFilter>(noFilter);
  /** number of entries on each list under the filters and search; null: not loaded yet */
  tally = $state.raw<Tally | null>(null);
  readonly source = new PagedRows<EntryRow>({
    get newestFirst() {
      return outboxChoices.current.order === 'newest';
    },
    isRanked: () => this.search !== '',
    count: () => {
      const listCount = this.countOf(this.list);
      return listCount === null || listCount.more ? null : listCount.count;
    },
    loadPage: async (boundarySeq, backwards, limit) => {
      const { order } = outboxChoices.current;
      const isAscending = backwards === (order === 'newest');
      const bounds = isAscending ? { after: boundarySeq ?? 0 } : { before: boundarySeq ?? Number.MAX_SAFE_INTEGER };
      const answer = await ask('entries.page', { ...this.#buildQuery(), ...bounds, order, limit });
      return answer.ok ? answer.value : null;
    },
    loadAllSeqs: async () => {
      const answer = await ask('entries.seqs', this.#buildQuery());
      if (!answer.ok) return null;
      const { seqs } = answer.value;
      return outboxChoices.current.order === 'newest' || this.search !== '' ? seqs : seqs.toReversed();
    },
    filterPresent: async (seqs) => {
      const { search: _search, ...filter } = this.#buildQuery();
      const answer = await ask('entries.among', { ...filter, seqs });
      return answer.ok ? answer.value.seqs : null;
    },
  });
  readonly #loadTallyThrottled = throttle(() => this.#loadTally(), 400);

  get search(): string {
    return outboxSearch.text.trim();
  }

  /**
   * Number of entries on a list under the current filters and search, or with `more` at least this many; null: unknown.
   */
  countOf(list: EntryList): { count: number; more: boolean } | null {
    if (this.isFiltered) return this.tally?.[list] ?? null;
    return desk.counts && { count: countFromCounters(list, desk.counts), more: false };
  }

  get isFiltered(): boolean {
    return this.search !== '' || hasFilter(this.filter);
  }

  /** First and last day of the filter as text: the days of a relative range change at midnight. */
  get days(): string {
    const { from = '', to = '' } = toQuery(this.filter, clock.now);
    return `${from} ${to}`;
  }

  setFilter(change: Partial<OutboxFilter>): void {
    this.filter = { ...this.filter, ...change };
  }

  /** Shows a list of all entries or of one kind, dropping earlier filters. */
  showList(list: EntryList, endpoint = 0): void {
    this.list = list;
    this.filter = { ...noFilter, endpoint };
  }

  /** Shows a saved view. */
  showView({ list, narrowing, search }: Pick<SavedView, 'list' | 'narrowing' | 'search'>): void {
    this.list = list;
    this.filter = narrowing;
    outboxSearch.text = search;
  }

  /** The saved view that equals what is shown; null: none. */
  get shownView(): SavedView | null {
    const matchesFilter = (one: OutboxFilter) => JSON.stringify(one) === JSON.stringify(this.filter);
    return (
      outboxChoices.views.find(
        ({ list, narrowing, search }) => list === this.list && matchesFilter(narrowing) && search === this.search,
      ) ?? null
    );
  }

  /** Lists to show as tabs: all entries, those that are not empty, and the selected one. */
  get tabLists(): EntryList[] {
    const nonEmptyTabs = standardTabs.filter(
      (name) => name === 'all' || name === this.list || this.countOf(name)?.count !== 0,
    );
    return standardTabs.some((name) => name === this.list) ? nonEmptyTabs : [...nonEmptyTabs, this.list];
  }

  readonly loadPart = (part: 'first' | 'last' | 'all'): Promise<boolean> =>
    part === 'all' ? this.source.loadAllSeqs() : this.source.showEdge(part);

  /** Reloads the list. */
  reload(): void {
    this.source.start();
    this.tally = null;
    this.#loadTallyThrottled();
  }

  #buildQuery() {
    return { list: this.list, search: this.search, ...toQuery(this.filter, clock.now) };
  }

  async #loadTally(): Promise<void> {
    if (!this.isFiltered) return;
    const { list: _list, ...requestedQuery } = this.#buildQuery();
    const answer = await ask('entries.tally', requestedQuery);
    const { list: _now, ...currentQuery } = this.#buildQuery();
    if (answer.ok && JSON.stringify(currentQuery) === JSON.stringify(requestedQuery)) this.tally = answer.value;
  }

  stepList(offset: 1 | -1): void {
    const { tabLists: tabLists } = this;
    const index = (tabLists.indexOf(this.list) + offset + tabLists.length) % tabLists.length;
    this.list = tabLists[index] ?? 'all';
  }

  readonly receive = (event: ClientEvent): void => {
    if (event.kind !== 'entries' && event.kind !== 'missed' && event.kind !== 'desk' && event.kind !== 'settings')
      return;
    this.source.markChanged();
    this.#loadTallyThrottled();
  };

  /** Ids of the selected entries by endpoint, in the order of the list; null if the desk did not answer. */
  async loadSelectedIdsByEndpoint(): Promise<Map<number, string[]> | null> {
    const rows = await this.#loadSelectedRows();
    if (!rows) return null;
    const idsByEndpoint = new Map<number, string[]>();
    for (const { endpoint, id } of rows) {
      const ids = idsByEndpoint.get(endpoint);
      if (ids) ids.push(id);
      else idsByEndpoint.set(endpoint, [id]);
    }
    return idsByEndpoint;
  }

  /** What an export contains: the selected entries, otherwise the list as filtered. */
  selectionToExport(): { of: Input<'entries.export'>['of']; count: number; endpoint: number } {
    const seqs = this.source.selectedSeqs;
    const firstEndpoint = this.source.rows.get(seqs[0] ?? this.source.selection.cursor ?? -1)?.endpoint ?? 0;
    const { endpoint } = this.filter;
    if (seqs.length > 0) return { of: { seqs }, count: seqs.length, endpoint: endpoint || firstEndpoint };
    return { of: this.#buildQuery(), count: this.countOf(this.list)?.count ?? 0, endpoint };
  }

  /**
   * Tracking numbers of the selected entries that have one, in the order of the list; null if the desk did not answer.
   */
  async loadSelectedNumbers(): Promise<string[] | null> {
    const rows = await this.#loadSelectedRows();
    return rows?.flatMap(({ trackingNumber }) => trackingNumber ?? []) ?? null;
  }

  async #loadSelectedRows(): Promise<EntryRow[] | null> {
    const seqs = this.source.selectedSeqs;
    const rows: EntryRow[] = [];
    for (let offset = 0; offset < seqs.length; offset += maxRows) {
      const answer = await ask('entries.rows', { seqs: seqs.slice(offset, offset + maxRows) });
      if (!answer.ok) return null;
      rows.push(...answer.value.rows);
    }
    return rows;
  }

  /** Ids of the selected entries, in the order of the list; null if the desk did not answer. */
  async loadSelectedIds(): Promise<string[] | null> {
    const answer = await ask('entries.idsOf', { seqs: this.source.selectedSeqs });
    return answer.ok ? answer.value.ids : null;
  }
}

export const outboxList = new OutboxList();

/** Number of entries on a list, from the desk's counters. */
function countFromCounters(list: EntryList, counts: Counts): number {
  switch (list) {
    case 'all':
      return Object.values(counts.byState).reduce((sum, count) => sum + count, 0);
    case 'open':
      return countFromCounters('all', counts) - counts.byState.done - counts.byState.withdrawn;
    case 'needs-you':
      return counts.needsYou;
    case 'waiting':
      return counts.waiting;
    case 'asking':
      return counts.asking;
    case 'stuck':
      return counts.stuck;
    case 'to-cancel':
      return counts.toCancel;
    default:
      return counts.byState[list];
  }
}
