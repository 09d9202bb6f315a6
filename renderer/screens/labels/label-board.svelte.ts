import { labelLists, type LabelList, type LabelRow } from '../../../shared/label-lists.ts';
import { RowSource } from '../../state/row-source.svelte.ts';
import { ask, type Told } from '../../transport/desk.ts';

/** Labels as they are looked at: which list, and how many stand on each. */
class LabelBoard {
  list = $state<LabelList>('ready');
  counts = $state.raw<Record<LabelList, number> | null>(null);
  progress = $state.raw<{ done: number; of: number } | null>(null);
  readonly source = new RowSource<LabelRow>({
    seqs: async () => {
      const [found, counts] = await Promise.all([ask('labels.seqs', { list: this.list }), ask('labels.counts', {})]);
      if (counts.ok) this.counts = counts.value;
      return found.ok ? found.value.seqs : null;
    },
    rows: async (seqs) => {
      const found = await ask('labels.rows', { seqs });
      return found.ok ? found.value.rows : null;
    },
  });

  step(by: 1 | -1): void {
    this.list = labelLists[(labelLists.indexOf(this.list) + by + labelLists.length) % labelLists.length] ?? 'ready';
  }

  hear = (told: Told): void => {
    if (told.kind === 'entries') this.source.changed(told.ids);
    if (told.kind === 'missed' || told.kind === 'desk') this.source.changed('many');
    if (told.kind === 'labels') this.progress = told;
  };

  /** Ids of the labels to print: the chosen ones, or the one under the cursor, in the list's order. */
  async ids(): Promise<string[]> {
    const { chosen, at } = this.source.choosing;
    const seqs = chosen.size > 0 ? this.source.seqs.filter((seq) => chosen.has(seq)) : at === null ? [] : [at];
    if (seqs.length === 0) return [];
    const found = await ask('entries.idsOf', { seqs });
    return found.ok ? found.value.ids : [];
  }
}

export const labelBoard = new LabelBoard();
