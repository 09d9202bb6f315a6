import { lineAt, linesIn } from '../../shared/path/path.ts';
import type { FieldsToReconfirm } from './fields-to-reconfirm.svelte.ts';
import { origins, type FormTree, type Group, type Origin } from './form-tree.svelte.ts';
import * as z from 'zod';

/** Texts typed since the last save, so that a large form need not be saved as a whole on each key. */
export class ChangedTexts {
  /** Called whenever something to save has changed. */
  onchange = (): void => undefined;
  /** Null if more than texts has changed. */
  #texts: Map<string, string> | null = null;

  type(path: string, text: string): void {
    this.#texts?.set(path, text);
    this.onchange();
  }

  /** Records a change of lines or marks, which requires saving the form as a whole. */
  markAllChanged(): void {
    this.#texts = null;
    this.onchange();
  }

  /** Called when the form was replaced. */
  reset(): void {
    this.#texts = null;
  }

  /** Called when the form is saved as a whole. */
  startTracking(): void {
    this.#texts = new Map();
  }

  /** Texts typed since tracking started or since the last call; null if the form must be saved as a whole. */
  take(): ReadonlyMap<string, string> | null {
    const typed = this.#texts;
    if (typed !== null) this.#texts = new Map();
    return typed;
  }
}

// Nobody types more lines than this.
const path = z.string().regex(/^(?!.*\[\d{6})/s);
const number = z.int().min(0).max(99_999);
const paths = z.array(path);
const numbers = z.array(z.tuple([path, number]));
/** Limit for all lists together: nobody types more, and nested lists would multiply it. */
const maxLines = 20_000;
const listLengths = numbers.refine((lists) => lists.reduce((sum, [, lines]) => sum + lines, 0) <= maxLines);
const texts = z.array(z.tuple([path, z.string()]));

/** Fields to reconfirm in a form started from another. */
const reconfirmSchema = z.object({
  from: z.enum(['carried', 'template']),
  /** Paths as in the contract, and paths of single fields in lines. */
  fields: paths,
  /** Per list, how many lines were carried over. */
  lines: numbers,
  /** Fields confirmed since by a fill. */
  answered: paths.optional(),
});

/** A form as saved over a reload. Forms saved by earlier versions lack the optional keys. */
const formSnapshotSchema = z.object({
  texts,
  /** Number of lines per list. */
  lists: listLengths,
  /** Line paths with the index each line had when the form began; present only if lines were removed. */
  came: numbers.optional(),
  leftOut: paths,
  /** Fields the user has passed. */
  left: paths.optional(),
  origins: z.array(z.tuple([path, z.enum(origins)])).optional(),
  /** Prefilled fields the user has reviewed. */
  seen: paths.optional(),
  asked: reconfirmSchema.optional(),
});
export type FormSnapshot = z.infer<typeof formSnapshotSchema>;

const storedSnapshotSchema = formSnapshotSchema.extend({
  whole: z.string().optional(),
  /** Time of the save (ms). */
  at: z.number().optional(),
  /** Practice or live. */
  of: z.string().optional(),
});
export type StoredSnapshot = z.infer<typeof storedSnapshotSchema>;

/** Texts typed since the form was saved as a whole. */
const storedChangesSchema = z.object({
  /** Id of the whole save it belongs to. */
  whole: z.string(),
  at: z.number(),
  texts,
  of: z.string().optional(),
});
export type StoredChanges = z.infer<typeof storedChangesSchema>;

/** The saved form was deleted at this time (ms). */
const deletedSnapshotSchema = z.object({ gone: z.number(), of: z.string().optional() });
export type DeletedSnapshot = z.infer<typeof deletedSnapshotSchema>;

// Values read from the desk or the page's store are not trusted.
export const isStoredSnapshot = (value: unknown): value is StoredSnapshot =>
  storedSnapshotSchema.safeParse(value).success;
export const isStoredChanges = (value: unknown): value is StoredChanges => storedChangesSchema.safeParse(value).success;
export const isDeletedSnapshot = (value: unknown): value is DeletedSnapshot =>
  deletedSnapshotSchema.safeParse(value).success;

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
    again.lines.push([path, lines.filter(({ isCarriedOver }) => isCarriedOver).length]);
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
