import type { RememberedAddress } from '../../../shared/contract/memory-procedures.ts';
import { ask } from '../../transport/desk.ts';
import { lastName } from '../../../shared/path/path.ts';

const shown = 8;
/** Number of addresses requested: some of them match in other fields than the typed one. */
const asked = 40;
/** Fields that identify a person; in all others the field itself must match the text. */
const identifyingFields: ReadonlySet<string> = new Set(['Contact', 'Company']);
const suggestingFields: ReadonlySet<string> = new Set([...identifyingFields, 'Phone', 'Postcode']);

/** Whether the address book is offered while this field of a party is typed in. */
export const suggestsAddresses = (path: string): boolean => suggestingFields.has(lastName(path));

/** Address book suggestions under the field being typed in. Nothing is applied unless it is highlighted. */
export class AddressSuggestions {
  items = $state.raw<readonly RememberedAddress[]>([]);
  at = $state(-1);
  path = $state<string | null>(null);
  box = $state.raw<HTMLElement | null>(null);
  #turn = 0;

  /** Requests addresses that match the text; an answer is dropped if it is late or the field was left. */
  async request(path: string, box: HTMLElement, text: string): Promise<void> {
    const turn = ++this.#turn;
    const typed = text.trim();
    // One letter matches every address; one ideograph is half a name.
    if (typed.length < 2 && !/[^\p{ASCII}]/u.test(typed)) return this.close();
    const found = await ask('addresses.find', { text: typed.slice(0, 200), limit: asked });
    if (turn !== this.#turn) return;
    const name = lastName(path);
    const all = found.ok ? found.value.addresses : [];
    const fits = identifyingFields.has(name)
      ? all
      : all.filter(({ address }) => plain(address[name] ?? '').includes(plain(typed)));
    this.items = fits.slice(0, shown);
    this.at = -1;
    this.path = path;
    this.box = box;
  }

  openAt(path: string): boolean {
    return this.path === path && this.items.length > 0;
  }

  move(by: number): void {
    this.at = Math.max(-1, Math.min(this.items.length - 1, this.at + by));
  }

  /** Returns the highlighted address, if any, and closes the list. */
  take(at = this.at): RememberedAddress | undefined {
    const item = this.items[at];
    this.close();
    return item;
  }

  close(): void {
    this.#turn++;
    this.items = [];
    this.at = -1;
  }
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s()+.-]/g, '');
