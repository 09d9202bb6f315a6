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

const maxShown = 8;
/** More addresses are requested than shown, because some match in other fields than the typed one and are dropped. */
const requestLimit = 40;
/** Fields that identify a person; in all others the field itself must match the text. */
const identifyingFields: ReadonlySet<string> = new Set(['Contact', 'Company']);
const suggestingFields: ReadonlySet<string> = new Set([...identifyingFields, 'Phone', 'Postcode']);

/** Whether the address book is suggested while the user types in this field of a party. */
export const suggestsAddresses = (path: string): boolean => suggestingFields.has(lastName(path));

/** Address book suggestions under the field being typed in. Only a highlighted or clicked one is applied. */
export class AddressSuggestions {
  items = $state.raw<readonly RememberedAddress[]>([]);
  highlightedIndex = $state(-1);
  path = $state<string | null>(null);
  control = $state.raw<HTMLElement | null>(null);
  #requestNumber = 0;

  /**
   * Requests addresses that match the text. An answer is dropped if a newer request was made or the list was closed
   * meanwhile.
   */
  async request(path: string, control: HTMLElement, text: string): Promise<void> {
    const requestNumber = ++this.#requestNumber;
    const query = text.trim();
    // One letter matches every address; one ideograph is half a name.
    if (query.length < 2 && !/[^\p{ASCII}]/u.test(query)) return this.close();
    const answer = await ask('addresses.find', { text: query.slice(0, 200), limit: requestLimit });
    if (requestNumber !== this.#requestNumber) return;
    const fieldName = lastName(path);
    const addresses = answer.ok ? answer.value.addresses : [];
    const matching = identifyingFields.has(fieldName)
      ? addresses
      : addresses.filter(({ address }) => normalizeText(address[fieldName] ?? '').includes(normalizeText(query)));
    this.items = matching.slice(0, maxShown);
    this.highlightedIndex = -1;
    this.path = path;
    this.control = control;
  }

  isOpenAt(path: string): boolean {
    return this.path === path && this.items.length > 0;
  }

  moveHighlight(step: number): void {
    this.highlightedIndex = Math.max(-1, Math.min(this.items.length - 1, this.highlightedIndex + step));
  }

  /** Returns the highlighted address, if any, and closes the list. */
  takeHighlighted(index = this.highlightedIndex): RememberedAddress | undefined {
    const item = this.items[index];
    this.close();
    return item;
  }

  close(): void {
    this.#requestNumber++;
    this.items = [];
    this.highlightedIndex = -1;
  }
}

const normalizeText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s()+.-]/g, '');

const [getAssist, setAssist, hasAssist] = createContext<AddressAssist>();

/** Address features of the surrounding form; undefined outside an order form. */
export const getAddressAssist = (): AddressAssist | undefined => (hasAssist() ? getAssist() : undefined);
export const setAddressAssist = setAssist;

/** Features of address fields beyond typing: pasting blocks, the address book, and review of doubtful fields. */
export class AddressAssist {
  readonly addressFill: AddressFill;
  readonly suggestions = new AddressSuggestions();
  #reviewRequestedFor: ReadonlySet<string> = new Set();
  readonly #moveCursor: (path: string | null) => void;

  /** `moveCursor`: moves the cursor to the first doubtful field, or past the address if the path is null. */
  constructor(form: OrderForm, moveCursor: (path: string | null) => void) {
    this.addressFill = new AddressFill(form);
    this.#moveCursor = moveCursor;
  }

  isDoubtful(path: string): boolean {
    return this.addressFill.doubtfulPaths.has(path);
  }

  /** Fills in the highlighted or clicked address of the list. */
  applySuggestion(index?: number): boolean {
    const { path } = this.suggestions;
    const remembered = this.suggestions.takeHighlighted(index);
    const party = path === null ? undefined : this.addressFill.partyOf(path);
    if (!remembered || !party || path === null) return false;
    this.addressFill.fillFromBook(party, remembered.address, path);
    this.focusNextStop();
    return true;
  }

  /** Moves to the first doubtful field; it counts as reviewed once it is left. */
  focusNextStop(): void {
    const stopPath = this.addressFill.firstStop;
    this.#moveCursor(stopPath);
    if (stopPath !== null) this.addressFill.noteVisit(stopPath);
  }

  /**
   * Before a save, moves the cursor to the first field that was not reviewed and returns true. The next save goes
   * through, unless further fields became doubtful.
   */
  requestReview(): boolean {
    const { doubtfulPaths: doubts } = this.addressFill;
    const wasRequested = doubts.size > 0 && [...doubts].every((path) => this.#reviewRequestedFor.has(path));
    if (doubts.size === 0 || wasRequested) return false;
    this.#reviewRequestedFor = new Set(doubts);
    toasts.show(() => t().address.lookFirst({ count: format.number(doubts.size) }), 'ask');
    const [firstPath = null] = doubts;
    this.#moveCursor(firstPath);
    return true;
  }

  /** On Enter in a doubtful field, marks it reviewed and moves to the next one. False for any other field. */
  handleEnter(path: string): boolean {
    if (!this.isDoubtful(path)) return false;
    this.addressFill.doubtfulPaths.delete(path);
    this.focusNextStop();
    return true;
  }

  /** Attachment for the control of an address field. */
  controlAttachment(path: string): Attachment<HTMLElement> | undefined {
    const party = this.addressFill.partyOf(path);
    if (!party) return undefined;
    return (node) => {
      const cleanups: (() => void)[] = [];
      // `on` runs handlers outside the current effect: a field removed with its form is blurred in the middle of
      // rendering.
      const listen = <K extends keyof HTMLElementEventMap>(
        eventName: K,
        handler: (event: HTMLElementEventMap[K]) => void,
      ): unknown => cleanups.push(on(node, eventName, handler));
      listen('focus', () => this.addressFill.noteVisit(path));
      listen('blur', () => {
        this.suggestions.close();
        this.addressFill.markReviewed(path);
      });
      listen('paste', (event) => this.#handlePaste(event, path));
      if (suggestsAddresses(path)) {
        listen('input', () => {
          if (node instanceof HTMLInputElement) void this.suggestions.request(path, node, node.value);
        });
        listen('keydown', (event) => this.#handleKey(event, path));
        $effect(() => updateListboxAttributes(node, path, this.suggestions));
      }
      return () => {
        for (const cleanup of cleanups) cleanup();
      };
    };
  }

  #handlePaste(event: ClipboardEvent, path: string): void {
    const { target } = event;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const party = this.addressFill.partyOf(path);
    if (!party || !(target instanceof HTMLInputElement) || blockKindOf(text) === 'plain') return;
    event.preventDefault();
    this.suggestions.close();
    const isAllSelected = target.selectionStart === 0 && target.selectionEnd === target.value.length;
    if (this.addressFill.fillBlock(party, text, isAllSelected ? path : undefined)) this.focusNextStop();
  }

  #handleKey(event: KeyboardEvent, path: string): void {
    if (!this.suggestions.isOpenAt(path) || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const takesHighlighted = (event.key === 'Enter' || event.key === 'Tab') && this.suggestions.highlightedIndex >= 0;
    if (step !== undefined) this.suggestions.moveHighlight(step);
    else if (event.key === 'Escape') this.suggestions.close();
    else if (!takesHighlighted || holdsCtrl(event) || event.altKey || !this.applySuggestion()) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function updateListboxAttributes(node: HTMLElement, path: string, suggestions: AddressSuggestions): void {
  const isOpen = suggestions.isOpenAt(path);
  const id = idOfField(path);
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': String(isOpen),
    'aria-controls': isOpen ? `${id}-addresses` : null,
    'aria-activedescendant':
      isOpen && suggestions.highlightedIndex >= 0 ? `${id}-address-${suggestions.highlightedIndex}` : null,
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, value);
  }
}
