import {
  readPath,
  type Path,
  splitAtLines,
  joinPaths,
  lineAt,
  withLines,
  leavesOf,
  fieldInAnyLine,
  putLeaf,
} from '../../shared/path/path.ts';
import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { choices } from '../choices/choices.svelte.ts';
import { incrementDigits } from './desk-number.ts';
import { readField, type FieldIssue, type FieldReading, writeField } from './read-field.ts';

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
  isReviewed = $state(false);
  /** The user has passed the field, so its problem may be shown. */
  isVisited = $state(false);
  /** This single field must be reconfirmed, in a form started from another entry or a template. */
  mustReconfirm = $state(false);
  /** Confirmed since, together with the fields around it, by a fill or a scan. */
  isReconfirmed = $state(false);
  /** Several lines were pasted and joined into one. */
  joined = $state(false);
  /** A problem the desk found and the contract cannot know; cleared when the text changes. */
  deskIssue: FieldIssue | undefined;
  /** Contract description; null if the contract has no such field, undefined until it is looked up. */
  field: FieldDescription | null | undefined;
  #lastRead: { text: string; locale: string; read: FieldReading } | undefined;

  /** Reads the text as a value; cached for an unchanged text and locale. */
  readValue(field: FieldDescription, text: string, locale: string): FieldReading {
    if (this.#lastRead?.text !== text || this.#lastRead.locale !== locale)
      this.#lastRead = { text, locale, read: readField(field, text, locale) };
    return this.#lastRead.read;
  }
}

/**
 * The body, or a line of a list: its fields and lists, by their paths relative to it (`Duty.Value`, `Package.Skus`).
 * All state of a field is in its leaf and moves with its line, so typing in one line re-renders no other.
 */
export class Group {
  readonly #leaves = new Map<string, Leaf>();
  readonly #lists = new Map<string, List>();
  /** Number of added nodes. A reader subscribes to it only if it found nothing, because nodes are never removed. */
  #addedCount = $state(0);
  /**
   * Empty texts, lists and objects of the original body by relative path, '' for the group itself; sent unchanged until
   * something is typed there.
   */
  readonly emptyValues = new Map<string, unknown>();
  /** Index of the line when the form began; undefined for a line added since. */
  originalIndex: number | undefined;
  /** Carried over from another entry; unchanged unless it must be reconfirmed. */
  isCarriedOver = false;

  /** The field at a relative path; undefined if the group has no such field yet. */
  findLeaf(relativePath: string): Leaf | undefined {
    return this.#leaves.get(relativePath) ?? this.#missingNode;
  }

  findList(relativePath: string): List | undefined {
    return this.#lists.get(relativePath) ?? this.#missingNode;
  }

  textAt(relativePath: string): string {
    return this.findLeaf(relativePath)?.text ?? '';
  }

  ensureLeaf(relativePath: string): Leaf {
    return this.#leaves.get(relativePath) ?? this.#add(this.#leaves, relativePath, new Leaf());
  }

  ensureList(relativePath: string): List {
    return this.#lists.get(relativePath) ?? this.#add(this.#lists, relativePath, new List());
  }

  get leaves(): ReadonlyMap<string, Leaf> {
    void this.#addedCount;
    return this.#leaves;
  }

  get lists(): ReadonlyMap<string, List> {
    void this.#addedCount;
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
    const copiedGroup = new Group();
    for (const [relativePath, { text }] of this.leaves)
      if (text !== undefined) copiedGroup.ensureLeaf(relativePath).text = text;
    for (const [relativePath, { lines }] of this.lists)
      copiedGroup.ensureList(relativePath).lines = lines.map((line) => line.copy());
    return copiedGroup;
  }

  #add<T>(nodes: Map<string, T>, relativePath: string, node: T): T {
    nodes.set(relativePath, node);
    this.#addedCount += 1;
    return node;
  }

  // Subscribes a reader that found nothing to later additions.
  get #missingNode(): undefined {
    void this.#addedCount;
    return undefined;
  }

  /** Clears the origin of every field in it. */
  forgetOrigins(): void {
    for (const leaf of this.leaves.values()) leaf.origin = undefined;
    for (const { lines } of this.lists.values()) for (const line of lines) line.forgetOrigins();
  }
}

/** The lines of a list: always at least one, so that there is a line to type in. */
export class List {
  lines = $state<Group[]>([new Group()]);
  /** Excluded from the body, even if something is typed in it. */
  isLeftOut = $state(false);
  /** Index of the line whose nested lists the screen shows. */
  shownLine = $state(0);
  /** The line expanded to all its fields. */
  expandedLine = $state.raw<Group>();

  get isBlank(): boolean {
    return this.lines.every((line) => line.isBlank);
  }

  /** Appends lines until there are at least `count`. */
  growTo(count: number): void {
    while (this.lines.length < count) this.lines.push(new Group());
  }

  /** Appends `times` copies of a line. `numberedColumn` is counted up from copy to copy. */
  appendCopies(line: number, times: number, numberedColumn?: string): void {
    const original = this.lines[line];
    if (!original) return;
    const copies = Array.from({ length: times }, () => original.copy());
    for (const [index, lineCopy] of copies.entries()) {
      const leaf = numberedColumn === undefined ? undefined : lineCopy.leaves.get(numberedColumn);
      if (leaf?.text !== undefined) leaf.text = incrementDigits(leaf.text, index + 1);
    }
    this.lines.push(...copies);
  }

  /** Removes a line with everything in it. The other lines lose their carried-over marks and origins. */
  removeLine(line: number): void {
    this.lines.splice(line, 1);
    this.growTo(1);
    this.expandedLine = undefined;
    this.shownLine = Math.min(this.shownLine, this.lines.length - 1);
    for (const remainingLine of this.lines) {
      remainingLine.isCarriedOver = false;
      remainingLine.forgetOrigins();
    }
  }
}

const parsedPaths = new Map<string, Path>();
/** Parsed steps of a path relative to its group. The cache is bounded by the number of contract fields. */
export function parseCachedPath(relativePath: string): Path {
  const cachedPath = parsedPaths.get(relativePath);
  if (cachedPath) return cachedPath;
  const parsedPath = readPath(relativePath);
  parsedPaths.set(relativePath, parsedPath);
  return parsedPath;
}

/**
 * The contents of a form as a tree: the body with its fields and lists, lists with lines, which again have fields and
 * lists. Nodes are found by path (`Containers[2].Skus[0].Duty.Value`); adding, copying or removing a line moves all its
 * state with it.
 */
export class FormTree {
  root = $state.raw(new Group());
  /** Lines were removed, so indexes no longer match those the form began with. */
  hasRemovedLines = false;

  clear(): void {
    this.root = new Group();
    this.hasRemovedLines = false;
  }

  /** Records the current lines as those the form began with. */
  markOriginalLines(): void {
    for (const [, { lines }] of this.lists()) for (const [index, line] of lines.entries()) line.originalIndex = index;
  }

  /** The field at a path; undefined if the tree has no such field yet. */
  findLeaf(path: string): Leaf | undefined {
    const { lines, rest } = splitAtLines(path);
    return this.#findGroup(lines)?.findLeaf(rest);
  }

  /** The field at a path; creates it and the lines above it if missing. */
  ensureLeaf(path: string): Leaf {
    const { lines, rest } = splitAtLines(path);
    return this.#ensureGroup(lines).ensureLeaf(rest);
  }

  findList(path: string): List | undefined {
    const { lines, rest } = splitAtLines(path);
    return this.#findGroup(lines)?.findList(rest);
  }

  ensureList(path: string): List {
    const { lines, rest } = splitAtLines(path);
    return this.#ensureGroup(lines).ensureList(rest);
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
    const originalIndexes = this.linesAlong(path).map((line) => line?.originalIndex);
    if (originalIndexes.includes(undefined)) return undefined;
    return withLines(path, originalIndexes);
  }

  /** Stores an original value that cannot be typed; sent unchanged until something is typed there. */
  setEmptyValue(path: string, value: unknown): void {
    const { lines, rest } = splitAtLines(path);
    this.#ensureGroup(lines).emptyValues.set(rest, value);
  }

  /**
   * Drops the stored empty values that a text typed at `path` replaces: its own, and those of the lists and objects
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
    for (const { list: relativePath, line } of lines) {
      const list = group.ensureList(relativePath);
      list.growTo(line + 1);
      group = list.lines[line] ?? group;
    }
    return group;
  }
}

function* leavesIn(group: Group, groupPath: string): Generator<[path: string, leaf: Leaf]> {
  for (const [relativePath, leaf] of group.leaves) yield [joinPaths(groupPath, relativePath), leaf];
  for (const [relativePath, { lines }] of group.lists)
    for (const [line, lineGroup] of lines.entries())
      yield* leavesIn(lineGroup, lineAt(joinPaths(groupPath, relativePath), line));
}

function* listsIn(group: Group, groupPath: string): Generator<[path: string, list: List]> {
  for (const [relativePath, list] of group.lists) {
    const path = joinPaths(groupPath, relativePath);
    yield [path, list];
    for (const [line, lineGroup] of list.lines.entries()) yield* listsIn(lineGroup, lineAt(path, line));
  }
}

function clearEmptyValueAt({ emptyValues }: Group, relativePath: string): void {
  if (emptyValues.size === 0) return;
  for (const emptyPath of emptyValues.keys())
    if (emptyPath === '' || emptyPath === relativePath || relativePath.startsWith(`${emptyPath}.`))
      emptyValues.delete(emptyPath);
}

/** Texts of leaves that were typed or filled in, including emptied ones. */
export function* enteredTexts(leaves: Iterable<[path: string, Leaf]>): Generator<[path: string, text: string]> {
  for (const [path, { text }] of leaves) if (text !== undefined) yield [path, text];
}

/**
 * Fills a form from a body. `formPathOf` returns the path of the field in which a leaf of the body is typed. Values
 * that cannot be typed, such as empty lists, are stored as they are.
 */
export function fillTree(
  tree: FormTree,
  body: unknown,
  leftOutLists: readonly string[],
  formPathOf: (path: string) => string,
): void {
  tree.clear();
  for (const list of leftOutLists) tree.ensureList(list).isLeftOut = true;
  for (const [path, value] of leavesOf(body)) {
    if (value === '' || typeof value === 'object') {
      tree.setEmptyValue(path, value);
      continue;
    }
    const leaf = tree.ensureLeaf(formPathOf(path));
    const text = writeField(value, choices.locale);
    leaf.text = leaf.text === undefined ? text : `${leaf.text}, ${text}`;
  }
  tree.markOriginalLines();
}

/** The body and problems read from the fields of a form. */
export interface ReadTree {
  body: Record<string, unknown>;
  /** Texts that cannot be read as their field's type, by path. */
  issues: Map<string, FieldIssue>;
  /** Problems set on single fields by the desk, by path. */
  deskIssues: Map<string, FieldIssue>;
  /** Maps a path of the body, which omits empty lines, to the form's own path. */
  toFormPath: (path: string) => string;
}

/** Reads a form into its body. Blank fields are omitted, and so are blank lines between others. */
export function readTree(root: Group, fields: ReadonlyMap<string, FieldDescription>, locale: string): ReadTree {
  const issues = new Map<string, FieldIssue>();
  const foundDeskIssues = new Map<string, FieldIssue>();
  /** Per list, the form indexes of the lines in the body. */
  const bodyLines = new Map<List, number[]>();

  /**
   * Returns undefined for a line with nothing to send. `pathPrefix` is its path, `templatePrefix` its path in the
   * contract, each with a trailing dot.
   */
  function readGroup(group: Group, pathPrefix: string, templatePrefix: string): unknown {
    const body: Record<string, unknown> = {};
    let hasValue = false;
    const setValue = (relativePath: string, value: unknown): void => {
      hasValue = true;
      putLeaf(body, parseCachedPath(relativePath), value);
    };
    for (const [relativePath, value] of group.emptyValues)
      if (relativePath !== '' && group.findList(relativePath)?.isLeftOut !== true)
        setValue(relativePath, structuredClone(value));
    for (const [relativePath, leaf] of group.leaves) {
      const { text } = leaf;
      if (leaf.deskIssue) foundDeskIssues.set(pathPrefix + relativePath, leaf.deskIssue);
      if (text === undefined) continue;
      // Looked up once: a field stays the same wherever its line moves.
      leaf.field ??= fields.get(templatePrefix + relativePath) ?? null;
      if (leaf.field === null) continue;
      const reading = leaf.readValue(leaf.field, text, locale);
      if ('issue' in reading) issues.set(pathPrefix + relativePath, reading.issue);
      else if (reading.value !== undefined) setValue(relativePath, reading.value);
    }
    for (const [relativePath, list] of group.lists) {
      if (list.isLeftOut) continue;
      const lines = readList(list, pathPrefix + relativePath, templatePrefix + relativePath);
      // A list of plain texts is typed in one field.
      if (lines.length > 0 && group.findLeaf(relativePath)?.text === undefined) setValue(relativePath, lines);
    }
    return hasValue ? body : structuredClone(group.emptyValues.get(''));
  }

  function readList(list: List, path: string, template: string): unknown[] {
    const lineIndexes: number[] = [];
    const lines: unknown[] = [];
    const innerTemplate = fieldInAnyLine(template, '');
    for (const [line, group] of list.lines.entries()) {
      const lineValue = readGroup(group, `${lineAt(path, line)}.`, innerTemplate);
      if (lineValue === undefined) continue;
      lineIndexes.push(line);
      lines.push(lineValue);
    }
    bodyLines.set(list, lineIndexes);
    return lines;
  }

  function formPathOf(path: string): string {
    const { lines, rest } = splitAtLines(path);
    let group: Group | undefined = root;
    let formPath = '';
    for (const { list: relativePath, line } of lines) {
      const list: List | undefined = group?.findList(relativePath);
      const formLine: number = (list && bodyLines.get(list)?.[line]) ?? line;
      formPath = lineAt(joinPaths(formPath, relativePath), formLine);
      group = list?.lines[formLine];
    }
    return rest === '' ? formPath : joinPaths(formPath, rest);
  }

  const rootValue = readGroup(root, '', '');
  const body = isObject(rootValue) ? rootValue : {};
  return { body, issues, deskIssues: foundDeskIssues, toFormPath: formPathOf };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
