import type { Part, Place, Request } from './request-case.ts';

type Step = string | number;

const stepsOf = (place: Place): Step[] => {
  const inside = [...place.path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
  return place.in === 'request' ? inside : [place.in, ...inside];
};

/** A copy in which `name` is an own property, as JSON.parse makes it, even for the name `__proto__`. */
const withOwn = (object: object, name: Step, value: unknown): object => {
  const copy = Array.isArray(object) ? [...(object as unknown[])] : { ...object };
  return Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
};

const child = (parent: unknown, step: Step): unknown =>
  typeof parent === 'object' && parent !== null && Object.hasOwn(parent, step)
    ? (parent as Record<Step, unknown>)[step]
    : undefined;

const changed = (value: unknown, steps: readonly Step[], edit: (parent: object, last: Step) => object): object => {
  const [step, ...rest] = steps;
  if (step === undefined) throw new Error('The place is the request itself.');
  const parent = value ?? {};
  return rest.length === 0 ? edit(parent, step) : withOwn(parent, step, changed(child(parent, step), rest, edit));
};

/** The value at a place, or undefined if there is none. */
export const at = (request: unknown, place: Place): unknown => stepsOf(place).reduce(child, request);

/** The request with `value` at the place; the rest is shared with the original. */
export const set = (request: Request, part: Part, path: string, value: unknown): Request =>
  changed(request, stepsOf({ in: part, path }), (parent, last) => withOwn(parent, last, value)) as Request;

/** The request without the name at the place. */
export const drop = (request: Request, part: Part, path: string): Request =>
  changed(request, stepsOf({ in: part, path }), (parent, last) =>
    Object.fromEntries(Object.entries(parent).filter(([name]) => name !== last)),
  ) as Request;

/** The request with the name at the place spelt differently, and its value kept. */
export const rename = (request: Request, part: Part, path: string, name: string): Request =>
  set(
    drop(request, part, path),
    part,
    `${path.slice(0, path.lastIndexOf('.'))}.${name}`,
    at(request, { in: part, path }),
  );
