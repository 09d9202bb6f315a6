import type { EntryRow } from '../../../shared/entry-answers.ts';
import type { Input } from '../../../shared/desk-contract.ts';
import { entryLists, type EntryList } from '../../../shared/entry-lists.ts';
import { ask, type Told } from '../../transport/desk.ts';
import { RowSource } from '../../state/row-source.svelte.ts';
import { finding } from './finding.svelte.ts';

/** The desk answers as many rows in one call. */
const rowsAtOnce = 500;

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
    const seqs = this.#chosenSeqs();
    const first = this.source.rows.get(seqs[0] ?? this.source.choosing.at ?? -1)?.endpoint ?? 0;
    if (seqs.length > 0) return { of: { seqs }, count: seqs.length, endpoint: this.endpoint || first };
    const kind = this.endpoint === 0 ? {} : { endpoint: this.endpoint };
    const of = { list: this.list, search: finding.text.trim(), ...kind };
    return { of, count: this.source.seqs.length, endpoint: this.endpoint };
  }

  /** Tracking numbers of the chosen entries that have one, in the list's order; null when the desk did not answer. */
  async chosenNumbers(): Promise<string[] | null> {
    const rows = await this.#chosenRows();
    return rows?.flatMap(({ trackingNumber }) => trackingNumber ?? []) ?? null;
  }

  #chosenSeqs(): number[] {
    const { chosen } = this.source.choosing;
    return this.source.seqs.filter((seq) => chosen.has(seq));
  }

  async #chosenRows(): Promise<EntryRow[] | null> {
    const seqs = this.#chosenSeqs();
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
    const found = await ask('entries.idsOf', { seqs: this.#chosenSeqs() });
    return found.ok ? found.value.ids : null;
  }
}

export const outboxList = new OutboxList();
