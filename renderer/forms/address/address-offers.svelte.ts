import type { RememberedAddress } from '../../../shared/contract/memory-procedures.ts';
import { ask } from '../../transport/desk.ts';
import { lastName } from '../../../shared/path/path.ts';

const shown = 8;
/** of those that have the text anywhere, some have it elsewhere than in the field */
const asked = 40;
/** fields that say who it is; in the others the text must be theirs */
const naming: ReadonlySet<string> = new Set(['Contact', 'Company']);
const offering: ReadonlySet<string> = new Set([...naming, 'Phone', 'Postcode']);

/** Whether addresses of the book are offered while this field of a party is typed. */
export const offersAddresses = (path: string): boolean => offering.has(lastName(path));

/** What the address book offers under the field that is typed. Nothing is taken unless it is highlighted. */
export class AddressOffers {
  items = $state.raw<readonly RememberedAddress[]>([]);
  at = $state(-1);
  path = $state<string | null>(null);
  box = $state.raw<HTMLElement | null>(null);
  #turn = 0;

  /** Asks for addresses that fit what is typed; an answer that is late, or finds the field left, is dropped. */
  async offer(path: string, box: HTMLElement, text: string): Promise<void> {
    const turn = ++this.#turn;
    const typed = text.trim();
    // one letter is in every address; one ideograph is half a name
    if (typed.length < 2 && !/[^\p{ASCII}]/u.test(typed)) return this.close();
    const found = await ask('addresses.find', { text: typed.slice(0, 200), limit: asked });
    if (turn !== this.#turn) return;
    const name = lastName(path);
    const all = found.ok ? found.value.addresses : [];
    const fits = naming.has(name)
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

  /** The address that is highlighted, if one is; the list closes. */
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
