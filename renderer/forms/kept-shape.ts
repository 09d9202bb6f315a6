import * as z from 'zod';
import { origins } from './tree/nodes.svelte.ts';

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
