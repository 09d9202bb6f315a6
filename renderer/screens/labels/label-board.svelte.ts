import { labelLists, maxLabelsCounted, type LabelList, type LabelRow } from '../../../shared/labels/label-lists.ts';
import { ownLabelWarningOf, type OwnLabelWarning } from '../../../shared/labels/own-label.ts';
import { labelChoices } from '../../print/label-choices.svelte.ts';
import { PagedRows } from '../../state/paged-rows.svelte.ts';
import { printJobs } from '../../state/print-jobs.svelte.ts';
import { throttle } from '../../state/throttle.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** An own label that can be printed, but with something missing or unreadable on paper. */
export interface WarnedLabel {
  seq: number;
  key: string;
  warning: OwnLabelWarning;
}
export interface CheckedLabels {
  /** keys of orders without an address, with which no parcel can be delivered */
  keysWithoutAddress: string[];
  warned: WarnedLabel[];
  /** whether some own labels were not checked, because it took too long */
  hasUnchecked: boolean;
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
      return labelChoices.current.newestFirst;
    },
    isRanked: () => false,
    count: () => {
      const count = this.#search === '' ? this.counts?.[this.list] : undefined;
      return count === undefined || count > maxLabelsCounted ? null : count;
    },
    loadPage: async (boundarySeq, backwards, limit) => {
      const { newestFirst } = labelChoices.current;
      // the desk's lists are in the order of capture
      const bounds =
        backwards === newestFirst ? { after: boundarySeq ?? -1 } : { before: boundarySeq ?? Number.MAX_SAFE_INTEGER };
      const answer = await ask('labels.page', { list: this.list, search: this.#search, ...bounds, limit });
      if (!answer.ok) return null;
      const { rows, next } = answer.value;
      return { rows: newestFirst ? rows.toReversed() : rows, next };
    },
    loadAllSeqs: async () => {
      const answer = await ask('labels.seqs', { list: this.list, search: this.#search });
      if (!answer.ok) return null;
      return labelChoices.current.newestFirst ? answer.value.seqs.toReversed() : answer.value.seqs;
    },
    filterPresent: async (seqs) => {
      const answer = await ask('labels.among', { list: this.list, seqs });
      return answer.ok ? answer.value.seqs : null;
    },
  });
  get isSearched(): boolean {
    return this.#search !== '';
  }
  get #search(): string {
    return this.search.trim();
  }
  readonly #loadCountsThrottled = throttle(async () => {
    const answer = await ask('labels.counts', {});
    if (answer.ok) this.counts = answer.value;
  }, 400);

  readonly loadPart = (part: 'first' | 'last' | 'all'): Promise<boolean> =>
    part === 'all' ? this.source.loadAllSeqs() : this.source.showEdge(part);

  /** Reloads the list. */
  reload(): void {
    this.source.start();
    this.#loadCountsThrottled();
  }

  stepList(offset: 1 | -1): void {
    this.list = labelLists[(labelLists.indexOf(this.list) + offset + labelLists.length) % labelLists.length] ?? 'ready';
  }

  receive = (event: ClientEvent): void => {
    if (event.kind === 'entries' || event.kind === 'missed' || event.kind === 'desk') {
      this.source.markChanged();
      this.#loadCountsThrottled();
    }
    if (event.kind === 'labels') this.progress = event;
  };

  /** The selected labels, or the one under the cursor, in the order of the list. */
  get #selectedSeqs(): number[] {
    const { selected, cursor } = this.source.selection;
    return selected.size > 0 ? this.source.selectedSeqs : cursor === null ? [] : [cursor];
  }

  /** Checks the selected labels for what a person should know before they are printed. */
  async checkSelected(): Promise<CheckedLabels> {
    const seqs = this.#selectedSeqs;
    const { dpi } = printJobs;
    const keysWithoutAddress: string[] = [];
    const warned: WarnedLabel[] = [];
    let uncheckedCount = 0;
    for (let offset = 0; offset < seqs.length; offset += maxRows) {
      const rowsAnswer = await ask('labels.rows', { seqs: seqs.slice(offset, offset + maxRows) });
      if (!rowsAnswer.ok || rowsAnswer.value.rows.length === 0) continue;
      keysWithoutAddress.push(...rowsAnswer.value.rows.filter((row) => row.lacksAddress).map(({ key }) => key));
      const byId = new Map(rowsAnswer.value.rows.map((row) => [row.id, row]));
      // the desk has already checked nearly all; after a call that ran out of time, no other is made
      const checkAnswer =
        uncheckedCount > 0
          ? null
          : await ask('labels.brought', { ids: [...byId.keys()], ...(dpi !== null && { dpi }) });
      uncheckedCount += checkAnswer?.ok ? checkAnswer.value.left : byId.size;
      for (const { id, problems } of checkAnswer?.ok ? checkAnswer.value.found : []) {
        const row = byId.get(id);
        const warnings = new Set(problems.flatMap(({ params }) => ownLabelWarningOf(params) ?? []));
        for (const warning of row ? warnings : []) warned.push({ seq: row!.seq, key: row!.key, warning });
      }
    }
    return { keysWithoutAddress: keysWithoutAddress, warned, hasUnchecked: uncheckedCount > 0 };
  }

  /** Selects only these labels and moves the cursor, and so the preview, to the first one. */
  selectOnly(seqs: readonly number[]): void {
    const [firstSeq = null] = seqs;
    this.source.selection = { cursor: firstSeq, anchor: firstSeq, selected: new Set(seqs) };
  }

  /** Ids of the selected labels; empty if the desk did not answer. */
  async loadSelectedIds(): Promise<string[]> {
    const seqs = this.#selectedSeqs;
    if (seqs.length === 0) return [];
    const answer = await ask('entries.idsOf', { seqs });
    return answer.ok ? answer.value.ids : [];
  }
}

export const labelBoard = new LabelBoard();
