import type { RememberedAddress } from '../../../shared/contract/memory-procedures.ts';
import { lastName } from '../../../shared/path/path.ts';
import { holdsCtrl } from '../../keys/read-press.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';
import { idOfField } from '../field-focus.ts';
import type { OrderForm } from '../order-form.svelte.ts';
import { blockKindOf, AddressFill } from './address-fill.svelte.ts';
import { createContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

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

const [get, set, has] = createContext<AddressAssist>();

/** Address features of the surrounding form; undefined outside an order form. */
export const addressAssist = (): AddressAssist | undefined => (has() ? get() : undefined);
export const setAddressAssist = set;

/** Features of address fields beyond typing: pasting blocks, the address book, and review of doubtful fields. */
export class AddressAssist {
  readonly filling: AddressFill;
  readonly suggestions = new AddressSuggestions();
  #reviewRequestedFor: ReadonlySet<string> = new Set();
  readonly #moveCursor: (path: string | null) => void;

  /** `goOn`: moves the cursor to the first doubtful field, or past the address. */
  constructor(form: OrderForm, goOn: (path: string | null) => void) {
    this.filling = new AddressFill(form);
    this.#moveCursor = goOn;
  }

  isDoubtful(path: string): boolean {
    return this.filling.doubts.has(path);
  }

  /** Fills in the highlighted or clicked address of the list. */
  applySuggestion(at?: number): boolean {
    const { path } = this.suggestions;
    const taken = this.suggestions.take(at);
    const party = path === null ? undefined : this.filling.partyOf(path);
    if (!taken || !party || path === null) return false;
    this.filling.fillFromBook(party, taken.address, path);
    this.focusNextStop();
    return true;
  }

  /** Moves to the first doubtful field; it counts as reviewed once it is left. */
  focusNextStop(): void {
    const stop = this.filling.firstStop;
    this.#moveCursor(stop);
    if (stop !== null) this.filling.visit(stop);
  }

  /** Before a save: moves the cursor to the first field not reviewed, once. The next save goes through. */
  requestReview(): boolean {
    const { doubts } = this.filling;
    const same = doubts.size > 0 && [...doubts].every((path) => this.#reviewRequestedFor.has(path));
    if (doubts.size === 0 || same) return false;
    this.#reviewRequestedFor = new Set(doubts);
    toasts.show(() => t().address.lookFirst({ count: format.number(doubts.size) }), 'ask');
    const [first = null] = doubts;
    this.#moveCursor(first);
    return true;
  }

  /** On Enter in a doubtful field: marks it reviewed and moves to the next one. False for any other field. */
  enter(path: string): boolean {
    if (!this.isDoubtful(path)) return false;
    this.filling.doubts.delete(path);
    this.focusNextStop();
    return true;
  }

  /** Attachment for the control of an address field. */
  control(path: string): Attachment<HTMLElement> | undefined {
    const party = this.filling.partyOf(path);
    if (!party) return undefined;
    return (node) => {
      const ends: (() => void)[] = [];
      // `on` runs handlers outside the current effect: a field removed with its form is blurred in the middle of
      // rendering.
      const listen = <K extends keyof HTMLElementEventMap>(
        kind: K,
        does: (event: HTMLElementEventMap[K]) => void,
      ): unknown => ends.push(on(node, kind, does));
      listen('focus', () => this.filling.visit(path));
      listen('blur', () => {
        this.suggestions.close();
        this.filling.markReviewed(path);
      });
      listen('paste', (event) => this.#paste(event, path));
      if (suggestsAddresses(path)) {
        listen('input', () => {
          if (node instanceof HTMLInputElement) void this.suggestions.request(path, node, node.value);
        });
        listen('keydown', (event) => this.#press(event, path));
        $effect(() => announceOffers(node, path, this.suggestions));
      }
      return () => {
        for (const end of ends) end();
      };
    };
  }

  #paste(event: ClipboardEvent, path: string): void {
    const { target } = event;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const party = this.filling.partyOf(path);
    if (!party || !(target instanceof HTMLInputElement) || blockKindOf(text) === 'plain') return;
    event.preventDefault();
    this.suggestions.close();
    const whole = target.selectionStart === 0 && target.selectionEnd === target.value.length;
    if (this.filling.fillBlock(party, text, whole ? path : undefined)) this.focusNextStop();
  }

  #press(event: KeyboardEvent, path: string): void {
    if (!this.suggestions.openAt(path) || event.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const takes = (event.key === 'Enter' || event.key === 'Tab') && this.suggestions.at >= 0;
    if (by !== undefined) this.suggestions.move(by);
    else if (event.key === 'Escape') this.suggestions.close();
    else if (!takes || holdsCtrl(event) || event.altKey || !this.applySuggestion()) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function announceOffers(node: HTMLElement, path: string, offers: AddressSuggestions): void {
  const open = offers.openAt(path);
  const id = idOfField(path);
  const said = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': String(open),
    'aria-controls': open ? `${id}-addresses` : null,
    'aria-activedescendant': open && offers.at >= 0 ? `${id}-address-${offers.at}` : null,
  };
  for (const [name, value] of Object.entries(said)) {
    if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, value);
  }
}
