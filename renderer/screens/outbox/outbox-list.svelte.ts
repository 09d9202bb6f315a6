import type { EntryRow } from '../../../shared/desk-contract.ts';
import { entryLists, type EntryList } from '../../../shared/entry-lists.ts';
import { ask, type Told } from '../../transport/desk.ts';
import { RowSource } from '../../state/row-source.svelte.ts';
import { finding } from './finding.svelte.ts';

/** The outbox as it is looked at: which list, which kind, what is searched for. It stays so when the screen is left. */
class OutboxList {
  list = $state<EntryList>('all');
  /** endpoint number, or 0 for every kind */
  endpoint = $state(0);
  readonly source = new RowSource<EntryRow>({
    seqs: async () => {
      const search = finding.text.trim();
      const kind = this.endpoint === 0 ? {} : { endpoint: this.endpoint };
      const found = await ask('entries.seqs', { list: this.list, search, ...kind });
      return found.ok ? found.value.seqs : null;
    },
    rows: async (seqs) => {
      const found = await ask('entries.rows', { seqs });
      return found.ok ? found.value.rows : null;
    },
  });

  step(by: 1 | -1): void {
    const to = (entryLists.indexOf(this.list) + by + entryLists.length) % entryLists.length;
    this.list = entryLists[to] ?? 'all';
  }

  hear(told: Told): void {
    if (told.kind === 'entries') this.source.changed(told.ids);
    if (told.kind === 'missed' || told.kind === 'desk') this.source.changed('many');
  }

  /** Ids of the chosen entries, in the list's order; null when the desk did not answer. */
  async chosenIds(): Promise<string[] | null> {
    const { chosen } = this.source.choosing;
    const seqs = this.source.seqs.filter((seq) => chosen.has(seq));
    const found = await ask('entries.idsOf', { seqs });
    return found.ok ? found.value.ids : null;
  }
}

export const outboxList = new OutboxList();
