import type { Result } from '../../../shared/contract/problem.ts';
import { throttle } from '../../state/throttle.ts';

/** maximum items fetched at once; more typing narrows the search */
export const maxItems = 100;
const minIntervalMs = 60;

/** Items of a memory that match a text, with one highlighted. */
export class MemorySearch<Item> {
  text = $state('');
  items = $state.raw<readonly Item[]>([]);
  highlightedIndex = $state(0);
  /** whether the desk has answered */
  hasAnswer = $state(false);
  readonly #find: (text: string) => Promise<Result<readonly Item[]>>;

  constructor(find: (text: string) => Promise<Result<readonly Item[]>>) {
    this.#find = find;
  }

  get highlightedItem(): Item | undefined {
    return this.items[this.highlightedIndex];
  }

  /** Searches for the current text; the highlight keeps its position in the list. */
  readonly refresh = throttle(async () => {
    const text = this.text;
    const answer = await this.#find(text.slice(0, 200));
    if (text !== this.text || !answer.ok) return;
    this.items = answer.value;
    this.highlightedIndex = Math.max(0, Math.min(this.highlightedIndex, this.items.length - 1));
    this.hasAnswer = true;
  }, minIntervalMs);

  setText(text: string): void {
    this.text = text;
    this.highlightedIndex = 0;
    this.refresh();
  }

  highlight(index: number): void {
    this.highlightedIndex = Math.max(0, Math.min(this.items.length - 1, index));
  }
}
