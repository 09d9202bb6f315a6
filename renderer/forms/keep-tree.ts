import type { FieldsToReconfirm } from './asked-fields.svelte.ts';
import type { FormSnapshot } from './kept-shape.ts';
import type { FormTree } from './tree/form-tree.svelte.ts';
import type { Group, Origin } from './tree/nodes.svelte.ts';
import { lineAt, linesIn } from '../../shared/path/path.ts';

/** The state of a form as saved over a reload. */
export function snapshotTree(tree: FormTree, asked: FieldsToReconfirm): FormSnapshot {
  const kept: FormSnapshot & { left: string[]; origins: [string, Origin][]; seen: string[] } = {
    texts: [],
    lists: [],
    leftOut: [],
    left: [],
    origins: [],
    seen: [],
  };
  const again: FormSnapshot['asked'] & { answered: string[] } = {
    from: asked.from,
    fields: [...asked.fields],
    lines: [],
    answered: [],
  };
  const came: [line: string, number: number][] = [];
  for (const [path, leaf] of tree.leaves()) {
    const { text, origin } = leaf;
    if (text !== undefined) kept.texts.push([path, text]);
    if (origin) kept.origins.push([path, origin]);
    if (origin && leaf.seen) kept.seen.push(path);
    if (leaf.isVisited) kept.left.push(path);
    if (leaf.mustReconfirm) again.fields.push(path);
    if (leaf.isReconfirmed) again.answered.push(path);
  }
  for (const [path, list] of tree.lists()) {
    const lines = [...list.lines];
    if (lines.length > 1) kept.lists.push([path, lines.length]);
    if (list.isLeftOut) kept.leftOut.push(path);
    again.lines.push([path, lines.filter(({ isCarriedOver: stays }) => stays).length]);
    for (const [at, line] of lines.entries())
      if (line.originalIndex !== undefined) came.push([lineAt(path, at), line.originalIndex]);
  }
  return { ...kept, ...(tree.linesMoved && { came }), ...(asked.isActive && { asked: again }) };
}

/** Restores a saved form; original values that cannot be typed are taken from the form as it was started. */
export function restoreTree(tree: FormTree, asked: FieldsToReconfirm, kept: FormSnapshot): void {
  const began = tree.root;
  tree.clear();
  asked.clear();
  for (const [path, lines] of kept.lists) tree.list(path).grow(lines);
  for (const [path, text] of kept.texts) tree.leaf(path).text = text;
  for (const path of kept.leftOut) tree.list(path).isLeftOut = true;
  for (const path of kept.left ?? []) tree.leaf(path).isVisited = true;
  const seen = new Set(kept.seen);
  for (const [path, origin] of kept.origins ?? []) Object.assign(tree.leaf(path), { origin, seen: seen.has(path) });
  tree.linesMoved = kept.came !== undefined;
  for (const [path, number] of kept.came ?? []) {
    const line = tree.linesAlong(path).at(-1);
    if (line && linesIn(path).length > 0) line.originalIndex = number;
  }
  copyEmptyValues(began, tree.root, !tree.linesMoved);
  for (const [path] of kept.texts) tree.clearEmptyValue(path);
  if (!kept.asked) return;
  asked.begin(kept.asked.from, kept.asked.fields, kept.asked.lines);
  for (const path of kept.asked.answered ?? []) tree.leaf(path).isReconfirmed = true;
}

// `same`: no line has moved, so each keeps its original index.
function copyEmptyValues(began: Group, now: Group, same: boolean): void {
  for (const [at, value] of began.emptyValues) now.emptyValues.set(at, value);
  for (const [at, list] of began.lists) {
    for (const [number, line] of now.list(at).lines.entries()) {
      if (same) line.originalIndex = list.lines[number]?.originalIndex;
      const before = line.originalIndex === undefined ? undefined : list.lines[line.originalIndex];
      if (before) copyEmptyValues(before, line, same);
    }
  }
}
