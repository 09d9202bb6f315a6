import { leavesOf } from '../../shared/path/leaves.ts';
import { writeField } from './read-field.ts';

/** Texts of all leaves of a body, by path, as shown to the user. */
export const textsOfBody = (body: unknown, locale: string): Map<string, string> =>
  new Map(leavesOf(body).map(([path, leaf]) => [path, writeField(leaf, locale)]));
