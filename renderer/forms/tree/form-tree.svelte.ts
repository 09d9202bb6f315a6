import { splitAtLines, join, lineAt, withLines } from '../../../shared/path/path.ts';
import { Group, type Leaf, type List } from './nodes.svelte.ts';

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

function clearEmptyValueAt({ emptyValues: bare }: Group, at: string): void {
  if (bare.size === 0) return;
  for (const one of bare.keys()) if (one === '' || one === at || at.startsWith(`${one}.`)) bare.delete(one);
}

/** Texts of leaves that were typed or filled in, including emptied ones. */
export function* textsOf(leaves: Iterable<[path: string, Leaf]>): Generator<[path: string, text: string]> {
  for (const [path, { text }] of leaves) if (text !== undefined) yield [path, text];
}
