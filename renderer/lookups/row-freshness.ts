import type { Freshness } from '../../shared/contract/lookup-answers.ts';
import { carryFreshness } from './freshness.ts';

/** How fresh the rows of a list are. A row that is read again says what is known, but not when it was asked about. */
export class RowFreshness {
  readonly #known = new Map<string, Freshness>();

  /** What came of asking the service about it. */
  note(id: string, { at, fresh, why }: Freshness): void {
    this.#known.set(id, { at, fresh, why });
  }

  /** The desk tells of it: where it says something newer than this row, that is fresh. */
  expect(id: string, row: Freshness | undefined): void {
    if (row && !this.#known.has(id)) this.note(id, row);
  }

  over<T extends Freshness>(id: string, row: T): T {
    return carryFreshness(this.#known.get(id), row);
  }

  /** Those the service could not be reached for. */
  unreached(ids: readonly string[]): string[] {
    return ids.filter((id) => ['offline', 'paused', 'desk-gone'].includes(this.#known.get(id)?.why?.kind ?? ''));
  }

  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#known.delete(id);
  }
}
