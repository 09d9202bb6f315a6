import type { Counts, EntryRow, Tally } from '../../../shared/contract/entry-answers.ts';
import type { Input } from '../../../shared/contract/desk-contract.ts';
import type { EntryList } from '../../../shared/outbox/lists.ts';
import { clock } from '../../state/clock.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { PagedRows } from '../../state/paged-rows.svelte.ts';
import { throttled } from '../../state/soon.ts';
import { outboxSearch } from './finding.svelte.ts';
import { toQuery, hasFilter, noFilter, type OutboxFilter } from './narrowing.ts';
import { outboxChoices, type SavedView } from './outbox-choices.svelte.ts';

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
