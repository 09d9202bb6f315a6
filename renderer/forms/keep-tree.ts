import type { AskedFields } from './asked-fields.svelte.ts';
import type { KeptForm } from './kept-shape.ts';
import type { FormTree } from './tree/form-tree.svelte.ts';
import type { Group, Origin } from './tree/nodes.svelte.ts';
import { lineAt, linesIn } from '../../shared/path/path.ts';

/** The state of a form as saved over a reload. */
export function keepTree(tree: FormTree, asked: AskedFields): KeptForm {
  const kept: KeptForm & { left: string[]; origins: [string, Origin][]; seen: string[] } = {
    texts: [],
    lists: [],
    leftOut: [],
    left: [],
    origins: [],
    seen: [],
  };
  const again: KeptForm['asked'] & { answered: string[] } = {
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
    if (leaf.left) kept.left.push(path);
    if (leaf.asked) again.fields.push(path);
    if (leaf.answered) again.answered.push(path);
  }
  for (const [path, list] of tree.lists()) {
    const lines = [...list.lines];
    if (lines.length > 1) kept.lists.push([path, lines.length]);
    if (list.leftOut) kept.leftOut.push(path);
    again.lines.push([path, lines.filter(({ stays }) => stays).length]);
    for (const [at, line] of lines.entries()) if (line.came !== undefined) came.push([lineAt(path, at), line.came]);
  }
  return { ...kept, ...(tree.moved && { came }), ...(asked.on && { asked: again }) };
}

/** Restores a saved form; original values that cannot be typed are taken from the form as it was started. */
export function restoreTree(tree: FormTree, asked: AskedFields, kept: KeptForm): void {
  const began = tree.root;
  tree.clear();
  asked.clear();
  for (const [path, lines] of kept.lists) tree.list(path).grow(lines);
  for (const [path, text] of kept.texts) tree.leaf(path).text = text;
  for (const path of kept.leftOut) tree.list(path).leftOut = true;
  for (const path of kept.left ?? []) tree.leaf(path).left = true;
  const seen = new Set(kept.seen);
  for (const [path, origin] of kept.origins ?? []) Object.assign(tree.leaf(path), { origin, seen: seen.has(path) });
  tree.moved = kept.came !== undefined;
  for (const [path, number] of kept.came ?? []) {
    const line = tree.linesOn(path).at(-1);
    if (line && linesIn(path).length > 0) line.came = number;
  }
  takeOver(began, tree.root, !tree.moved);
  for (const [path] of kept.texts) tree.endBare(path);
  if (!kept.asked) return;
  asked.begin(kept.asked.from, kept.asked.fields, kept.asked.lines);
  for (const path of kept.asked.answered ?? []) tree.leaf(path).answered = true;
}

// `same`: no line has moved, so each keeps its original index.
function takeOver(began: Group, now: Group, same: boolean): void {
  for (const [at, value] of began.bare) now.bare.set(at, value);
  for (const [at, list] of began.lists) {
    for (const [number, line] of now.list(at).lines.entries()) {
      if (same) line.came = list.lines[number]?.came;
      const before = line.came === undefined ? undefined : list.lines[line.came];
      if (before) takeOver(before, line, same);
    }
  }
}
