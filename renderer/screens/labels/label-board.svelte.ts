import { labelLists, maxLabelsCounted, type LabelList, type LabelRow } from '../../../shared/labels/label-lists.ts';
import { ownWarningIn, type OwnLabelWarning } from '../../../shared/labels/own-label.ts';
import { labelChoices } from '../../print/label-choices.svelte.ts';
import { PagedRows } from '../../state/paged-rows.svelte.ts';
import { printJobs } from '../../state/print-jobs.svelte.ts';
import { throttled } from '../../state/throttled.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** An own label that is printed, with something missing or unreadable on paper. */
export interface WarnedLabel {
  seq: number;
  key: string;
  warning: OwnLabelWarning;
}
export interface CheckedLabels {
  /** keys of orders without an address, with which no parcel can be delivered */
  keysWithoutAddress: string[];
  warned: WarnedLabel[];
  /** not all own labels were checked: it took too long */
  unchecked: boolean;
}

/** maximum rows per call */
const maxRows = 500;

/** State of the labels screen: the selected list, and the number of labels on each list. */
class LabelBoard {
  list = $state<LabelList>('ready');
  counts = $state.raw<Record<LabelList, number> | null>(null);
  progress = $state.raw<{ done: number; of: number } | null>(null);
  /** the screen was opened for one label: put the cursor on it once it is found */
  focusesFirstMatch = false;
  /** text the list is searched for */
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
      // the desk's lists are in the order of capture
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
    filterPresent: async (seqs) => {
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
  readonly #countSoon = throttled(async () => {
    const counts = await ask('labels.counts', {});
    if (counts.ok) this.counts = counts.value;
  }, 400);

  readonly reach = (part: 'first' | 'last' | 'all'): Promise<boolean> =>
    part === 'all' ? this.source.loadAllSeqs() : this.source.showEdge(part);

  /** Reloads the list. */
  reload(): void {
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

  /** The chosen labels, or the one under the cursor, in the order of the list. */
  get #selectedSeqs(): number[] {
    const { selected, cursor } = this.source.selection;
    return selected.size > 0 ? this.source.selectedSeqs : cursor === null ? [] : [cursor];
  }

  /** What a person should know about the labels to print before they are on paper. */
  async checked(): Promise<CheckedLabels> {
    const seqs = this.#selectedSeqs;
    const { dpi } = printJobs;
    const bare: string[] = [];
    const warned: WarnedLabel[] = [];
    let unchecked = 0;
    for (let from = 0; from < seqs.length; from += maxRows) {
      const rows = await ask('labels.rows', { seqs: seqs.slice(from, from + maxRows) });
      if (!rows.ok || rows.value.rows.length === 0) continue;
      bare.push(...rows.value.rows.filter((row) => row.lacksAddress).map(({ key }) => key));
      const byId = new Map(rows.value.rows.map((row) => [row.id, row]));
      // the desk has checked nearly all before; after one call that was too long, nobody waits for another
      const own =
        unchecked > 0 ? null : await ask('labels.brought', { ids: [...byId.keys()], ...(dpi !== null && { dpi }) });
      unchecked += own?.ok ? own.value.left : byId.size;
      for (const { id, problems } of own?.ok ? own.value.found : []) {
        const row = byId.get(id);
        const warnings = new Set(problems.flatMap(({ params }) => ownWarningIn(params) ?? []));
        for (const warning of row ? warnings : []) warned.push({ seq: row!.seq, key: row!.key, warning });
      }
    }
    return { keysWithoutAddress: bare, warned, unchecked: unchecked > 0 };
  }

  /** Chooses these labels and puts the cursor, and so the preview, on the first one. */
  showOnly(seqs: readonly number[]): void {
    const [at = null] = seqs;
    this.source.selection = { cursor: at, anchor: at, selected: new Set(seqs) };
  }

  /** Ids of the labels to print. */
  async ids(): Promise<string[]> {
    const seqs = this.#selectedSeqs;
    if (seqs.length === 0) return [];
    const found = await ask('entries.idsOf', { seqs });
    return found.ok ? found.value.ids : [];
  }
}

export const labelBoard = new LabelBoard();
