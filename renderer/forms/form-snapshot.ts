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

  recordText(path: string, text: string): void {
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
  takeTexts(): ReadonlyMap<string, string> | null {
    const takenTexts = this.#texts;
    if (takenTexts !== null) this.#texts = new Map();
    return takenTexts;
  }
}

// Line indexes have at most five digits: nobody types more lines.
const path = z.string().regex(/^(?!.*\[\d{6})/s);
const lineNumber = z.int().min(0).max(99_999);
const paths = z.array(path);
const lineNumbers = z.array(z.tuple([path, lineNumber]));
/** Limit for all lists together: nobody types more, and nested lists would multiply it. */
const maxLines = 20_000;
const listLengths = lineNumbers.refine((lists) => lists.reduce((sum, [, lines]) => sum + lines, 0) <= maxLines);
const texts = z.array(z.tuple([path, z.string()]));

/** Fields to reconfirm in a form started from another. */
const reconfirmSchema = z.object({
  from: z.enum(['carried', 'template']),
  /** Paths as in the contract, and paths of single fields in lines. */
  fields: paths,
  /** Per list, how many lines were carried over. */
  lines: lineNumbers,
  /** Fields that a fill has confirmed since. */
  answered: paths.optional(),
});

/**
 * A form as stored over a reload, also on the desk, so the names of its fields must not change. Forms stored by earlier
 * versions lack the optional keys.
 */
const formSnapshotSchema = z.object({
  texts,
  /** Number of lines per list. */
  lists: listLengths,
  /** Line paths with the index each line had when the form began; present only if lines were removed. */
  came: lineNumbers.optional(),
  /** Lists excluded from the body. */
  leftOut: paths,
  /** Fields the user has passed. */
  left: paths.optional(),
  /** Where prefilled texts came from. */
  origins: z.array(z.tuple([path, z.enum(origins)])).optional(),
  /** Prefilled fields the user has reviewed. */
  seen: paths.optional(),
  /** Fields to reconfirm, in a form started from another. */
  asked: reconfirmSchema.optional(),
});
export type FormSnapshot = z.infer<typeof formSnapshotSchema>;

const storedSnapshotSchema = formSnapshotSchema.extend({
  /** Id of this save, to which stored changes refer. */
  whole: z.string().optional(),
  /** Time of the save (ms). */
  at: z.number().optional(),
  /** Practice or live. */
  of: z.string().optional(),
});
export type StoredSnapshot = z.infer<typeof storedSnapshotSchema>;

/** Texts typed since the form was saved as a whole. Stored on the desk, so the names of the fields must not change. */
const storedChangesSchema = z.object({
  /** Id of the whole save that these texts change: its `whole`. */
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
export function snapshotTree(tree: FormTree, fieldsToReconfirm: FieldsToReconfirm): FormSnapshot {
  const snapshot: FormSnapshot & { left: string[]; origins: [string, Origin][]; seen: string[] } = {
    texts: [],
    lists: [],
    leftOut: [],
    left: [],
    origins: [],
    seen: [],
  };
  const reconfirm: FormSnapshot['asked'] & { answered: string[] } = {
    from: fieldsToReconfirm.source,
    fields: [...fieldsToReconfirm.paths],
    lines: [],
    answered: [],
  };
  const originalIndexes: [line: string, number: number][] = [];
  for (const [path, leaf] of tree.leaves()) {
    const { text, origin } = leaf;
    if (text !== undefined) snapshot.texts.push([path, text]);
    if (origin) snapshot.origins.push([path, origin]);
    if (origin && leaf.isReviewed) snapshot.seen.push(path);
    if (leaf.isVisited) snapshot.left.push(path);
    if (leaf.mustReconfirm) reconfirm.fields.push(path);
    if (leaf.isReconfirmed) reconfirm.answered.push(path);
  }
  for (const [path, list] of tree.lists()) {
    const lines = [...list.lines];
    if (lines.length > 1) snapshot.lists.push([path, lines.length]);
    if (list.isLeftOut) snapshot.leftOut.push(path);
    reconfirm.lines.push([path, lines.filter(({ isCarriedOver }) => isCarriedOver).length]);
    for (const [index, line] of lines.entries())
      if (line.originalIndex !== undefined) originalIndexes.push([lineAt(path, index), line.originalIndex]);
  }
  return {
    ...snapshot,
    ...(tree.hasRemovedLines && { came: originalIndexes }),
    ...(fieldsToReconfirm.isActive && { asked: reconfirm }),
  };
}

/** Restores a saved form; original values that cannot be typed are taken from the form as it was started. */
export function restoreTree(tree: FormTree, fieldsToReconfirm: FieldsToReconfirm, snapshot: FormSnapshot): void {
  const originalRoot = tree.root;
  tree.clear();
  fieldsToReconfirm.clear();
  for (const [path, lines] of snapshot.lists) tree.ensureList(path).growTo(lines);
  for (const [path, text] of snapshot.texts) tree.ensureLeaf(path).text = text;
  for (const path of snapshot.leftOut) tree.ensureList(path).isLeftOut = true;
  for (const path of snapshot.left ?? []) tree.ensureLeaf(path).isVisited = true;
  const reviewedPaths = new Set(snapshot.seen);
  for (const [path, origin] of snapshot.origins ?? [])
    Object.assign(tree.ensureLeaf(path), { origin, isReviewed: reviewedPaths.has(path) });
  tree.hasRemovedLines = snapshot.came !== undefined;
  for (const [path, index] of snapshot.came ?? []) {
    const line = tree.linesAlong(path).at(-1);
    if (line && linesIn(path).length > 0) line.originalIndex = index;
  }
  copyEmptyValues(originalRoot, tree.root, !tree.hasRemovedLines);
  for (const [path] of snapshot.texts) tree.clearEmptyValue(path);
  if (!snapshot.asked) return;
  fieldsToReconfirm.begin(snapshot.asked.from, snapshot.asked.fields, snapshot.asked.lines);
  for (const path of snapshot.asked.answered ?? []) tree.ensureLeaf(path).isReconfirmed = true;
}

// `hasSameLines`: no line was removed, so each keeps its original index.
function copyEmptyValues(original: Group, current: Group, hasSameLines: boolean): void {
  for (const [relativePath, value] of original.emptyValues) current.emptyValues.set(relativePath, value);
  for (const [relativePath, list] of original.lists) {
    for (const [index, line] of current.ensureList(relativePath).lines.entries()) {
      if (hasSameLines) line.originalIndex = list.lines[index]?.originalIndex;
      const originalLine = line.originalIndex === undefined ? undefined : list.lines[line.originalIndex];
      if (originalLine) copyEmptyValues(originalLine, line, hasSameLines);
    }
  }
}
