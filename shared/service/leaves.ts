/** A field wherever it stands in lists: `Package.Skus[2].Sku` is `Package.Skus[].Sku`; `[*]` stands for any line. */
export const templateOf = (path: string): string => path.replace(/\[(\d+|\*)\]/g, '[]');

/** Every leaf of a body with its path, `Package.Skus[0].Sku`; empty lists and objects are leaves too. */
export function leavesOf(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[path, value]];
  const inner = Array.isArray(value)
    ? value.flatMap((item, at) => leavesOf(item, `${path}[${at}]`))
    : Object.entries(value).flatMap(([name, item]) => leavesOf(item, path === '' ? name : `${path}.${name}`));
  return inner.length === 0 && path !== '' ? [[path, value]] : inner;
}
