import type { EntryDetail } from '../../../shared/contract/entry-answers.ts';
import { throttled } from '../../state/throttled.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** One entry in full, reloaded whenever the desk reports a change. */
export class EntryWatch {
  entry = $state.raw<EntryDetail | null>(null);
  isGone = $state(false);
  readonly #id: string;
  readonly #reload = throttled(() => this.#fetch(), 150);

  constructor(id: string) {
    this.#id = id;
    this.#reload();
  }

  receive = (event: ClientEvent): void => {
    if (event.kind === 'missed' || event.kind === 'desk') this.#reload();
    if (event.kind === 'entries' && (event.ids === 'many' || event.ids.includes(this.#id))) this.#reload();
  };

  async #fetch(): Promise<void> {
    const found = await ask('entries.get', { id: this.#id });
    if (found.ok) this.entry = found.value;
    this.isGone = !found.ok && found.problem.kind === 'unknown-entry';
  }
}
