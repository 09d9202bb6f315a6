import type { Result } from '../../../shared/contract/problem.ts';
import { soon } from '../../state/soon.ts';

/** maximum items fetched at once; more typing narrows the search */
export const shownAtOnce = 100;
const restMs = 60;

/** Items of a memory that match a text, with one highlighted. */
export class Found<Item> {
  text = $state('');
  items = $state.raw<readonly Item[]>([]);
  at = $state(0);
  /** an answer has arrived */
  asked = $state(false);
  readonly #find: (text: string) => Promise<Result<readonly Item[]>>;

  constructor(find: (text: string) => Promise<Result<readonly Item[]>>) {
    this.#find = find;
  }

  get chosen(): Item | undefined {
    return this.items[this.at];
  }

  /** Searches for the current text; the highlight keeps its position in the list. */
  readonly refresh = soon(async () => {
    const text = this.text;
    const found = await this.#find(text.slice(0, 200));
    if (text !== this.text || !found.ok) return;
    this.items = found.value;
    this.at = Math.max(0, Math.min(this.at, this.items.length - 1));
    this.asked = true;
  }, restMs);

  type(text: string): void {
    this.text = text;
    this.at = 0;
    this.refresh();
  }

  move(to: number): void {
    this.at = Math.max(0, Math.min(this.items.length - 1, to));
  }
}
