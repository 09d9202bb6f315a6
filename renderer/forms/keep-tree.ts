import type { AskedFields } from './asked-fields.svelte.ts';
import type { KeptForm } from './kept-shape.ts';
import type { FormTree } from './tree/form-tree.svelte.ts';
import type { Group, Origin } from './tree/nodes.svelte.ts';
import { lineAt, linesIn } from '../../shared/path/path.ts';

/** What stands in a form, as it is kept over a reload. */
export function keepTree(tree: FormTree, asked: AskedFields): KeptForm {
  const leaves = [...tree.leaves()];
  const lists = [...tree.lists()];
  const pathsOf = (has: (leaf: (typeof leaves)[number][1]) => boolean): string[] =>
    leaves.filter(([, leaf]) => has(leaf)).map(([path]) => path);
  const lines = lists.flatMap(([list, { lines }]) => lines.map((line, at) => ({ path: lineAt(list, at), line })));
  return {
    texts: leaves.flatMap(([path, { text }]): [string, string][] => (text === undefined ? [] : [[path, text]])),
    lists: lists.flatMap(([path, { lines }]): [string, number][] => (lines.length > 1 ? [[path, lines.length]] : [])),
    ...(tree.moved && {
      came: lines.flatMap(({ path, line: { came } }): [string, number][] => (came === undefined ? [] : [[path, came]])),
    }),
    leftOut: lists.filter(([, { leftOut }]) => leftOut).map(([path]) => path),
    left: pathsOf(({ left }) => left),
    origins: leaves.flatMap(([path, { origin }]): [string, Origin][] => (origin ? [[path, origin]] : [])),
    seen: pathsOf(({ origin, seen }) => origin !== undefined && seen),
    ...(asked.on && {
      asked: {
        from: asked.from,
        fields: [...asked.fields, ...pathsOf((leaf) => leaf.asked)],
        lines: lists.map(([path, { lines }]) => [path, lines.filter(({ stays }) => stays).length]),
        answered: pathsOf(({ answered }) => answered),
      },
    }),
  };
}

/** Brings back what was kept of a form; what it began with, where no text says otherwise, is taken from how it stands. */
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

// `same`: no line has moved, each is what it was when the form began
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
