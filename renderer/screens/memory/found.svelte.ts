import type { Result } from '../../../shared/contract/problem.ts';
import { soon } from '../../state/soon.ts';

/** what is fetched of a memory at once; who wants another types more of it */
export const shownAtOnce = 100;
const restMs = 60;

/** What of a memory fits a text, with one of it highlighted. */
export class Found<Item> {
  text = $state('');
  items = $state.raw<readonly Item[]>([]);
  at = $state(0);
  /** an answer is there */
  asked = $state(false);
  readonly #find: (text: string) => Promise<Result<readonly Item[]>>;

  constructor(find: (text: string) => Promise<Result<readonly Item[]>>) {
    this.#find = find;
  }

  get chosen(): Item | undefined {
    return this.items[this.at];
  }

  /** Asks for what fits the text now; the highlight stays at its place in the list. */
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
