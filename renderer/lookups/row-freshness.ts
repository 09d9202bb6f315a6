import type { Freshness } from '../../shared/contract/lookup-answers.ts';
import { mergeFreshness } from './freshness.ts';

/** Freshness of the rows of a list. Reading a row again returns what is known, but not whether it was just asked. */
export class RowFreshness {
  readonly #known = new Map<string, Freshness>();

  /** Records the result of asking the service about an id. */
  record(id: string, { at, fresh, why }: Freshness): void {
    this.#known.set(id, { at, fresh, why });
  }

  /** Called when the desk reports a change: remembers the row's freshness, so that a newer answer counts as fresh. */
  rememberShown(id: string, row: Freshness | undefined): void {
    if (row && !this.#known.has(id)) this.record(id, row);
  }

  merge<T extends Freshness>(id: string, row: T): T {
    return mergeFreshness(this.#known.get(id), row);
  }

  /** The ids for which the service was unreachable. */
  unreachable(ids: readonly string[]): string[] {
    return ids.filter((id) => ['offline', 'paused', 'desk-gone'].includes(this.#known.get(id)?.why?.kind ?? ''));
  }

  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#known.delete(id);
  }
}
