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
import { throttled } from '../../state/throttled.ts';
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

/** Parses stored filters; invalid parts filter nothing. */
export const parseFilter = (kept: unknown): OutboxFilter =>
  outboxFilterSchema.parse(typeof kept === 'object' && kept !== null ? kept : {});
export const noFilter = parseFilter(null);

export const hasFilter = (now: OutboxFilter): boolean => JSON.stringify(now) !== JSON.stringify(noFilter);

/** The filters as input of a query; `now` in ms. */
export function toQuery({ endpoint, operator, service, days, printed }: OutboxFilter, now: number) {
  return {
    ...(endpoint !== 0 && { endpoint }),
    ...(operator !== null && { operator }),
    ...(service.trim() !== '' && { service: service.trim() }),
    ...(printed !== null && { printed }),
    ...resolveDays(days, now),
  };
}

function resolveDays(days: OutboxFilter['days'], now: number): Partial<Days> {
  const today = dayOf(now);
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
const chosen = z.object({
  order: z.enum(['newest', 'oldest']).catch('newest'),
  /** the filter bar is shown although no filter is set */
  narrows: z.boolean().catch(false),
});
type OutboxOptions = z.infer<typeof chosen>;
const read = (kept: unknown): OutboxOptions => chosen.parse(typeof kept === 'object' && kept !== null ? kept : {});

const view = z.object({
  name: z.string().min(1).max(100),
  list: z.enum(entryLists),
  narrowing: z.unknown().transform(parseFilter),
  search: z.string().max(200).catch(''),
  /** when it was last saved or shown (ms): retention deletes unused views */
  used: z.number().optional().catch(undefined),
});
/** A list with filters, saved under a name. */
export type SavedView = z.infer<typeof view>;
const parseViews = (kept: unknown): SavedView[] =>
  Array.isArray(kept) ? kept.flatMap((one) => view.safeParse(one).data ?? []) : [];

const dayMs = 86_400_000;
/** Views contain names of people, so they are stored at the desk. */
const viewsName = 'outbox-views';

class OutboxChoices {
  now = $state.raw(read(null));
  /** sorted by name */
  views = $state.raw<readonly SavedView[]>([]);

  set(change: Partial<OutboxOptions>): void {
    this.now = read({ ...this.now, ...change });
    storeChoice('outbox', this.now);
  }

  /** Reloads the views, which another window may have changed. */
  async readViews(): Promise<Result<unknown>> {
    const recalled = await ask('desk.recall', { name: viewsName });
    if (!recalled.ok) return recalled;
    this.views = parseViews(recalled.value.value);
    return ok(null);
  }

  /** Saves a view and returns the desk's answer. */
  saveView(kept: SavedView): Promise<Result<unknown>> {
    const view = { ...kept, used: Date.now() };
    return this.#changeViews((others) => [...others.filter(({ name }) => name !== kept.name), view]);
  }

  /** Notes that a view is shown, at most once a day. */
  async recordUse({ name, used = 0 }: SavedView): Promise<void> {
    if (Math.abs(Date.now() - used) < dayMs) return;
    await this.#changeViews((views) =>
      views.map((view) => (view.name === name ? { ...view, used: Date.now() } : view)),
    );
  }

  deleteView(forgotten: string): Promise<Result<unknown>> {
    return this.#changeViews((views) => views.filter(({ name }) => name !== forgotten));
  }

  async #changeViews(change: (views: readonly SavedView[]) => readonly SavedView[]): Promise<Result<unknown>> {
    const known = await this.readViews();
    // writing without having read would lose the stored views
    if (!known.ok) return known;
    const used = Date.now();
    const views = change(this.views.map((view) => ({ used, ...view }))).toSorted((one, other) =>
      one.name.localeCompare(other.name),
    );
    const kept = await ask('desk.remember', { name: viewsName, value: views });
    if (kept.ok) this.views = views;
    return kept;
  }

  async start(): Promise<void> {
    subscribeChoice('outbox', (kept) => (this.now = read(kept)));
    this.now = read(await loadChoice('outbox'));
  }
}

export const outboxChoices = new OutboxChoices();

/** Maximum rows per call. */
const maxRows = 500;

/** Lists that are always shown as tabs; another one is added while selected. */
const views = ['all', 'open', 'needs-you', 'done'] as const satisfies readonly EntryList[];

/** State of the outbox screen: list, filters and search. It survives leaving the screen. */
class OutboxList {
  list = $state<EntryList>('all');
  filter = $state.raw<OutboxFilter>(noFilter);
  /** number of entries on each list under the filters and search; null: not loaded yet */
  tally = $state.raw<Tally | null>(null);
  readonly source = new PagedRows<EntryRow>({
    get newestFirst() {
      return outboxChoices.now.order === 'newest';
    },
    ranked: () => this.search !== '',
    count: () => {
      const on = this.countOf(this.list);
      return on === null || on.more ? null : on.count;
    },
    page: async (beyond, backwards, limit) => {
      const { order } = outboxChoices.now;
      const isUpwards = backwards === (order === 'newest');
      const place = isUpwards ? { after: beyond ?? 0 } : { before: beyond ?? Number.MAX_SAFE_INTEGER };
      const found = await ask('entries.page', { ...this.#query(), ...place, order, limit });
      return found.ok ? found.value : null;
    },
    all: async () => {
      const found = await ask('entries.seqs', this.#query());
      if (!found.ok) return null;
      const { seqs } = found.value;
      return outboxChoices.now.order === 'newest' || this.search !== '' ? seqs : seqs.toReversed();
    },
    filterPresent: async (seqs) => {
      const { search: _search, ...filter } = this.#query();
      const found = await ask('entries.among', { ...filter, seqs });
      return found.ok ? found.value.seqs : null;
    },
  });
  readonly #loadTallyThrottled = throttled(() => this.#loadTally(), 400);

  get search(): string {
    return outboxSearch.text.trim();
  }

  /** Number of entries on a list under the current filters and search; null: unknown. */
  countOf(list: EntryList): { count: number; more: boolean } | null {
    if (this.isFiltered) return this.tally?.[list] ?? null;
    return desk.counts && { count: countFromCounters(list, desk.counts), more: false };
  }

  get isFiltered(): boolean {
    return this.search !== '' || hasFilter(this.filter);
  }

  /** The filtered days, resolved from now: relative ranges change at midnight. */
  get days(): string {
    const { from = '', to = '' } = toQuery(this.filter, clock.now);
    return `${from} ${to}`;
  }

  setFilter(change: Partial<OutboxFilter>): void {
    this.filter = { ...this.filter, ...change };
  }

  /** Shows a list of all entries or of one kind, dropping earlier filters. */
  show(list: EntryList, endpoint = 0): void {
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
    const same = (one: OutboxFilter) => JSON.stringify(one) === JSON.stringify(this.filter);
    return (
      outboxChoices.views.find(
        ({ list, narrowing, search }) => list === this.list && same(narrowing) && search === this.search,
      ) ?? null
    );
  }

  /** Lists to show as tabs: those that are not empty, and the selected one. */
  get tabLists(): EntryList[] {
    const shown = views.filter((name) => name === 'all' || name === this.list || this.countOf(name)?.count !== 0);
    return views.some((name) => name === this.list) ? shown : [...shown, this.list];
  }

  readonly reach = (part: 'first' | 'last' | 'all'): Promise<boolean> =>
    part === 'all' ? this.source.loadAllSeqs() : this.source.showEdge(part);

  /** Reloads the list. */
  reload(): void {
    this.source.start();
    this.tally = null;
    this.#loadTallyThrottled();
  }

  #query() {
    return { list: this.list, search: this.search, ...toQuery(this.filter, clock.now) };
  }

  async #loadTally(): Promise<void> {
    if (!this.isFiltered) return;
    const { list: _list, ...asked } = this.#query();
    const found = await ask('entries.tally', asked);
    const { list: _now, ...now } = this.#query();
    if (found.ok && JSON.stringify(now) === JSON.stringify(asked)) this.tally = found.value;
  }

  step(by: 1 | -1): void {
    const { tabLists: names } = this;
    const to = (names.indexOf(this.list) + by + names.length) % names.length;
    this.list = names[to] ?? 'all';
  }

  readonly receive = (event: ClientEvent): void => {
    if (event.kind !== 'entries' && event.kind !== 'missed' && event.kind !== 'desk' && event.kind !== 'settings')
      return;
    this.source.changed();
    this.#loadTallyThrottled();
  };

  /** Ids of the chosen entries by endpoint, in the order of the list; null if the desk did not answer. */
  async chosenByEndpoint(): Promise<Map<number, string[]> | null> {
    const rows = await this.#chosenRows();
    if (!rows) return null;
    const found = new Map<number, string[]>();
    for (const { endpoint, id } of rows) {
      const ids = found.get(endpoint);
      if (ids) ids.push(id);
      else found.set(endpoint, [id]);
    }
    return found;
  }

  /** What to export: the chosen entries, or the list as filtered. */
  exportSelection(): { of: Input<'entries.export'>['of']; count: number; endpoint: number } {
    const seqs = this.source.selectedSeqs;
    const first = this.source.rows.get(seqs[0] ?? this.source.selection.cursor ?? -1)?.endpoint ?? 0;
    const { endpoint } = this.filter;
    if (seqs.length > 0) return { of: { seqs }, count: seqs.length, endpoint: endpoint || first };
    return { of: this.#query(), count: this.countOf(this.list)?.count ?? 0, endpoint };
  }

  /**
   * Tracking numbers of the chosen entries that have one, in the order of the list; null if the desk did not answer.
   */
  async chosenNumbers(): Promise<string[] | null> {
    const rows = await this.#chosenRows();
    return rows?.flatMap(({ trackingNumber }) => trackingNumber ?? []) ?? null;
  }

  async #chosenRows(): Promise<EntryRow[] | null> {
    const seqs = this.source.selectedSeqs;
    const rows: EntryRow[] = [];
    for (let from = 0; from < seqs.length; from += maxRows) {
      const some = await ask('entries.rows', { seqs: seqs.slice(from, from + maxRows) });
      if (!some.ok) return null;
      rows.push(...some.value.rows);
    }
    return rows;
  }

  /** Ids of the chosen entries, in the order of the list; null if the desk did not answer. */
  async chosenIds(): Promise<string[] | null> {
    const found = await ask('entries.idsOf', { seqs: this.source.selectedSeqs });
    return found.ok ? found.value.ids : null;
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
