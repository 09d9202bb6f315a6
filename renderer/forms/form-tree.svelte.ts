import {
  readPath,
  type Path,
  splitAtLines,
  join,
  lineAt,
  withLines,
  leavesOf,
  inAnyLine,
  putLeaf,
} from '../../shared/path/path.ts';
import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { choices } from '../choices/choices.svelte.ts';
import { incrementDigits } from './desk-number.ts';
import { readField, type ReadIssue, type ReadValue, writeField } from './read-field.ts';

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

/**
 * The contents of a form as a tree: the body with its fields and lists, lists with lines, which again have fields and
 * lists. Nodes are found by path (`Containers[2].Skus[0].Duty.Value`); adding, copying or removing a line moves all its
 * state with it.
 */
export class FormTree {
  root = $state.raw(new Group());
  /** Lines were removed, so indexes no longer match those the form began with. */
  linesMoved = false;

  clear(): void {
    this.root = new Group();
    this.linesMoved = false;
  }

  /** Records the current lines as those the form began with. */
  markOriginalLines(): void {
    for (const [, { lines }] of this.lists()) for (const [at, line] of lines.entries()) line.originalIndex = at;
  }

  /** The field at a path; undefined if nothing is known of it. */
  find(path: string): Leaf | undefined {
    const { lines, rest } = splitAtLines(path);
    return this.#findGroup(lines)?.findLeaf(rest);
  }

  /** The field at a path; creates it and the lines above it if missing. */
  leaf(path: string): Leaf {
    const { lines, rest } = splitAtLines(path);
    return this.#ensureGroup(lines).leaf(rest);
  }

  findList(path: string): List | undefined {
    const { lines, rest } = splitAtLines(path);
    return this.#findGroup(lines)?.findList(rest);
  }

  list(path: string): List {
    const { lines, rest } = splitAtLines(path);
    return this.#ensureGroup(lines).list(rest);
  }

  findLine(list: string, line: number): Group | undefined {
    return this.findList(list)?.lines[line];
  }

  /** The lines along a path, outermost first; undefined for a missing one. */
  linesAlong(path: string): (Group | undefined)[] {
    let group: Group | undefined = this.root;
    return splitAtLines(path).lines.map(({ list, line }) => (group = group?.findList(list)?.lines[line]));
  }

  /** The path a field had when the form began; undefined in a line added since. */
  originalPath(path: string): string | undefined {
    const numbers = this.linesAlong(path).map((line) => line?.originalIndex);
    if (numbers.includes(undefined)) return undefined;
    return withLines(path, numbers);
  }

  /** Stores an original value that cannot be typed; sent unchanged until something is typed there. */
  setEmptyValue(path: string, value: unknown): void {
    const { lines, rest } = splitAtLines(path);
    this.#ensureGroup(lines).emptyValues.set(rest, value);
  }

  /**
   * Drops the stored empty values that a text typed at `path` replaces: its own and those of the lists and objects
   * around it.
   */
  clearEmptyValue(path: string): void {
    const { lines, rest } = splitAtLines(path);
    let group: Group | undefined = this.root;
    for (const { list, line } of lines) {
      clearEmptyValueAt(group, list);
      group = group.findList(list)?.lines[line];
      if (!group) return;
    }
    clearEmptyValueAt(group, rest);
  }

  /** Every field with its path. */
  leaves(): Generator<[path: string, leaf: Leaf]> {
    return leavesIn(this.root, '');
  }

  /** The fields of one line and its nested lists. */
  *leavesIn(list: string, line: number): Generator<[path: string, leaf: Leaf]> {
    const group = this.findLine(list, line);
    if (group) yield* leavesIn(group, lineAt(list, line));
  }

  /** Every list with its path, outer lists first. */
  lists(): Generator<[path: string, list: List]> {
    return listsIn(this.root, '');
  }

  #findGroup(lines: readonly { list: string; line: number }[]): Group | undefined {
    let group: Group | undefined = this.root;
    for (const { list, line } of lines) group = group?.findList(list)?.lines[line];
    return group;
  }

  #ensureGroup(lines: readonly { list: string; line: number }[]): Group {
    let group = this.root;
    for (const { list: at, line } of lines) {
      const list = group.list(at);
      list.grow(line + 1);
      group = list.lines[line] ?? group;
    }
    return group;
  }
}

function* leavesIn(group: Group, from: string): Generator<[path: string, leaf: Leaf]> {
  for (const [at, leaf] of group.leaves) yield [join(from, at), leaf];
  for (const [at, { lines }] of group.lists)
    for (const [line, inner] of lines.entries()) yield* leavesIn(inner, lineAt(join(from, at), line));
}

function* listsIn(group: Group, from: string): Generator<[path: string, list: List]> {
  for (const [at, list] of group.lists) {
    const path = join(from, at);
    yield [path, list];
    for (const [line, inner] of list.lines.entries()) yield* listsIn(inner, lineAt(path, line));
  }
}

function clearEmptyValueAt({ emptyValues }: Group, at: string): void {
  if (emptyValues.size === 0) return;
  for (const one of emptyValues.keys())
    if (one === '' || one === at || at.startsWith(`${one}.`)) emptyValues.delete(one);
}

/** Texts of leaves that were typed or filled in, including emptied ones. */
export function* textsOf(leaves: Iterable<[path: string, Leaf]>): Generator<[path: string, text: string]> {
  for (const [path, { text }] of leaves) if (text !== undefined) yield [path, text];
}

/**
 * Fills a form from a body. `typedAt` gives the field in which a leaf of the body is typed; values that cannot be typed
 * stay as they are.
 */
export function fillTree(
  tree: FormTree,
  body: unknown,
  leftOut: readonly string[],
  typedAt: (path: string) => string,
): void {
  tree.clear();
  for (const list of leftOut) tree.list(list).isLeftOut = true;
  for (const [path, value] of leavesOf(body)) {
    if (value === '' || typeof value === 'object') {
      tree.setEmptyValue(path, value);
      continue;
    }
    const leaf = tree.leaf(typedAt(path));
    const text = writeField(value, choices.locale);
    leaf.text = leaf.text === undefined ? text : `${leaf.text}, ${text}`;
  }
  tree.markOriginalLines();
}

/** The body and problems read from the fields of a form. */
export interface ReadTree {
  body: Record<string, unknown>;
  /** Texts that cannot be read as their field's type, by path. */
  issues: Map<string, ReadIssue>;
  /** Problems set on single fields by the desk, by path. */
  deskIssues: Map<string, ReadIssue>;
  /** Maps a path of the body, which omits empty lines, to the form's own path. */
  toFormPath: (path: string) => string;
}

/** Reads a form into its body. Blank fields are omitted, and so are blank lines between others. */
export function readTree(root: Group, fields: ReadonlyMap<string, FieldDescription>, locale: string): ReadTree {
  const issues = new Map<string, ReadIssue>();
  const told = new Map<string, ReadIssue>();
  /** Per list, the form indexes of the lines in the body. */
  const filled = new Map<List, number[]>();

  /**
   * Returns undefined for a line with nothing to send. `from` is its path and `template` its path in the contract, each
   * with a trailing dot.
   */
  function readGroup(group: Group, from: string, template: string): unknown {
    const body: Record<string, unknown> = {};
    let hasValue = false;
    const put = (at: string, value: unknown): void => {
      hasValue = true;
      putLeaf(body, parseCachedPath(at), value);
    };
    for (const [at, value] of group.emptyValues)
      if (at !== '' && group.findList(at)?.isLeftOut !== true) put(at, structuredClone(value));
    for (const [at, leaf] of group.leaves) {
      const { text } = leaf;
      if (leaf.deskIssue) told.set(from + at, leaf.deskIssue);
      if (text === undefined) continue;
      // Looked up once: it stays the same field wherever its line moves.
      leaf.field ??= fields.get(template + at) ?? null;
      if (leaf.field === null) continue;
      const read = leaf.read(leaf.field, text, locale);
      if ('issue' in read) issues.set(from + at, read.issue);
      else if (read.value !== undefined) put(at, read.value);
    }
    for (const [at, list] of group.lists) {
      if (list.isLeftOut) continue;
      const lines = readList(list, from + at, template + at);
      // A list of plain texts is typed in one field.
      if (lines.length > 0 && group.findLeaf(at)?.text === undefined) put(at, lines);
    }
    return hasValue ? body : structuredClone(group.emptyValues.get(''));
  }

  function readList(list: List, path: string, template: string): unknown[] {
    const numbers: number[] = [];
    const lines: unknown[] = [];
    const inner = inAnyLine(template, '');
    for (const [line, group] of list.lines.entries()) {
      const read = readGroup(group, `${lineAt(path, line)}.`, inner);
      if (read === undefined) continue;
      numbers.push(line);
      lines.push(read);
    }
    filled.set(list, numbers);
    return lines;
  }

  function asTyped(path: string): string {
    const { lines, rest } = splitAtLines(path);
    let group: Group | undefined = root;
    let typed = '';
    for (const { list: at, line } of lines) {
      const list: List | undefined = group?.findList(at);
      const there: number = (list && filled.get(list)?.[line]) ?? line;
      typed = lineAt(join(typed, at), there);
      group = list?.lines[there];
    }
    return rest === '' ? typed : join(typed, rest);
  }

  const whole = readGroup(root, '', '');
  const body = isObject(whole) ? whole : {};
  return { body, issues, deskIssues: told, toFormPath: asTyped };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
