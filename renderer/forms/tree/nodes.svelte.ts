import { readPath, type Path } from '../../../shared/path/path.ts';
import type { FieldDescription } from '../../../shared/service/describe-fields.ts';
import { incrementDigits } from '../next-number.ts';
import { readField, type ReadIssue, type ReadValue } from '../read-field.ts';

/**
 * Where a text that the user did not type came from: a number of the desk, the last entry, a template, the goods
 * memory, or the order of the same parcel.
 */
export const origins = ['own', 'carried', 'template', 'remembered', 'order'] as const;
export type Origin = (typeof origins)[number];

/** A form field: its text and what is known about it. */
export class Leaf {
  /** Undefined if nothing was ever typed or filled in. */
  text = $state<string>();
  /** Where the text came from; cleared when the text changes. */
  origin = $state<Origin>();
  /** The user has reviewed the prefilled text. */
  seen = $state(false);
  /** The user has passed the field, so its problem may be shown. */
  isVisited = $state(false);
  /** This single field must be reconfirmed, in a form started from another. */
  mustReconfirm = $state(false);
  /** Reconfirmed since, by a fill that covered the surrounding fields. */
  isReconfirmed = $state(false);
  /** Several lines were pasted and joined into one. */
  joined = $state(false);
  /** A problem the desk found and the contract cannot know; cleared when the text changes. */
  deskIssue: ReadIssue | undefined;
  /** Contract description; null if the contract has no such field, undefined until it is looked up. */
  field: FieldDescription | null | undefined;
  #last: { text: string; locale: string; read: ReadValue } | undefined;

  /** Reads the text as a value; cached for an unchanged text and locale. */
  read(field: FieldDescription, text: string, locale: string): ReadValue {
    if (this.#last?.text !== text || this.#last.locale !== locale)
      this.#last = { text, locale, read: readField(field, text, locale) };
    return this.#last.read;
  }
}

/**
 * The body, or a line of a list: its fields and lists, by their paths relative to it (`Duty.Value`, `Package.Skus`).
 * All state of a field is in its leaf and moves with its line, so typing in one line re-renders no other.
 */
export class Group {
  readonly #leaves = new Map<string, Leaf>();
  readonly #lists = new Map<string, List>();
  /** Counts added nodes. Nodes are never removed, so a reader that found one need not subscribe. */
  #added = $state(0);
  /**
   * Empty texts, lists and objects of the original body by relative path, '' for the group itself; sent unchanged until
   * something is typed there.
   */
  readonly emptyValues = new Map<string, unknown>();
  /** Index of the line when the form began; undefined for a line added since. */
  originalIndex: number | undefined;
  /** Carried over from another entry; unchanged unless it must be reconfirmed. */
  isCarriedOver = false;

  /** The field at a relative path; undefined if nothing is known of it. */
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

  /** Whether all its texts, and those of its lists, are blank. */
  get isBlank(): boolean {
    for (const { text = '' } of this.leaves.values()) if (text.trim() !== '') return false;
    for (const list of this.lists.values()) if (!list.isBlank) return false;
    return true;
  }

  /** A copy of the texts and lines, without any marks. */
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

  // Subscribes a reader that found nothing to later additions.
  get #none(): undefined {
    void this.#added;
    return undefined;
  }

  /** Clears the origin of every field in it. */
  forgetOrigins(): void {
    for (const leaf of this.leaves.values()) leaf.origin = undefined;
    for (const { lines } of this.lists.values()) for (const line of lines) line.forgetOrigins();
  }
}

/** The lines of a list; always at least one, to type in. */
export class List {
  lines = $state<Group[]>([new Group()]);
  /** Not sent, though something may be typed in it. */
  isLeftOut = $state(false);
  /** Index of the line whose nested lists the screen shows. */
  shownLine = $state(0);
  /** The line expanded to all its fields. */
  expandedLine = $state.raw<Group>();

  get isBlank(): boolean {
    return this.lines.every((line) => line.isBlank);
  }

  /** Appends lines until there are at least `count`. */
  grow(count: number): void {
    while (this.lines.length < count) this.lines.push(new Group());
  }

  /** Appends `times` copies of a line; `numbered` is the field to count up. */
  copy(line: number, times: number, numbered?: string): void {
    const from = this.lines[line];
    if (!from) return;
    const copies = Array.from({ length: times }, () => from.copy());
    for (const [at, copy] of copies.entries()) {
      const leaf = numbered === undefined ? undefined : copy.leaves.get(numbered);
      if (leaf?.text !== undefined) leaf.text = incrementDigits(leaf.text, at + 1);
    }
    this.lines.push(...copies);
  }

  /** Removes a line with everything in it. The remaining lines lose their carried-over marks and origins. */
  drop(line: number): void {
    this.lines.splice(line, 1);
    this.grow(1);
    this.expandedLine = undefined;
    this.shownLine = Math.min(this.shownLine, this.lines.length - 1);
    for (const other of this.lines) {
      other.isCarriedOver = false;
      other.forgetOrigins();
    }
  }
}

const parsedPaths = new Map<string, Path>();
/** Parsed steps of a path relative to its group. The cache is bounded by the number of contract fields. */
export function parseCachedPath(at: string): Path {
  const known = parsedPaths.get(at);
  if (known) return known;
  const way = readPath(at);
  parsedPaths.set(at, way);
  return way;
}
