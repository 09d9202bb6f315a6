import { problem } from '../../shared/contract/problem.ts';

type Step = string | number;

/**
 * Copies a JSON value with the value at one path set; undefined removes it. Missing objects on the path are created; a
 * list grows only by its next entry. Throws ProblemError `invalid` if the path crosses any other value.
 */
export function setAtPath(value: unknown, way: readonly Step[], leaf: unknown): unknown {
  const [step, ...rest] = way;
  if (step === undefined || (value === undefined && leaf === undefined)) return leaf;
  return typeof step === 'number' ? inList(value, step, rest, leaf) : inObject(value, step, rest, leaf);
}

function inList(value: unknown, index: number, rest: readonly Step[], leaf: unknown): unknown[] {
  const list: unknown = value === undefined ? [] : value;
  if (!Array.isArray(list) || index > list.length) throw noPlace(`entry ${index + 1} of the list`);
  const after = setAtPath(list[index], rest, leaf);
  return list.toSpliced(index, 1, ...(after === undefined ? [] : [after]));
}

function inObject(value: unknown, name: string, rest: readonly Step[], leaf: unknown): object {
  const object: unknown = value === undefined ? {} : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) throw noPlace(name);
  // Own properties only, set by defineProperty: `__proto__` is an ordinary name here, which the contract then refuses.
  const before: unknown = Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
  const after = setAtPath(before, rest, leaf);
  const copy = { ...object };
  if (after === undefined) Reflect.deleteProperty(copy, name);
  else Object.defineProperty(copy, name, { value: after, enumerable: true, configurable: true, writable: true });
  return copy;
}

const noPlace = (what: string) => problem('invalid', `This entry has no place for ${what}.`);
