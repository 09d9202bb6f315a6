/** A path in a JSON value and the value there; undefined if there is none (JSON itself has no undefined). */
export interface LocatedValue {
  path: (string | number)[];
  value: unknown;
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of any JSON value; undefined if there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return typeof name === 'number' ? inner[name] : undefined;
    return isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  }, value);
}

/**
 * All paths that match a pattern of names, `*` matching every entry of a list. A missing name yields one path with the
 * value undefined; a missing or empty list yields none.
 */
export function valuesAt(value: unknown, pattern: readonly string[]): LocatedValue[] {
  return pattern.reduce<LocatedValue[]>(
    (locatedValues, name) =>
      locatedValues.flatMap((located) => {
        if (name !== '*') return [{ path: [...located.path, name], value: valueAt(located.value, [name]) }];
        if (!Array.isArray(located.value)) return [];
        return located.value.map((entry: unknown, index) => ({ path: [...located.path, index], value: entry }));
      }),
    [{ path: [], value }],
  );
}
