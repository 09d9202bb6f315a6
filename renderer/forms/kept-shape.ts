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
const keptAsked = z.object({
  from: z.enum(['carried', 'template']),
  /** Paths as in the contract, and paths of single fields in lines. */
  fields: paths,
  /** Per list, how many lines were carried over. */
  lines: numbers,
  /** Fields confirmed since by a fill. */
  answered: paths.optional(),
});

/** A form as saved over a reload. Forms saved by earlier versions lack the optional keys. */
const keptForm = z.object({
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
  asked: keptAsked.optional(),
});
export type KeptForm = z.infer<typeof keptForm>;

const keptWhole = keptForm.extend({
  whole: z.string().optional(),
  /** Time of the save (ms). */
  at: z.number().optional(),
  /** Practice or live. */
  of: z.string().optional(),
});
export type KeptWhole = z.infer<typeof keptWhole>;

/** Texts typed since the form was saved as a whole. */
const typedSince = z.object({
  /** Id of the whole save it belongs to. */
  whole: z.string(),
  at: z.number(),
  texts,
  of: z.string().optional(),
});
export type TypedSinceWhole = z.infer<typeof typedSince>;

/** The saved form was deleted at this time (ms). */
const gone = z.object({ gone: z.number(), of: z.string().optional() });
export type Gone = z.infer<typeof gone>;

// Values read from the desk or the page's store are not trusted.
export const isKept = (value: unknown): value is KeptWhole => keptWhole.safeParse(value).success;
export const isTyped = (value: unknown): value is TypedSinceWhole => typedSince.safeParse(value).success;
export const isGone = (value: unknown): value is Gone => gone.safeParse(value).success;
