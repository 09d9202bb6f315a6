import { leavesOf } from '../../shared/path/leaves.ts';
import { writeField } from './read-field.ts';

/** Every leaf of a body as a person reads it, by path. */
export const textsOfBody = (body: unknown, locale: string): Map<string, string> =>
  new Map(leavesOf(body).map(([path, leaf]) => [path, writeField(leaf, locale)]));
