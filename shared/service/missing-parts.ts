import { findCreate } from '../creates/create-kinds.ts';
import { missingParts, type MissingPart } from '../creates/create-record.ts';
import { readPath } from '../path/path.ts';
import { valueAt } from './value-at.ts';

/**
 * What a create needs to make sense, beyond what the contract requires. The service's interface has no cancel, so
 * a person confirms before an order with missing parts is sent.
 */

/** Whether a value is filled in: a text that is not blank, a number, or anything inside a list or object. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
  return Object.values(value).some(isFilled);
}

/**
 * The parts that a create's body needs to make sense and does not have, each with the fields that would supply it
 * (`Package.Skus`); empty for unknown kinds.
 */
export function missingPartsOf(endpoint: number, body: unknown): { part: MissingPart; paths: readonly string[] }[] {
  return missingParts.flatMap((part) => {
    const paths = findCreate(endpoint)?.neededFields[part];
    return paths === undefined || paths.some((path) => isFilled(valueAt(body, readPath(path))))
      ? []
      : [{ part, paths }];
  });
}
