import type { en } from './en.ts';

/** What every language must say. The English one decides names and placeholders; tsc checks the others against it. */
export type Catalogue = typeof en;
