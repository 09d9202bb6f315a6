import { join, lineAt, type Path } from './path.ts';

/** Every leaf of a body with its path, `Package.Skus[0].Sku`; empty lists and objects count as leaves. */
export function leavesOf(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[path, value]];
  const inner = Array.isArray(value)
    ? value.flatMap((item, at) => leavesOf(item, lineAt(path, at)))
    : Object.entries(value).flatMap(([name, item]) => leavesOf(item, join(path, name)));
  return inner.length === 0 && path !== '' ? [[path, value]] : inner;
}

/**
 * Puts a value into a body under construction and creates the objects and lists on the way. The path must fit what is
 * already there.
 */
export function putLeaf(body: Record<string, unknown>, path: Path, value: unknown): void {
  let at = body;
  for (const [depth, step] of path.slice(0, -1).entries()) {
    at[step] ??= typeof path[depth + 1] === 'number' ? [] : {};
    at = at[step] as Record<string, unknown>;
  }
  const last = path.at(-1);
  if (last !== undefined) at[last] = value;
}
