import type { FoundAnything } from '../../../shared/contract/search-procedures.ts';
import { finding } from '../../screens/outbox/finding.svelte.ts';
import { ask } from '../../transport/desk.ts';
import { optionsOf, type FindOption } from './find-options.ts';

/** State of the frame's search box: its text and the results. */
export class FindAll {
  text = $state(finding.text);
  open = $state(false);
  /** Index of the option that Enter takes. */
  at = $state(0);
  /** The last answer with its query. Queries run one after the other, so that no answer overtakes another. */
  #answered = $state.raw<{ text: string; found: FoundAnything } | null>(null);
  #asking = false;
  #whenKnown: (() => void) | null = null;

  get found(): FoundAnything | null {
    return this.#answered?.found ?? null;
  }
  get options(): readonly FindOption[] {
    return this.#answered === null ? [] : optionsOf(this.#answered.found);
  }
  /** Whether the answer belongs to the current text. */
  get isCurrent(): boolean {
    return this.#answered?.text === this.#question;
  }
  get #question(): string {
    return this.text.trim();
  }

  type(text: string): void {
    this.text = text;
    this.at = 0;
    this.#whenKnown = null;
    this.open = this.#question !== '';
    if (!this.open) this.showAll('');
    void this.#ask();
  }

  /** Runs `act` once the results for the current text have arrived, unless the text changes first. */
  whenKnown(act: () => void): void {
    if (this.isCurrent) act();
    else this.#whenKnown = act;
  }

  move(by: 1 | -1): void {
    const { length } = this.options;
    if (length > 0) this.at = (this.at + by + length) % length;
  }

  /** Opens the panel again with fresh results. */
  reopen(): void {
    this.open = this.#question !== '';
    this.#answered = null;
    void this.#ask();
  }

  close(): void {
    this.open = false;
    this.#whenKnown = null;
  }

  /** Called when something was opened: the box shows the outbox filter again. */
  done(): void {
    this.close();
    this.text = finding.text;
  }

  /** Filters the outbox by this text. */
  showAll(text: string): void {
    finding.text = text;
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (!this.isCurrent && this.#question !== '') {
      const text = this.#question;
      const answer = await ask('search.all', { text: text.slice(0, 200) });
      // The frame shows that the desk is gone; the next key retries.
      if (!answer.ok) break;
      this.#answered = { text, found: answer.value };
    }
    this.#asking = false;
    if (!this.isCurrent) return;
    this.#whenKnown?.();
    this.#whenKnown = null;
  }
}
