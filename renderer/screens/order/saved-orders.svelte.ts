import type { Enqueued, EntryRow } from '../../../shared/contract/entry-answers.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { throttled } from '../../state/throttled.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** maximum number of orders tracked; older ones are only in the outbox */
const maxTracked = 100;

/** Tracks orders recently saved here, so that the form of the next one can report problems. It outlives the forms. */
class SavedOrders {
  /** by id, newest last */
  #rows = $state.raw<ReadonlyMap<string, EntryRow | null>>(new Map());
  #isSubscribed = false;
  #changed = new Set<string>();
  readonly #loadThrottled = throttled(() => this.#load(), 300);

  add({ id }: Enqueued): void {
    this.#rows = new Map([...this.#rows, [id, null] as const].slice(-maxTracked));
    if (!this.#isSubscribed) desk.subscribe(this.#receive);
    this.#isSubscribed = true;
    this.#changed.add(id);
    this.#loadThrottled();
  }

  /** Current row of an order saved here; null: unknown. */
  rowOf(id: string): EntryRow | null {
    return this.#rows.get(id) ?? null;
  }

  /** The newest one that needs a person: refused, or with a pending question. */
  get needsPerson(): EntryRow | undefined {
    return (
      [...this.#rows.values()].findLast((row) => row !== null && (row.state === 'refused' || row.asks !== null)) ??
      undefined
    );
  }

  readonly #receive = (event: ClientEvent): void => {
    const all = event.kind === 'missed' || event.kind === 'desk' || (event.kind === 'entries' && event.ids === 'many');
    const ids = all ? [...this.#rows.keys()] : event.kind === 'entries' && event.ids !== 'many' ? event.ids : [];
    for (const id of ids) if (this.#rows.has(id)) this.#changed.add(id);
    if (this.#changed.size > 0) this.#loadThrottled();
  };

  async #load(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    for (const id of ids) {
      const found = await ask('entries.get', { id });
      const rows = new Map(this.#rows);
      if (found.ok) rows.set(id, found.value);
      // it belongs to another folder
      else if (found.problem.kind === 'unknown-entry') rows.delete(id);
      this.#rows = rows;
    }
  }
}

export const savedOrders = new SavedOrders();
