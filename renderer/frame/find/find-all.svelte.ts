import type { SearchResults } from '../../../shared/contract/search-procedures.ts';
import { outboxSearch } from '../../screens/outbox/finding.svelte.ts';
import { ask } from '../../transport/desk.ts';
import { optionsOf, type FindOption } from './find-options.ts';

/** State of the frame's search box: its text and the results. */
export class GlobalSearch {
  text = $state(outboxSearch.text);
  open = $state(false);
  /** Index of the option that Enter takes. */
  at = $state(0);
  /** The last answer with its query. Queries run one after the other, so that no answer overtakes another. */
  #lastAnswer = $state.raw<{ text: string; found: SearchResults } | null>(null);
  #asking = false;
  #pendingAction: (() => void) | null = null;

  get found(): SearchResults | null {
    return this.#lastAnswer?.found ?? null;
  }
  get options(): readonly FindOption[] {
    return this.#lastAnswer === null ? [] : optionsOf(this.#lastAnswer.found);
  }
  /** Whether the answer belongs to the current text. */
  get isCurrent(): boolean {
    return this.#lastAnswer?.text === this.#query;
  }
  get #query(): string {
    return this.text.trim();
  }

  type(text: string): void {
    this.text = text;
    this.at = 0;
    this.#pendingAction = null;
    this.open = this.#query !== '';
    if (!this.open) this.filterOutbox('');
    void this.#ask();
  }

  /** Runs `act` once the results for the current text have arrived, unless the text changes first. */
  runWhenCurrent(act: () => void): void {
    if (this.isCurrent) act();
    else this.#pendingAction = act;
  }

  move(by: 1 | -1): void {
    const { length } = this.options;
    if (length > 0) this.at = (this.at + by + length) % length;
  }

  /** Opens the panel again with fresh results. */
  reopen(): void {
    this.open = this.#query !== '';
    this.#lastAnswer = null;
    void this.#ask();
  }

  close(): void {
    this.open = false;
    this.#pendingAction = null;
  }

  /** Called when something was opened: the box shows the outbox filter again. */
  reset(): void {
    this.close();
    this.text = outboxSearch.text;
  }

  /** Filters the outbox by this text. */
  filterOutbox(text: string): void {
    outboxSearch.text = text;
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (!this.isCurrent && this.#query !== '') {
      const text = this.#query;
      const answer = await ask('search.all', { text: text.slice(0, 200) });
      // The frame shows that the desk is gone; the next key retries.
      if (!answer.ok) break;
      this.#lastAnswer = { text, found: answer.value };
    }
    this.#asking = false;
    if (!this.isCurrent) return;
    this.#pendingAction?.();
    this.#pendingAction = null;
  }
}
