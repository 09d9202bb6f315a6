import { relativeTo } from '../../../shared/path/path.ts';
import { SvelteSet } from 'svelte/reactivity';
import { identityFields } from '../../../shared/creates/begin-with.ts';
import { dropsInvisible } from '../../../shared/paste-address/read-block.ts';
import { splitAddress } from '../../../shared/paste-address/split-address.ts';
import type { OrderForm } from '../order-form.svelte.ts';
import { origins, type Origin } from '../tree/nodes.svelte.ts';
import { blockSizeOf } from './address-block.ts';
import { bookFields, partiesOf, type Party } from './parties.ts';
import { planBlockFill, moveDistrictToStreet, type FillPlan } from './plan-fill.ts';

/** An address filled into a form, until it is dismissed. */
export interface FilledAddress extends FillPlan {
  from: 'block' | 'book';
  /** Path of the party. */
  party: string;
  /** The block as pasted; for an address of the book, its contact. */
  text: string;
  /** Pieces of the block that fit no field. */
  rest: string[];
  /** Invisible characters were removed. */
  unseen: boolean;
  /** The party's texts before the fill, with the origin of those the user did not type. */
  before: [path: string, text: string, origin?: Origin | null][];
}

/** State of the last fill as saved over a reload. */
export interface AddressFillSnapshot {
  filled: FilledAddress | null;
  doubts: string[];
}

/**
 * Fills whole addresses into a form. Uncertain fields stay marked until the user has visited them or confirms the
 * address; one action undoes a fill.
 */
export class AddressFill {
  readonly parties: readonly Party[];
  filled = $state.raw<FilledAddress | null>(null);
  /** Path of the party for which a block was too long to be parsed. */
  tooLong = $state<string | null>(null);
  readonly doubts = new SvelteSet<string>();
  readonly #form: OrderForm;
  #visiting: string | null = null;
  #undoStack: (AddressFillSnapshot | null)[] = [];

  constructor(form: OrderForm) {
    this.#form = form;
    this.parties = partiesOf(form.endpoint);
  }

  /** The party a field belongs to. */
  partyOf(path: string): Party | undefined {
    return this.parties.find(({ at, fields }) => fields.has(relativeTo(at, path) ?? ''));
  }

  /**
   * Splits a block into the fields of a party; false if it is too long. `over`: the field it was pasted over, whose
   * text it replaces.
   */
  fillBlock(party: Party, block: string, over?: string): boolean {
    this.tooLong = blockSizeOf(block) === 'too-long' ? party.at : null;
    if (this.tooLong !== null) return false;
    const form = this.#form;
    const hint = form.textAt(`${party.at}.Country`);
    const own = new Set([...this.#unchangedPaths(party), ...this.#prefilledPaths(party)]);
    const isHint = /^[A-Z]{2}$/.test(hint) && !own.has(`${party.at}.Country`);
    const { fields, rest } = splitAddress(block, isHint ? { countryHint: hint } : {});
    const offered = Object.entries(fields).map(([name, { value, sure }]) => ({ name, text: value, sure }));
    const isOpen = (path: string): boolean => path === over || own.has(path);
    const plan = planBlockFill(party, offered, (path) => form.textAt(path), isOpen);
    this.#fill({ ...plan, from: 'block', party: party.at, text: block, rest, unseen: dropsInvisible(block) });
    return true;
  }

  /** Replaces the party's fields with an address of the book. `over`: the field it was searched in. */
  fillFromBook(party: Party, address: Readonly<Record<string, string>>, over?: string): void {
    const textAt = (name: string): string => this.#form.textAt(`${party.at}.${name}`);
    const known = Object.entries(address).map(([name, text]) => ({ name, text }));
    // An address of the book replaces all fields of the party.
    const fitting = moveDistrictToStreet(party, known, () => true);
    const texts = new Map(fitting.map(({ name, text }) => [name, text]));
    const put = bookFields
      .filter((name) => party.fields.has(name))
      .map((name) => ({ path: `${party.at}.${name}`, text: texts.get(name) ?? '', sure: true }));
    const lacking = fitting.filter(({ name }) => !party.fields.has(name));
    const kept = put
      .filter(
        ({ path, text }) => path !== over && this.#form.textAt(path).trim() !== '' && text !== this.#form.textAt(path),
      )
      .map(({ path, text, sure }) => ({ path, here: this.#form.textAt(path), there: text, sure }));
    // Identity numbers already in the form may belong to someone else.
    const papers = identityFields.filter((name) => party.fields.has(name) && textAt(name) !== '');
    const text = address['Contact'] ?? '';
    this.#fill({ put, kept, lacking, from: 'book', party: party.at, text, rest: [], unseen: false });
    for (const name of papers) this.doubts.add(`${party.at}.${name}`);
  }

  /** Overwrites the kept fields with the values of the block. */
  overwriteKept(): void {
    const { filled } = this;
    if (filled?.from !== 'block' || filled.kept.length === 0) return;
    for (const { path, there, sure } of filled.kept) {
      this.#form.type(path, there);
      if (!sure) this.doubts.add(path);
    }
    const taken = filled.kept.map(({ path, there, sure }) => ({ path, text: there, sure }));
    this.filled = { ...filled, put: [...filled.put, ...taken], kept: [] };
    this.#form.settle();
  }

  /** Undoes the last fill: restores the party's previous texts. */
  undo(): void {
    const { filled } = this;
    if (!filled) return;
    for (const [path, text, before] of filled.before) {
      // The value was recalled from the desk and is not trusted.
      const origin = origins.find((one) => one === before);
      if (origin) this.#form.prefill(path, text, origin);
      else this.#form.type(path, text);
      if (text !== '') this.#form.fieldsToReconfirm.add(path);
    }
    this.#form.settle();
    this.restore(this.#undoStack.pop() ?? null);
    this.#visiting = null;
  }

  /** Marks a field as reviewed when the user leaves it. */
  markReviewed(path: string): void {
    if (this.#visiting === path) this.doubts.delete(path);
    this.#visiting = null;
  }
  visit(path: string): void {
    this.#visiting = path;
  }
  markAllReviewed(): void {
    this.doubts.clear();
  }

  /** Closes the panel; fields not reviewed stay marked. */
  dismiss(): void {
    this.filled = null;
    this.tooLong = null;
    this.#undoStack = [];
  }

  /** Called when the form restarts. */
  clear(): void {
    this.dismiss();
    this.doubts.clear();
  }

  snapshot(): AddressFillSnapshot | null {
    return this.filled || this.doubts.size > 0 ? { filled: this.filled, doubts: [...this.doubts] } : null;
  }
  restore(kept: AddressFillSnapshot | null): void {
    this.filled = kept?.filled ?? null;
    this.doubts.clear();
    for (const path of kept?.doubts ?? []) this.doubts.add(path);
  }

  /**
   * Where the cursor goes after a fill: the first doubtful field, else the first invalid one; null if there is none.
   */
  get firstStop(): string | null {
    const { filled } = this;
    if (!filled) return null;
    const inParty = [...(this.parties.find(({ at }) => at === filled.party)?.fields ?? [])];
    const paths = inParty.map((name) => `${filled.party}.${name}`);
    return paths.find((path) => this.doubts.has(path)) ?? paths.find((path) => this.#form.issues.has(path)) ?? null;
  }

  // Fields of the previous fill that still hold what it wrote.
  #unchangedPaths(party: Party): ReadonlySet<string> {
    if (this.filled?.party !== party.at) return new Set();
    const same = this.filled.put.filter(({ path, text }) => this.#form.textAt(path) === text);
    return new Set(same.map(({ path }) => path));
  }

  /** Prefilled fields, reviewed or not: an address belongs to one person and is replaced as a whole. */
  #prefilledPaths(party: Party): string[] {
    const paths = [...party.fields].map((name) => `${party.at}.${name}`);
    return paths.filter((path) => this.#form.tree.find(path)?.origin !== undefined);
  }

  #fill(filled: Omit<FilledAddress, 'before'>): void {
    const form = this.#form;
    this.#undoStack.push(this.snapshot());
    const paths = [...(this.parties.find(({ at }) => at === filled.party)?.fields ?? [])].map(
      (name) => `${filled.party}.${name}`,
    );
    const before = paths.map((path): FilledAddress['before'][number] => [
      path,
      form.textAt(path),
      form.tree.find(path)?.origin ?? null,
    ]);
    // Doubts of other parties stay.
    for (const path of paths) this.doubts.delete(path);
    for (const { path, text, sure } of filled.put) {
      form.type(path, text);
      form.markVisited(path);
      if (!sure) this.doubts.add(path);
    }
    form.fieldsToReconfirm.confirm(paths);
    form.settle();
    this.#visiting = null;
    const put = filled.put.filter(({ text }) => text !== '');
    put.sort((one, other) => paths.indexOf(one.path) - paths.indexOf(other.path));
    this.filled = { ...filled, put, before };
  }
}
