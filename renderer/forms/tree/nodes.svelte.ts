import { readPath, type Path } from '../../../shared/path/path.ts';
import type { FieldDescription } from '../../../shared/service/describe-fields.ts';
import { countUp } from '../next-number.ts';
import { readField, type ReadIssue, type ReadValue } from '../read-field.ts';

/** Where a text came from that nobody typed: a number of the desk, the last entry, a template, the memory of goods, the order of the same parcel. */
export const origins = ['own', 'carried', 'template', 'remembered', 'order'] as const;
export type Origin = (typeof origins)[number];

/** A field as it is typed. */
export class Leaf {
  /** undefined where nothing was ever typed or brought */
  text = $state<string>();
  /** where the text came from, for as long as it stands as it came */
  origin = $state<Origin>();
  /** somebody looked at what was brought */
  seen = $state(false);
  /** somebody went past it: its problem may be told */
  left = $state(false);
  /** asked again by itself, in a form begun from another */
  asked = $state(false);
  /** filled as a whole since, with what lies around it */
  answered = $state(false);
  /** several lines were pasted that stand in one now */
  joined = $state(false);
  /** what the desk finds wrong that the contract cannot know, until something is typed here */
  told: ReadIssue | undefined;
  /** as the contract describes it; null for one that it does not know, undefined until it is looked up */
  field: FieldDescription | null | undefined;
  #last: { text: string; locale: string; read: ReadValue } | undefined;

  /** What its text comes to; one that did not change since the last time is not read again. */
  read(field: FieldDescription, text: string, locale: string): ReadValue {
    if (this.#last?.text !== text || this.#last.locale !== locale)
      this.#last = { text, locale, read: readField(field, text, locale) };
    return this.#last.read;
  }
}

/**
 * The body, or a line of a list: its fields and its lists, by their paths from here on (`Duty.Value`, `Package.Skus`). What is known of a field stands in its
 * leaf and moves with its line; a key typed in one line makes nothing look anew at another.
 */
export class Group {
  readonly #leaves = new Map<string, Leaf>();
  readonly #lists = new Map<string, List>();
  /** counts what was added: nothing is ever taken out, so who found a node need not look again */
  #added = $state(0);
  /** empty texts, lists and objects that it came with, '' for itself: they stay as they came until something is typed there */
  readonly bare = new Map<string, unknown>();
  /** the number of the line when the form began; undefined in one that was added since */
  came: number | undefined;
  /** it came over from another entry, and stays unless it is asked */
  stays = false;

  /** Undefined where nothing is known of the field. */
  findLeaf(at: string): Leaf | undefined {
    return this.#leaves.get(at) ?? this.#none;
  }

  findList(at: string): List | undefined {
    return this.#lists.get(at) ?? this.#none;
  }

  textAt(at: string): string {
    return this.findLeaf(at)?.text ?? '';
  }

  leaf(at: string): Leaf {
    return this.#leaves.get(at) ?? this.#add(this.#leaves, at, new Leaf());
  }

  list(at: string): List {
    return this.#lists.get(at) ?? this.#add(this.#lists, at, new List());
  }

  get leaves(): ReadonlyMap<string, Leaf> {
    void this.#added;
    return this.#leaves;
  }

  get lists(): ReadonlyMap<string, List> {
    void this.#added;
    return this.#lists;
  }

  /** Whether nothing stands in it, nor in its lists. */
  get isBlank(): boolean {
    for (const { text = '' } of this.leaves.values()) if (text.trim() !== '') return false;
    for (const list of this.lists.values()) if (!list.isBlank) return false;
    return true;
  }

  /** The same texts in as many lines; of nothing else. */
  copy(): Group {
    const copy = new Group();
    for (const [at, { text }] of this.leaves) if (text !== undefined) copy.leaf(at).text = text;
    for (const [at, { lines }] of this.lists) copy.list(at).lines = lines.map((line) => line.copy());
    return copy;
  }

  #add<T>(to: Map<string, T>, at: string, made: T): T {
    to.set(at, made);
    this.#added += 1;
    return made;
  }

  // who looked for what is not there yet hears of it
  get #none(): undefined {
    void this.#added;
    return undefined;
  }

  /** Nothing in it is marked as brought any more. */
  forgetOrigins(): void {
    for (const leaf of this.leaves.values()) leaf.origin = undefined;
    for (const { lines } of this.lists.values()) for (const line of lines) line.forgetOrigins();
  }
}

/** The lines of a list; one is always there to type in. */
export class List {
  lines = $state<Group[]>([new Group()]);
  /** it is not sent, though something may be typed in it */
  leftOut = $state(false);
  /** the line that the screen shows what lies in of */
  shown = $state(0);
  /** the line that stands open with all its fields */
  opened = $state.raw<Group>();

  get isBlank(): boolean {
    return this.lines.every((line) => line.isBlank);
  }

  /** Has at least so many lines from now on. */
  grow(count: number): void {
    while (this.lines.length < count) this.lines.push(new Group());
  }

  /** Copies a line `times` times below the last; `numbered`: the field to count up. */
  copy(line: number, times: number, numbered?: string): void {
    const from = this.lines[line];
    if (!from) return;
    const copies = Array.from({ length: times }, () => from.copy());
    for (const [at, copy] of copies.entries()) {
      const leaf = numbered === undefined ? undefined : copy.leaves.get(numbered);
      if (leaf?.text !== undefined) leaf.text = countUp(leaf.text, at + 1);
    }
    this.lines.push(...copies);
  }

  /** Takes a line out, with what lies in it. The others are typed as in any form from now on. */
  drop(line: number): void {
    this.lines.splice(line, 1);
    this.grow(1);
    this.opened = undefined;
    this.shown = Math.min(this.shown, this.lines.length - 1);
    for (const other of this.lines) {
      other.stays = false;
      other.forgetOrigins();
    }
  }
}

const ways = new Map<string, Path>();
/** The steps to a leaf or list from its group on; there are as many as the contract has fields. */
export function wayTo(at: string): Path {
  const known = ways.get(at);
  if (known) return known;
  const way = readPath(at);
  ways.set(at, way);
  return way;
}
