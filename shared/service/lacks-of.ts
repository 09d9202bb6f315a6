import { findCreate } from '../creates/create-kinds.ts';
import { lacks, type Lack } from '../creates/create-record.ts';
import { readPath } from '../path/path.ts';
import { valueAt } from './value-at.ts';

/**
 * What a create needs to make sense, beyond what the contract requires. The service has no cancel, so a person is asked
 * to confirm before such an order is sent.
 */

/** Whether a value is filled in: a text that is not blank, a number, or anything inside a list or object. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
  return Object.values(value).some(isFilled);
}

/**
 * What a create's body lacks to make sense, each with the fields that would supply it (`Package.Skus`); empty for
 * unknown kinds.
 */
export function lacksOf(endpoint: number, body: unknown): { lack: Lack; paths: readonly string[] }[] {
  return lacks.flatMap((lack) => {
    const paths = findCreate(endpoint)?.sense[lack];
    return paths === undefined || paths.some((path) => isFilled(valueAt(body, readPath(path))))
      ? []
      : [{ lack, paths }];
  });
}
