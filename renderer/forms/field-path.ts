/**
 * Paths of fields in a body as the contract writes them, `Package.Skus[].Sku`, and with the line's number in a form,
 * `Package.Skus[0].Sku`. Issues write them as JSONPath, `$.Package.Skus[0].Sku`.
 */
export const templateOf = (path: string): string => path.replace(/\[\d+\]/g, '[]');
export const inLine = (template: string, line: number): string => template.replace('[]', `[${line}]`);
export const fromJsonPath = (jsonPath: string): string => jsonPath.replace(/^\$\.?/, '');
export const lastName = (path: string): string => path.split('.').at(-1) ?? path;

export function segmentsOf(path: string): (string | number)[] {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}

type Values = Record<string, unknown> | unknown[];

/** Puts a value into a body, making the objects and lists on the way. */
export function putAt(body: Record<string, unknown>, path: string, value: unknown): void {
  const segments = segmentsOf(path);
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

/** Every leaf of a body with its path; empty lists and objects have none. */
export function leavesOf(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (Array.isArray(value)) return value.flatMap((item, at) => leavesOf(item, `${path}[${at}]`));
  if (!isValues(value)) return value === undefined ? [] : [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}
