import type { Counts, EntryRow, Tally } from '../../../shared/contract/entry-answers.ts';
import type { Input } from '../../../shared/contract/desk-contract.ts';
import { entryLists, type EntryList } from '../../../shared/outbox/lists.ts';

import { ask, type ClientEvent } from '../../transport/desk.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { PagedRows } from '../../state/paged-rows.svelte.ts';
import { soon } from '../../state/soon.ts';
import { finding } from './finding.svelte.ts';

/** The desk answers as many rows in one call. */
const rowsAtOnce = 500;

/** The outbox as it is looked at: which list, which kind, what is searched for. It stays so when the screen is left. */
class OutboxList {
  list = $state<EntryList>('all');
  /** endpoint number, or 0 for every kind */
  endpoint = $state(0);
  /** of a kind or of a search, how many stand on each list; null: not answered yet */
  tally = $state.raw<Tally | null>(null);
  readonly source = new PagedRows<EntryRow>({
    newestFirst: true,
    ranked: () => this.search !== '',
    count: () => {
      const on = this.countOn(this.list);
      return on === null || on.more ? null : on.count;
    },
    page: async (beyond, backwards, limit) => {
      const place = backwards ? { after: beyond ?? 0 } : beyond === null ? {} : { before: beyond };
      const found = await ask('entries.page', { ...this.#filter(), ...place, limit });
      return found.ok ? found.value : null;
    },
    all: async () => {
      const found = await ask('entries.seqs', this.#filter());
      return found.ok ? found.value.seqs : null;
    },
    among: async (seqs) => {
      const { list, endpoint } = this.#filter();
      const found = await ask('entries.among', { list, ...(endpoint !== undefined && { endpoint }), seqs });
      return found.ok ? found.value.seqs : null;
    },
  });
  readonly #tallySoon = soon(() => this.#askTally(), 400);

  get search(): string {
    return finding.text.trim();
  }

  /** How many stand on a list as it is looked at, of this kind and found by this search; null: not known yet. */
  countOn(list: EntryList): { count: number; more: boolean } | null {
    if (this.isFiltered) return this.tally?.[list] ?? null;
    return desk.counts && { count: countOf(list, desk.counts), more: false };
  }

  get isFiltered(): boolean {
    return this.search !== '' || this.endpoint !== 0;
  }

  readonly reach = (part: 'first' | 'last' | 'all'): Promise<boolean> =>
    part === 'all' ? this.source.toAll() : this.source.toEdge(part);

  /** The list is looked at anew. */
  start(): void {
    this.source.start();
    this.tally = null;
    this.#tallySoon();
  }

  #filter() {
    const kind = this.endpoint === 0 ? {} : { endpoint: this.endpoint };
    return { list: this.list, search: this.search, ...kind };
  }

  async #askTally(): Promise<void> {
    if (!this.isFiltered) return;
    const { search, endpoint } = this.#filter();
    const found = await ask('entries.tally', { search, ...(endpoint !== undefined && { endpoint }) });
    const isSame = search === this.search && this.#filter().endpoint === endpoint;
    if (found.ok && isSame) this.tally = found.value;
  }

  step(by: 1 | -1): void {
    const to = (entryLists.indexOf(this.list) + by + entryLists.length) % entryLists.length;
    this.list = entryLists[to] ?? 'all';
  }

  readonly receive = (event: ClientEvent): void => {
    if (event.kind !== 'entries' && event.kind !== 'missed' && event.kind !== 'desk' && event.kind !== 'settings')
      return;
    this.source.changed();
    this.#tallySoon();
  };

  /** Ids of the chosen entries by their endpoint, in the list's order; null when the desk did not answer. */
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

  /** What an export is of: the chosen entries, or the list as it is looked at. */
  exported(): { of: Input<'entries.export'>['of']; count: number; endpoint: number } {
    const seqs = this.source.chosenSeqs;
    const first = this.source.rows.get(seqs[0] ?? this.source.choosing.at ?? -1)?.endpoint ?? 0;
    if (seqs.length > 0) return { of: { seqs }, count: seqs.length, endpoint: this.endpoint || first };
    return { of: this.#filter(), count: this.countOn(this.list)?.count ?? 0, endpoint: this.endpoint };
  }

  /** Tracking numbers of the chosen entries that have one, in the list's order; null when the desk did not answer. */
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

  /** Ids of the chosen entries, in the list's order; null when the desk did not answer. */
  async chosenIds(): Promise<string[] | null> {
    const found = await ask('entries.idsOf', { seqs: this.source.chosenSeqs });
    return found.ok ? found.value.ids : null;
  }
}

export const outboxList = new OutboxList();

/** How many entries stand on a list, from the kept counters. */
function countOf(list: EntryList, counts: Counts): number {
  switch (list) {
    case 'all':
      return Object.values(counts.byState).reduce((sum, count) => sum + count, 0);
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
