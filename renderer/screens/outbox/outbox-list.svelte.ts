import type { Counts, EntryRow, Tally } from '../../../shared/contract/entry-answers.ts';
import type { Input } from '../../../shared/contract/desk-contract.ts';
import type { EntryList } from '../../../shared/outbox/lists.ts';
import { clock } from '../../state/clock.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { PagedRows } from '../../state/paged-rows.svelte.ts';
import { soon } from '../../state/soon.ts';
import { finding } from './finding.svelte.ts';
import { askedOf, isNarrowed, narrowedToNothing, type Narrowing } from './narrowing.ts';
import { outboxChoices, type SavedView } from './outbox-choices.svelte.ts';

/** Maximum rows per call. */
const rowsAtOnce = 500;

/** Lists that are always shown as tabs; another one is added while selected. */
const views = ['all', 'open', 'needs-you', 'done'] as const satisfies readonly EntryList[];

/** State of the outbox screen: list, filters and search. It survives leaving the screen. */
class OutboxList {
  list = $state<EntryList>('all');
  narrowing = $state.raw<Narrowing>(narrowedToNothing);
  /** number of entries on each list under the filters and search; null: not loaded yet */
  tally = $state.raw<Tally | null>(null);
  readonly source = new PagedRows<EntryRow>({
    get newestFirst() {
      return outboxChoices.now.order === 'newest';
    },
    ranked: () => this.search !== '',
    count: () => {
      const on = this.countOn(this.list);
      return on === null || on.more ? null : on.count;
    },
    page: async (beyond, backwards, limit) => {
      const { order } = outboxChoices.now;
      const isUpwards = backwards === (order === 'newest');
      const place = isUpwards ? { after: beyond ?? 0 } : { before: beyond ?? Number.MAX_SAFE_INTEGER };
      const found = await ask('entries.page', { ...this.#filter(), ...place, order, limit });
      return found.ok ? found.value : null;
    },
    all: async () => {
      const found = await ask('entries.seqs', this.#filter());
      if (!found.ok) return null;
      const { seqs } = found.value;
      return outboxChoices.now.order === 'newest' || this.search !== '' ? seqs : seqs.toReversed();
    },
    among: async (seqs) => {
      const { search: _search, ...filter } = this.#filter();
      const found = await ask('entries.among', { ...filter, seqs });
      return found.ok ? found.value.seqs : null;
    },
  });
  readonly #tallySoon = soon(() => this.#askTally(), 400);

  get search(): string {
    return finding.text.trim();
  }

  /** Number of entries on a list under the current filters and search; null: unknown. */
  countOn(list: EntryList): { count: number; more: boolean } | null {
    if (this.isFiltered) return this.tally?.[list] ?? null;
    return desk.counts && { count: countOf(list, desk.counts), more: false };
  }

  get isFiltered(): boolean {
    return this.search !== '' || isNarrowed(this.narrowing);
  }

  /** The filtered days, resolved from now: relative ranges change at midnight. */
  get days(): string {
    const { from = '', to = '' } = askedOf(this.narrowing, clock.now);
    return `${from} ${to}`;
  }

  narrow(change: Partial<Narrowing>): void {
    this.narrowing = { ...this.narrowing, ...change };
  }

  /** Shows a list of all entries or of one kind, dropping earlier filters. */
  show(list: EntryList, endpoint = 0): void {
    this.list = list;
    this.narrowing = { ...narrowedToNothing, endpoint };
  }

  /** Shows a saved view. */
  showView({ list, narrowing, search }: Pick<SavedView, 'list' | 'narrowing' | 'search'>): void {
    this.list = list;
    this.narrowing = narrowing;
    finding.text = search;
  }

  /** The saved view that equals what is shown; null: none. */
  get view(): SavedView | null {
    const same = (one: Narrowing) => JSON.stringify(one) === JSON.stringify(this.narrowing);
    return (
      outboxChoices.views.find(
        ({ list, narrowing, search }) => list === this.list && same(narrowing) && search === this.search,
      ) ?? null
    );
  }

  /** Lists to show as tabs: those that are not empty, and the selected one. */
  get views(): EntryList[] {
    const shown = views.filter((name) => name === 'all' || name === this.list || this.countOn(name)?.count !== 0);
    return views.some((name) => name === this.list) ? shown : [...shown, this.list];
  }

  readonly reach = (part: 'first' | 'last' | 'all'): Promise<boolean> =>
    part === 'all' ? this.source.toAll() : this.source.toEdge(part);

  /** Reloads the list. */
  start(): void {
    this.source.start();
    this.tally = null;
    this.#tallySoon();
  }

  #filter() {
    return { list: this.list, search: this.search, ...askedOf(this.narrowing, clock.now) };
  }

  async #askTally(): Promise<void> {
    if (!this.isFiltered) return;
    const { list: _list, ...asked } = this.#filter();
    const found = await ask('entries.tally', asked);
    const { list: _now, ...now } = this.#filter();
    if (found.ok && JSON.stringify(now) === JSON.stringify(asked)) this.tally = found.value;
  }

  step(by: 1 | -1): void {
    const { views: names } = this;
    const to = (names.indexOf(this.list) + by + names.length) % names.length;
    this.list = names[to] ?? 'all';
  }

  readonly receive = (event: ClientEvent): void => {
    if (event.kind !== 'entries' && event.kind !== 'missed' && event.kind !== 'desk' && event.kind !== 'settings')
      return;
    this.source.changed();
    this.#tallySoon();
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
  exported(): { of: Input<'entries.export'>['of']; count: number; endpoint: number } {
    const seqs = this.source.chosenSeqs;
    const first = this.source.rows.get(seqs[0] ?? this.source.choosing.at ?? -1)?.endpoint ?? 0;
    const { endpoint } = this.narrowing;
    if (seqs.length > 0) return { of: { seqs }, count: seqs.length, endpoint: endpoint || first };
    return { of: this.#filter(), count: this.countOn(this.list)?.count ?? 0, endpoint };
  }

  /**
   * Tracking numbers of the chosen entries that have one, in the order of the list; null if the desk did not answer.
   */
  async chosenNumbers(): Promise<string[] | null> {
    const rows = await this.#chosenRows();
    return rows?.flatMap(({ trackingNumber }) => trackingNumber ?? []) ?? null;
  }

  async #chosenRows(): Promise<EntryRow[] | null> {
    const seqs = this.source.chosenSeqs;
    const rows: EntryRow[] = [];
    for (let from = 0; from < seqs.length; from += rowsAtOnce) {
      const some = await ask('entries.rows', { seqs: seqs.slice(from, from + rowsAtOnce) });
      if (!some.ok) return null;
      rows.push(...some.value.rows);
    }
    return rows;
  }

  /** Ids of the chosen entries, in the order of the list; null if the desk did not answer. */
  async chosenIds(): Promise<string[] | null> {
    const found = await ask('entries.idsOf', { seqs: this.source.chosenSeqs });
    return found.ok ? found.value.ids : null;
  }
}

export const outboxList = new OutboxList();

/** Number of entries on a list, from the desk's counters. */
function countOf(list: EntryList, counts: Counts): number {
  switch (list) {
    case 'all':
      return Object.values(counts.byState).reduce((sum, count) => sum + count, 0);
    case 'open':
      return countOf('all', counts) - counts.byState.done - counts.byState.withdrawn;
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
