import { labelLists, maxLabelsCounted, type LabelList, type LabelRow } from '../../../shared/labels/label-lists.ts';
import { PagedRows } from '../../state/paged-rows.svelte.ts';
import { soon } from '../../state/soon.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { labelChoices } from '../../print/label-choices.svelte.ts';

/** rows the desk answers at once */
const maxRows = 500;

/** Labels as they are looked at: which list, and how many stand on each. */
class LabelBoard {
  list = $state<LabelList>('ready');
  counts = $state.raw<Record<LabelList, number> | null>(null);
  progress = $state.raw<{ done: number; of: number } | null>(null);
  /** who came for one label gets the cursor on it as soon as it is found */
  cameForOne = false;
  /** any text that the list is searched for */
  search = $state('');
  readonly source = new PagedRows<LabelRow>({
    get newestFirst() {
      return labelChoices.now.newestFirst;
    },
    ranked: () => false,
    count: () => {
      const count = this.#search === '' ? this.counts?.[this.list] : undefined;
      return count === undefined || count > maxLabelsCounted ? null : count;
    },
    page: async (beyond, backwards, limit) => {
      const { newestFirst } = labelChoices.now;
      // the desk has its lists in the order of entry
      const place = backwards === newestFirst ? { after: beyond ?? -1 } : { before: beyond ?? Number.MAX_SAFE_INTEGER };
      const found = await ask('labels.page', { list: this.list, search: this.#search, ...place, limit });
      if (!found.ok) return null;
      const { rows, next } = found.value;
      return { rows: newestFirst ? rows.toReversed() : rows, next };
    },
    all: async () => {
      const found = await ask('labels.seqs', { list: this.list, search: this.#search });
      if (!found.ok) return null;
      return labelChoices.now.newestFirst ? found.value.seqs.toReversed() : found.value.seqs;
    },
    among: async (seqs) => {
      const found = await ask('labels.among', { list: this.list, seqs });
      return found.ok ? found.value.seqs : null;
    },
  });
  get isSearched(): boolean {
    return this.#search !== '';
  }
  get #search(): string {
    return this.search.trim();
  }
  readonly #countSoon = soon(async () => {
    const counts = await ask('labels.counts', {});
    if (counts.ok) this.counts = counts.value;
  }, 400);

  readonly reach = (part: 'first' | 'last' | 'all'): Promise<boolean> =>
    part === 'all' ? this.source.toAll() : this.source.toEdge(part);

  /** The list is looked at anew. */
  start(): void {
    this.source.start();
    this.#countSoon();
  }

  step(by: 1 | -1): void {
    this.list = labelLists[(labelLists.indexOf(this.list) + by + labelLists.length) % labelLists.length] ?? 'ready';
  }

  receive = (event: ClientEvent): void => {
    if (event.kind === 'entries' || event.kind === 'missed' || event.kind === 'desk') {
      this.source.changed();
      this.#countSoon();
    }
    if (event.kind === 'labels') this.progress = event;
  };

  /** The chosen ones, or the one under the cursor, in the list's order. */
  get #toPrint(): number[] {
    const { chosen, at } = this.source.choosing;
    return chosen.size > 0 ? this.source.chosenSeqs : at === null ? [] : [at];
  }

  /** Keys of those to print that have no address: nobody can deliver a parcel by such a label. */
  async bare(): Promise<string[]> {
    const seqs = this.#toPrint;
    const found: string[] = [];
    for (let from = 0; from < seqs.length; from += maxRows) {
      const rows = await ask('labels.rows', { seqs: seqs.slice(from, from + maxRows) });
      if (rows.ok) found.push(...rows.value.rows.filter((row) => row.lacksAddress).map(({ key }) => key));
    }
    return found;
  }

  /** Ids of the labels to print. */
  async ids(): Promise<string[]> {
    const seqs = this.#toPrint;
    if (seqs.length === 0) return [];
    const found = await ask('entries.idsOf', { seqs });
    return found.ok ? found.value.ids : [];
  }
}

export const labelBoard = new LabelBoard();
