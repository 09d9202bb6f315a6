import type { Enqueued, EntryRow } from '../../../shared/contract/entry-answers.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { throttle } from '../../state/throttle.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** maximum number of orders tracked; older ones are only in the outbox */
const maxTracked = 100;

/** Tracks the orders saved here recently, so that the next form can report their problems. It outlives the forms. */
class SavedOrders {
  /** by id, newest last */
  #rows = $state.raw<ReadonlyMap<string, EntryRow | null>>(new Map());
  #isSubscribed = false;
  #changedIds = new Set<string>();
  readonly #loadThrottled = throttle(() => this.#load(), 300);

  trackOrder({ id }: Enqueued): void {
    this.#rows = new Map([...this.#rows, [id, null] as const].slice(-maxTracked));
    if (!this.#isSubscribed) desk.subscribe(this.#receive);
    this.#isSubscribed = true;
    this.#changedIds.add(id);
    this.#loadThrottled();
  }

  /** Current row of an order saved here; null: unknown. */
  rowOf(id: string): EntryRow | null {
    return this.#rows.get(id) ?? null;
  }

  /** The newest order that needs a person: refused, or with a pending question. */
  get newestNeedingPerson(): EntryRow | undefined {
    return (
      [...this.#rows.values()].findLast((row) => row !== null && (row.state === 'refused' || row.asks !== null)) ??
      undefined
    );
  }

  readonly #receive = (event: ClientEvent): void => {
    const affectsAll =
      event.kind === 'missed' || event.kind === 'desk' || (event.kind === 'entries' && event.ids === 'many');
    const ids = affectsAll ? [...this.#rows.keys()] : event.kind === 'entries' && event.ids !== 'many' ? event.ids : [];
    for (const id of ids) if (this.#rows.has(id)) this.#changedIds.add(id);
    if (this.#changedIds.size > 0) this.#loadThrottled();
  };

  async #load(): Promise<void> {
    const ids = [...this.#changedIds];
    this.#changedIds.clear();
    for (const id of ids) {
      const answer = await ask('entries.get', { id });
      const rows = new Map(this.#rows);
      if (answer.ok) rows.set(id, answer.value);
      // the entry belongs to another folder
      else if (answer.problem.kind === 'unknown-entry') rows.delete(id);
      this.#rows = rows;
    }
  }
}

export const savedOrders = new SavedOrders();
