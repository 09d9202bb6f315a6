/**
 * What a create needs to make sense to anybody, beyond what the contract requires. The service has no cancel, so a person is asked
 * before such an order is sent. It is advice, asked instead of only said.
 */
import { findCreate } from '../creates/create-kinds.ts';
import { lacks, type Lack } from '../creates/lacks.ts';
import { readPath } from '../path/path.ts';
import { valueAt } from './value-at.ts';

/** Whether anything stands there: a text that is not blank, a number, anything within a list or a part. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
  return Object.values(value).some(isFilled);
}

/** What a create's body lacks to make sense, nothing of a kind nobody knows; each with the fields that would give it (`Package.Skus`). */
export function lacksOf(endpoint: number, body: unknown): { lack: Lack; paths: readonly string[] }[] {
  return lacks.flatMap((lack) => {
    const paths = findCreate(endpoint)?.sense[lack];
    return paths === undefined || paths.some((path) => isFilled(valueAt(body, readPath(path))))
      ? []
      : [{ lack, paths }];
  });
}
