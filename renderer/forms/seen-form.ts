import type { Advice } from '../../shared/service/warnings.ts';
import type { ReadIssue } from './read-field.ts';

/** What the texts came to when they were last read. */
export interface Seen {
  body: Record<string, unknown>;
  issues: ReadonlyMap<string, ReadIssue>;
  advice: Advice[];
  isEmpty: boolean;
}

export const nothing: Seen = { body: {}, issues: new Map(), advice: [], isEmpty: true };
