/** A place in a JSON value, and what stands there; undefined where nothing does (JSON itself has no undefined). */
export interface ValueAt {
  path: (string | number)[];
  value: unknown;
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a place of any JSON value; undefined where there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return typeof name === 'number' ? inner[name] : undefined;
    return isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  }, value);
}

/**
 * All places that a pattern of names names, `*` being every entry of a list. A name that is not there ends in one place
 * with an undefined value; a list that is not there, or empty, has no places.
 */
export function valuesAt(value: unknown, pattern: readonly string[]): ValueAt[] {
  return pattern.reduce<ValueAt[]>(
    (places, name) =>
      places.flatMap((place) => {
        if (name !== '*') return [{ path: [...place.path, name], value: valueAt(place.value, [name]) }];
        if (!Array.isArray(place.value)) return [];
        return place.value.map((entry: unknown, index) => ({ path: [...place.path, index], value: entry }));
      }),
    [{ path: [], value }],
  );
}
