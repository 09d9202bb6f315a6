import * as z from 'zod';
import { origins } from './tree/nodes.svelte.ts';

// more lines than this are nobody's typing
const path = z.string().regex(/^(?!.*\[\d{6})/s);
const number = z.int().min(0).max(99_999);
const paths = z.array(path);
const numbers = z.array(z.tuple([path, number]));
/** Of all lists together: more is nobody's typing, and lists within lists would multiply it. */
const maxLines = 20_000;
const listLengths = numbers.refine((lists) => lists.reduce((sum, [, lines]) => sum + lines, 0) <= maxLines);
const texts = z.array(z.tuple([path, z.string()]));

/** What is asked again in a form that was begun from another. */
const keptAsked = z.object({
  from: z.enum(['carried', 'template']),
  /** as the contract names them, and single fields of lines */
  fields: paths,
  /** how many lines of each list came over */
  lines: numbers,
  /** fields that were filled as a whole since */
  answered: paths.optional(),
});

/** What a form keeps over a reload. Forms kept by earlier versions have less of it. */
const keptForm = z.object({
  texts,
  /** how many lines each list has */
  lists: listLengths,
  /** lines and the number each had when the form began, where they are no longer the same */
  came: numbers.optional(),
  leftOut: paths,
  /** fields that somebody went past */
  left: paths.optional(),
  origins: z.array(z.tuple([path, z.enum(origins)])).optional(),
  /** those of them that somebody looked at */
  seen: paths.optional(),
  asked: keptAsked.optional(),
});
export type KeptForm = z.infer<typeof keptForm>;

const keptWhole = keptForm.extend({
  whole: z.string().optional(),
  /** when it was kept (ms) */
  at: z.number().optional(),
  /** practice or live */
  of: z.string().optional(),
});
export type KeptWhole = z.infer<typeof keptWhole>;

/** What was typed since a form was kept as a whole. */
const typedSince = z.object({
  /** the whole it belongs to */
  whole: z.string(),
  at: z.number(),
  texts,
  of: z.string().optional(),
});
export type TypedSinceWhole = z.infer<typeof typedSince>;

/** Nothing is kept any more, since then (ms). */
const gone = z.object({ gone: z.number(), of: z.string().optional() });
export type Gone = z.infer<typeof gone>;

// what a desk or a page's store gives back may be anything
export const isKept = (value: unknown): value is KeptWhole => keptWhole.safeParse(value).success;
export const isTyped = (value: unknown): value is TypedSinceWhole => typedSince.safeParse(value).success;
export const isGone = (value: unknown): value is Gone => gone.safeParse(value).success;
