import type { FoundAnything } from '../../../shared/contract/search-procedures.ts';
import { finding } from '../../screens/outbox/finding.svelte.ts';
import { ask } from '../../transport/desk.ts';
import { optionsOf, type FindOption } from './find-options.ts';

/** The search box of the frame: what is typed, and what answers it. */
export class FindAll {
  text = $state(finding.text);
  open = $state(false);
  /** the option that Enter takes */
  at = $state(0);
  /** the last answer, and to which question; questions are asked one after the other, so that no answer overtakes another */
  #answered = $state.raw<{ text: string; found: FoundAnything } | null>(null);
  #asking = false;
  #whenKnown: (() => void) | null = null;

  get found(): FoundAnything | null {
    return this.#answered?.found ?? null;
  }
  get options(): readonly FindOption[] {
    return this.#answered === null ? [] : optionsOf(this.#answered.found);
  }
  /** whether the answer is to what stands in the box now */
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

  /** Does it once the answer to what is typed now is there, unless something else is typed before. */
  whenKnown(act: () => void): void {
    if (this.isCurrent) act();
    else this.#whenKnown = act;
  }

  move(by: 1 | -1): void {
    const { length } = this.options;
    if (length > 0) this.at = (this.at + by + length) % length;
  }

  /** Opens it again with fresh answers. */
  reopen(): void {
    this.open = this.#question !== '';
    this.#answered = null;
    void this.#ask();
  }

  close(): void {
    this.open = false;
    this.#whenKnown = null;
  }

  /** Something was opened: the box says what the outbox is filtered by again. */
  done(): void {
    this.close();
    this.text = finding.text;
  }

  /** Filters the outbox by this. */
  showAll(text: string): void {
    finding.text = text;
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (!this.isCurrent && this.#question !== '') {
      const text = this.#question;
      const answer = await ask('search.all', { text: text.slice(0, 200) });
      // the desk says itself that it is gone; the next key asks again
      if (!answer.ok) break;
      this.#answered = { text, found: answer.value };
    }
    this.#asking = false;
    if (!this.isCurrent) return;
    this.#whenKnown?.();
    this.#whenKnown = null;
  }
}
