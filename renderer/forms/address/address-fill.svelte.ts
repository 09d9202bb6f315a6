import { identityFields } from '../../../shared/creates/reusable-body.ts';
import { maxBlockLength, maxPieces, separators, dropsInvisible } from '../../../shared/paste-address/read-block.ts';
import { splitAddress } from '../../../shared/paste-address/split-address.ts';
import { relativeTo } from '../../../shared/path/path.ts';
import { ask } from '../../transport/desk.ts';
import { origins, type Origin } from '../form-tree.svelte.ts';
import type { OrderForm } from '../order-form.svelte.ts';
import { type Party, bookFields, partiesOf } from './parties.ts';
import { SvelteSet } from 'svelte/reactivity';

/** How a pasted text is treated. `too-long`: it exceeds the limits of parsing, so nothing of it is filled in. */
export type BlockKind = 'block' | 'too-long' | 'plain';

const lineEnds = /[\n\r\u2028\u2029\v\f\u0085]+/;
const linesOf = (text: string): string[] => text.split(lineEnds).filter((line) => line.trim() !== '');

/**
 * Whether a text pasted into an address field is a whole address: several lines, or one line that contains the parts of
 * an address.
 */
export function blockKindOf(text: string): BlockKind {
  if (text.length > maxBlockLength) return lineEnds.test(text.trim()) ? 'too-long' : 'plain';
  if (linesOf(text).length > 1) return blockSizeOf(text);
  const { fields } = splitAddress(text);
  const names = Object.keys(fields);
  const placeOrPhone = fields.Postcode ?? fields.Country ?? fields.Phone;
  return names.length >= 4 && fields.Street1 && placeOrPhone ? blockSizeOf(text) : 'plain';
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
  /** Fields to write. `sure` is false for a value that the user must review. */
  put: { path: string; text: string; sure: boolean }[];
  /**
   * Fields whose text differs: `here` is that of the form, `there` that of the source. A block leaves them as they are;
   * an address of the book replaces them.
   */
  kept: { path: string; here: string; there: string; sure: boolean }[];
  /** Values for which this create has no field. */
  lacking: { name: string; text: string }[];
}

/** Moves District to the second street line if this create has no District and that line is free. */
export function moveDistrictToStreet<Value extends Pick<OfferedValue, 'name' | 'text'>>(
  party: Party,
  values: readonly Value[],
  isFree: (path: string) => boolean,
): readonly Value[] {
  const hasSecondStreet = values.some(({ name, text }) => name === 'Street2' && text.trim() !== '');
  const canMove = !party.fields.has('District') && party.fields.has('Street2') && isFree(`${party.at}.Street2`);
  if (!canMove || hasSecondStreet) return values;
  return values.map((one) => (one.name === 'District' ? { ...one, name: 'Street2' } : one));
}

/**
 * What a block changes in a form. `canOverwrite`: whether a filled field may be overwritten. It may if an earlier block
 * filled it or it was carried over, and it was not typed in since; so may the field over which the block was pasted.
 */
export function planBlockFill(
  party: Party,
  values: readonly OfferedValue[],
  textAt: (path: string) => string,
  canOverwrite: (path: string) => boolean,
): FillPlan {
  const plan: FillPlan = { put: [], kept: [], lacking: [] };
  const isFree = (path: string): boolean => textAt(path).trim() === '' || canOverwrite(path);
  for (const { name, text, sure } of moveDistrictToStreet(party, values, isFree)) {
    const path = `${party.at}.${name}`;
    const currentText = textAt(path);
    if (!party.fields.has(name)) plan.lacking.push({ name, text });
    else if (isFree(path)) plan.put.push({ path, text, sure });
    else if (currentText.trim() !== text) plan.kept.push({ path, here: currentText, there: text, sure });
  }
  const filledPaths = new Set(plan.put.map(({ path }) => path));
  for (const name of party.fields) {
    const path = `${party.at}.${name}`;
    if (!filledPaths.has(path) && textAt(path) !== '' && canOverwrite(path))
      plan.put.push({ path, text: '', sure: true });
  }
  return plan;
}

/**
 * An address filled into a form, until it is dismissed. Stored on the desk with the form, so the names of its fields
 * must not change.
 */
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
  lastFill = $state.raw<FilledAddress | null>(null);
  /** Path of the party for which a block was too long to be parsed. */
  partyOfTooLongBlock = $state<string | null>(null);
  readonly doubtfulPaths = new SvelteSet<string>();
  readonly #form: OrderForm;
  #visitedPath: string | null = null;
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
   * Splits a block into the fields of a party; false if it is too long. `pastedOverPath`: the field it was pasted over,
   * whose text it replaces.
   */
  fillBlock(party: Party, block: string, pastedOverPath?: string): boolean {
    this.partyOfTooLongBlock = blockSizeOf(block) === 'too-long' ? party.at : null;
    if (this.partyOfTooLongBlock !== null) return false;
    const form = this.#form;
    const countryText = form.textAt(`${party.at}.Country`);
    const overwritablePaths = new Set([...this.#unchangedPaths(party), ...this.#prefilledPaths(party)]);
    const isCountryCode = /^[A-Z]{2}$/.test(countryText) && !overwritablePaths.has(`${party.at}.Country`);
    const { fields, rest } = splitAddress(block, isCountryCode ? { countryHint: countryText } : {});
    const values = Object.entries(fields).map(([name, { value, sure }]) => ({ name, text: value, sure }));
    const canOverwrite = (path: string): boolean => path === pastedOverPath || overwritablePaths.has(path);
    const plan = planBlockFill(party, values, (path) => form.textAt(path), canOverwrite);
    this.#fill({ ...plan, from: 'block', party: party.at, text: block, rest, unseen: dropsInvisible(block) });
    return true;
  }

  /** Replaces the party's fields with an address of the book. `searchedPath`: the field in which it was searched. */
  fillFromBook(party: Party, address: Readonly<Record<string, string>>, searchedPath?: string): void {
    const textAt = (name: string): string => this.#form.textAt(`${party.at}.${name}`);
    const bookValues = Object.entries(address).map(([name, text]) => ({ name, text }));
    // An address of the book replaces all fields of the party.
    const valuesToFill = moveDistrictToStreet(party, bookValues, () => true);
    const texts = new Map(valuesToFill.map(({ name, text }) => [name, text]));
    const put = bookFields
      .filter((name) => party.fields.has(name))
      .map((name) => ({ path: `${party.at}.${name}`, text: texts.get(name) ?? '', sure: true }));
    const lacking = valuesToFill.filter(({ name }) => !party.fields.has(name));
    const kept = put
      .filter(
        ({ path, text }) =>
          path !== searchedPath && this.#form.textAt(path).trim() !== '' && text !== this.#form.textAt(path),
      )
      .map(({ path, text, sure }) => ({ path, here: this.#form.textAt(path), there: text, sure }));
    // Identity numbers already in the form may belong to someone else.
    const filledIdentityFields = identityFields.filter((name) => party.fields.has(name) && textAt(name) !== '');
    const text = address['Contact'] ?? '';
    this.#fill({ put, kept, lacking, from: 'book', party: party.at, text, rest: [], unseen: false });
    for (const name of filledIdentityFields) this.doubtfulPaths.add(`${party.at}.${name}`);
  }

  /** Overwrites the kept fields with the values of the block. */
  overwriteKept(): void {
    const { lastFill: filled } = this;
    if (filled?.from !== 'block' || filled.kept.length === 0) return;
    for (const { path, there, sure } of filled.kept) {
      this.#form.enterText(path, there);
      if (!sure) this.doubtfulPaths.add(path);
    }
    const overwritten = filled.kept.map(({ path, there, sure }) => ({ path, text: there, sure }));
    this.lastFill = { ...filled, put: [...filled.put, ...overwritten], kept: [] };
    this.#form.readForm();
  }

  /** Undoes the last fill: restores the party's previous texts. */
  undo(): void {
    const { lastFill: filled } = this;
    if (!filled) return;
    for (const [path, text, previousOrigin] of filled.before) {
      // The origin may have been loaded from the desk and is not trusted.
      const origin = origins.find((one) => one === previousOrigin);
      if (origin) this.#form.prefill(path, text, origin);
      else this.#form.enterText(path, text);
      if (text !== '') this.#form.fieldsToReconfirm.requireReconfirm(path);
    }
    this.#form.readForm();
    this.restore(this.#undoStack.pop() ?? null);
    this.#visitedPath = null;
  }

  /** Marks a field as reviewed when the user leaves it. */
  markReviewed(path: string): void {
    if (this.#visitedPath === path) this.doubtfulPaths.delete(path);
    this.#visitedPath = null;
  }
  noteVisit(path: string): void {
    this.#visitedPath = path;
  }
  markAllReviewed(): void {
    this.doubtfulPaths.clear();
  }

  /** Closes the panel; fields not reviewed stay marked. */
  dismiss(): void {
    this.lastFill = null;
    this.partyOfTooLongBlock = null;
    this.#undoStack = [];
  }

  /** Called when the form restarts. */
  clear(): void {
    this.dismiss();
    this.doubtfulPaths.clear();
  }

  takeSnapshot(): AddressFillSnapshot | null {
    return this.lastFill || this.doubtfulPaths.size > 0
      ? { filled: this.lastFill, doubts: [...this.doubtfulPaths] }
      : null;
  }
  restore(snapshot: AddressFillSnapshot | null): void {
    this.lastFill = snapshot?.filled ?? null;
    this.doubtfulPaths.clear();
    for (const path of snapshot?.doubts ?? []) this.doubtfulPaths.add(path);
  }

  /**
   * Where the cursor goes after a fill: the first doubtful field, else the first invalid one; null if there is none.
   */
  get firstStop(): string | null {
    const { lastFill: filled } = this;
    if (!filled) return null;
    const fieldNames = [...(this.parties.find(({ at }) => at === filled.party)?.fields ?? [])];
    const paths = fieldNames.map((name) => `${filled.party}.${name}`);
    return (
      paths.find((path) => this.doubtfulPaths.has(path)) ?? paths.find((path) => this.#form.issues.has(path)) ?? null
    );
  }

  // Fields that still hold what the previous fill wrote.
  #unchangedPaths(party: Party): ReadonlySet<string> {
    if (this.lastFill?.party !== party.at) return new Set();
    const unchanged = this.lastFill.put.filter(({ path, text }) => this.#form.textAt(path) === text);
    return new Set(unchanged.map(({ path }) => path));
  }

  /** Prefilled fields, reviewed or not. An address belongs to one person and is replaced as a whole. */
  #prefilledPaths(party: Party): string[] {
    const paths = [...party.fields].map((name) => `${party.at}.${name}`);
    return paths.filter((path) => this.#form.tree.findLeaf(path)?.origin !== undefined);
  }

  #fill(fill: Omit<FilledAddress, 'before'>): void {
    const form = this.#form;
    this.#undoStack.push(this.takeSnapshot());
    const paths = [...(this.parties.find(({ at }) => at === fill.party)?.fields ?? [])].map(
      (name) => `${fill.party}.${name}`,
    );
    const before = paths.map((path): FilledAddress['before'][number] => [
      path,
      form.textAt(path),
      form.tree.findLeaf(path)?.origin ?? null,
    ]);
    // Doubts of other parties stay.
    for (const path of paths) this.doubtfulPaths.delete(path);
    for (const { path, text, sure } of fill.put) {
      form.enterText(path, text);
      form.markVisited(path);
      if (!sure) this.doubtfulPaths.add(path);
    }
    form.fieldsToReconfirm.confirm(paths);
    form.readForm();
    this.#visitedPath = null;
    const put = fill.put.filter(({ text }) => text !== '');
    put.sort((one, other) => paths.indexOf(one.path) - paths.indexOf(other.path));
    this.lastFill = { ...fill, put, before };
  }
}

const storageNameOf = (formName: string): string => `filling/${formName.toLowerCase()}`;

/** Saves the last fill and its doubtful fields on the desk, so that a restored form keeps its marks. */
export function saveAddressFill(formName: string, snapshot: AddressFillSnapshot | null): void {
  void ask('desk.remember', { name: storageNameOf(formName), value: structuredClone(snapshot) });
}

/** Restores the saved fill and its doubtful fields, if the form still holds what was filled in. */
export async function restoreAddressFill(formName: string, addressFill: AddressFill, form: OrderForm): Promise<void> {
  const answer = await ask('desk.recall', { name: storageNameOf(formName) });
  const snapshot = answer.ok && isAddressFillSnapshot(answer.value.value) ? answer.value.value : null;
  if (!snapshot || addressFill.lastFill) return;
  const filled = snapshot.filled?.put.some(({ path, text }) => form.textAt(path) === text) ? snapshot.filled : null;
  const doubts = snapshot.doubts.filter((path) => form.textAt(path) !== '');
  if (filled || doubts.length > 0) addressFill.restore({ filled, doubts });
}

// Written only by this screen and used only for display, so the shape is checked only as deep as it is used.
function isAddressFillSnapshot(value: unknown): value is AddressFillSnapshot {
  if (typeof value !== 'object' || value === null || !('filled' in value) || !('doubts' in value)) return false;
  const { filled, doubts } = value;
  if (!Array.isArray(doubts) || !doubts.every((path) => typeof path === 'string')) return false;
  if (filled === null) return true;
  if (typeof filled !== 'object' || !('text' in filled) || typeof filled.text !== 'string') return false;
  const listNames = ['put', 'kept', 'lacking', 'rest', 'before'];
  return (
    listNames.every((list) => Array.isArray((filled as Record<string, unknown>)[list])) &&
    'party' in filled &&
    'from' in filled
  );
}
