export { leavesOf, templateOf } from '../../shared/service/leaves.ts';

/**
 * Paths of fields in a body as the contract writes them, `Package.Skus[].Sku`, and with the lines' numbers in a form,
 * `Package.Skus[0].Sku`; `[*]` stands for any line. Issues write them as JSONPath, `$.Package.Skus[0].Sku`.
 */
export const fromJsonPath = (jsonPath: string): string => jsonPath.replace(/^\$\.?/, '');
export const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
export const inLine = (list: string, line: number, column: string): string => `${list}[${line}].${column}`;

/** Every list a path lies in with the line it is in, the outermost first: `A[1].B[2].C` is in `A` 1 and `A[1].B` 2. */
export const linesIn = (path: string): { list: string; line: number }[] =>
  [...path.matchAll(/\[(\d+)\]/g)].map((found) => ({ list: path.slice(0, found.index), line: Number(found[1]) }));

export function segmentsOf(path: string): (string | number)[] {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}

type Values = Record<string, unknown> | unknown[];

/** Puts a value into a body, making the objects and lists on the way. */
export function putAt(
  body: Record<string, unknown>,
  path: string,
  value: unknown,
  segments: readonly (string | number)[] = segmentsOf(path),
): void {
  let inner: Values = body;
  segments.forEach((segment, at) => {
    if (at === segments.length - 1) set(inner, segment, value);
    else inner = descend(inner, segment, typeof segments[at + 1] === 'number');
  });
}

function set(values: Values, segment: string | number, value: unknown): void {
  if (Array.isArray(values)) values[Number(segment)] = value;
  else values[segment] = value;
}

function descend(values: Values, segment: string | number, list: boolean): Values {
  const found: unknown = Array.isArray(values) ? values[Number(segment)] : values[segment];
  if (isValues(found)) return found;
  const made: Values = list ? [] : {};
  set(values, segment, made);
  return made;
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}
