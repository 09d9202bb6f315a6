import type { EntryDetail } from '../../../shared/contract/entry-answers.ts';
import { throttle } from '../../state/throttle.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** One entry in full, reloaded whenever the desk reports a change. */
export class EntryWatch {
  entry = $state.raw<EntryDetail | null>(null);
  isGone = $state(false);
  readonly #id: string;
  readonly #loadThrottled = throttle(() => this.#load(), 150);

  constructor(id: string) {
    this.#id = id;
    this.#loadThrottled();
  }

  receive = (event: ClientEvent): void => {
    if (event.kind === 'missed' || event.kind === 'desk') this.#loadThrottled();
    if (event.kind === 'entries' && (event.ids === 'many' || event.ids.includes(this.#id))) this.#loadThrottled();
  };

  async #load(): Promise<void> {
    const answer = await ask('entries.get', { id: this.#id });
    if (answer.ok) this.entry = answer.value;
    this.isGone = !answer.ok && answer.problem.kind === 'unknown-entry';
  }
}
