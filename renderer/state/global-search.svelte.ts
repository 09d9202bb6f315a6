import type {
  SearchResults,
  FoundEntry,
  FoundNumber,
  FoundRecipient,
  FoundSku,
  FoundTemplate,
} from '../../shared/contract/search-procedures.ts';
import { ask } from '../transport/desk.ts';
import { outboxSearch } from './outbox-search.svelte.ts';

/**
 * A search result as an option. `find`: the result, whose type depends on the group; for `all`, the number of matching
 * entries.
 */
export type FindOption =
  | { group: 'entries'; id: string; find: FoundEntry }
  | { group: 'numbers'; id: string; find: FoundNumber }
  | { group: 'recipients'; id: string; find: FoundRecipient }
  | { group: 'skus'; id: string; find: FoundSku }
  | { group: 'templates'; id: string; find: FoundTemplate }
  | { group: 'all'; id: string; find: number };
export type FindGroup = FindOption['group'];

/** Results in the order shown; last, if any entry matches, an option for all of them in the outbox. */
export function optionsOf(results: SearchResults): FindOption[] {
  const options: FindOption[] = [
    ...results.entries.map((find) => ({ group: 'entries', id: `entry-${find.id}`, find }) as const),
    ...results.numbers.map((find) => ({ group: 'numbers', id: `number-${find.number.text}`, find }) as const),
    ...results.recipients.map((find) => ({ group: 'recipients', id: `recipient-${find.id}`, find }) as const),
    ...results.skus.map((find) => ({ group: 'skus', id: `sku-${find.Sku.text}`, find }) as const),
    ...results.templates.map((find) => ({ group: 'templates', id: `template-${find.id}`, find }) as const),
  ];
  if (results.entriesInAll > 0) options.push({ group: 'all', id: 'all', find: results.entriesInAll });
  return options;
}

/** The options grouped in order, each with its index among all options. */
export function groupsOf(
  options: readonly FindOption[],
): { group: FindGroup; options: { at: number; option: FindOption }[] }[] {
  const groups: { group: FindGroup; options: { at: number; option: FindOption }[] }[] = [];
  for (const [at, option] of options.entries()) {
    const lastGroup = groups.at(-1);
    if (lastGroup?.group === option.group) lastGroup.options.push({ at, option });
    else groups.push({ group: option.group, options: [{ at, option }] });
  }
  return groups;
}

/** State of the frame's search box: its text and the results. */
export class GlobalSearch {
  text = $state(outboxSearch.text);
  isOpen = $state(false);
  /** Index of the option that Enter opens. */
  highlightedIndex = $state(0);
  /** The last answer with its query. Queries run one after the other, so that no answer overtakes another. */
  #lastAnswer = $state.raw<{ text: string; results: SearchResults } | null>(null);
  #isAsking = false;
  #pendingAction: (() => void) | null = null;

  get results(): SearchResults | null {
    return this.#lastAnswer?.results ?? null;
  }
  get options(): readonly FindOption[] {
    return this.#lastAnswer === null ? [] : optionsOf(this.#lastAnswer.results);
  }
  /** Whether the answer belongs to the current text. */
  get isCurrent(): boolean {
    return this.#lastAnswer?.text === this.#query;
  }
  get #query(): string {
    return this.text.trim();
  }

  setText(text: string): void {
    this.text = text;
    this.highlightedIndex = 0;
    this.#pendingAction = null;
    this.isOpen = this.#query !== '';
    if (!this.isOpen) this.filterOutbox('');
    void this.#ask();
  }

  /** Runs `action` once the results for the current text have arrived, unless the text changes first. */
  runWhenCurrent(action: () => void): void {
    if (this.isCurrent) action();
    else this.#pendingAction = action;
  }

  moveHighlight(step: 1 | -1): void {
    const { length } = this.options;
    if (length > 0) this.highlightedIndex = (this.highlightedIndex + step + length) % length;
  }

  /** Opens the panel again with fresh results. */
  reopen(): void {
    this.isOpen = this.#query !== '';
    this.#lastAnswer = null;
    void this.#ask();
  }

  close(): void {
    this.isOpen = false;
    this.#pendingAction = null;
  }

  /** Called when a result was opened: the box shows the outbox filter again. */
  reset(): void {
    this.close();
    this.text = outboxSearch.text;
  }

  /** Filters the outbox by this text. */
  filterOutbox(text: string): void {
    outboxSearch.text = text;
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (!this.isCurrent && this.#query !== '') {
      const text = this.#query;
      const answer = await ask('search.all', { text: text.slice(0, 200) });
      // The frame shows that the desk is gone; the next key retries.
      if (!answer.ok) break;
      this.#lastAnswer = { text, results: answer.value };
    }
    this.#isAsking = false;
    if (!this.isCurrent) return;
    this.#pendingAction?.();
    this.#pendingAction = null;
  }
}
