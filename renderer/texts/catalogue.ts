import type { en } from './en.ts';

/** The texts of a language. English defines names and placeholders; tsc checks the others against it. */
export type Catalogue = typeof en;
