import { identityFields } from '../../../shared/creates/reusable-body.ts';
import { maxBlockLength, maxPieces, separators, dropsInvisible } from '../../../shared/paste-address/read-block.ts';
import { splitAddress } from '../../../shared/paste-address/split-address.ts';
import { relativeTo } from '../../../shared/path/path.ts';
import { ask } from '../../transport/desk.ts';
import { origins, type Origin } from '../form-tree.svelte.ts';
import type { OrderForm } from '../order-form.svelte.ts';
import { type Party, bookFields, partiesOf } from './parties.ts';
import { SvelteSet } from 'svelte/reactivity';

/** `too-long`: exceeds the limits of parsing, so nothing of it is filled in. */
export type BlockKind = 'block' | 'too-long' | 'plain';

const lineEnds = /[\n\r\u2028\u2029\v\f\u0085]+/;
const linesOf = (text: string): string[] => text.split(lineEnds).filter((line) => line.trim() !== '');

/**
 * Whether a text pasted into an address field is a whole address: several lines, or one line that contains its parts.
 */
export function blockKindOf(text: string): BlockKind {
  if (text.length > maxBlockLength) return lineEnds.test(text.trim()) ? 'too-long' : 'plain';
  if (linesOf(text).length > 1) return blockSizeOf(text);
  const { fields } = splitAddress(text);
  const names = Object.keys(fields);
  const reached = fields.Postcode ?? fields.Country ?? fields.Phone;
  return names.length >= 4 && fields.Street1 && reached ? blockSizeOf(text) : 'plain';
}

/** Whether a block is within the limits of parsing. */
export const blockSizeOf = (text: string): 'block' | 'too-long' =>
  text.length > maxBlockLength || linesOf(text).flatMap((line) => line.split(separators)).length > maxPieces
    ? 'too-long'
    : 'block';

/** A value for an address field, by the field's name. */
export interface OfferedValue {
  name: string;
  text: string;
  sure: boolean;
}

export interface FillPlan {
  put: { path: string; text: string; sure: boolean }[];
  /** Fields left as they are because they hold another text. */
  kept: { path: string; here: string; there: string; sure: boolean }[];
  /** Values whose field this create does not have. */
  lacking: { name: string; text: string }[];
}

/** Moves District to the second street line if this create has no District and that line is free. */
export function moveDistrictToStreet<One extends Pick<OfferedValue, 'name' | 'text'>>(
  party: Party,
  offered: readonly One[],
  isFree: (path: string) => boolean,
): readonly One[] {
  const streets = offered.some(({ name, text }) => name === 'Street2' && text.trim() !== '');
  const takes = !party.fields.has('District') && party.fields.has('Street2') && isFree(`${party.at}.Street2`);
  if (!takes || streets) return offered;
  return offered.map((one) => (one.name === 'District' ? { ...one, name: 'Street2' } : one));
}

/**
 * What a block changes in a form. `isOpen`: whether a filled field may be overwritten. It may if an earlier block
 * filled it or it was carried over, and it was not typed in since; so may the field the block was pasted over.
 */
export function planBlockFill(
  party: Party,
  offered: readonly OfferedValue[],
  textAt: (path: string) => string,
  isOpen: (path: string) => boolean,
): FillPlan {
  const plan: FillPlan = { put: [], kept: [], lacking: [] };
  const isFree = (path: string): boolean => textAt(path).trim() === '' || isOpen(path);
  for (const { name, text, sure } of moveDistrictToStreet(party, offered, isFree)) {
    const path = `${party.at}.${name}`;
    const here = textAt(path);
    if (!party.fields.has(name)) plan.lacking.push({ name, text });
    else if (isFree(path)) plan.put.push({ path, text, sure });
    else if (here.trim() !== text) plan.kept.push({ path, here, there: text, sure });
  }
  const said = new Set(plan.put.map(({ path }) => path));
  for (const name of party.fields) {
    const path = `${party.at}.${name}`;
    if (!said.has(path) && textAt(path) !== '' && isOpen(path)) plan.put.push({ path, text: '', sure: true });
  }
  return plan;
}

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

const storageNameOf = (form: string): string => `filling/${form.toLowerCase()}`;

/** Saves the last fill and its doubtful fields on the desk, so that a restored form keeps its marks. */
export function saveAddressFill(form: string, kept: AddressFillSnapshot | null): void {
  void ask('desk.remember', { name: storageNameOf(form), value: structuredClone(kept) });
}

/** Restores them if the form still holds what was filled in. */
export async function restoreAddressFill(name: string, filling: AddressFill, form: OrderForm): Promise<void> {
  const recalled = await ask('desk.recall', { name: storageNameOf(name) });
  const kept = recalled.ok && isAddressFillSnapshot(recalled.value.value) ? recalled.value.value : null;
  if (!kept || filling.filled) return;
  const filled = kept.filled?.put.some(({ path, text }) => form.textAt(path) === text) ? kept.filled : null;
  const doubts = kept.doubts.filter((path) => form.textAt(path) !== '');
  if (filled || doubts.length > 0) filling.restore({ filled, doubts });
}

// Written only by this screen and used only for display, so the shape is checked only as deep as it is used.
function isAddressFillSnapshot(value: unknown): value is AddressFillSnapshot {
  if (typeof value !== 'object' || value === null || !('filled' in value) || !('doubts' in value)) return false;
  const { filled, doubts } = value;
  if (!Array.isArray(doubts) || !doubts.every((path) => typeof path === 'string')) return false;
  if (filled === null) return true;
  if (typeof filled !== 'object' || !('text' in filled) || typeof filled.text !== 'string') return false;
  const lists = ['put', 'kept', 'lacking', 'rest', 'before'];
  return (
    lists.every((list) => Array.isArray((filled as Record<string, unknown>)[list])) &&
    'party' in filled &&
    'from' in filled
  );
}
