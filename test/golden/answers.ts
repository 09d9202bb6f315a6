/**
 * Lists each path of some JSON values with the types that occur there. Paths in `opaquePaths` are not descended into.
 */
export function typesByPath(values: readonly unknown[], opaquePaths: ReadonlySet<string> = new Set()): string[] {
  const kindsByPath = new Map<string, Set<string>>();
  const recordValue = (path: string, value: unknown): void => {
    const kinds = kindsByPath.get(path) ?? new Set<string>();
    kindsByPath.set(path, kinds);
    if (Array.isArray(value)) {
      kinds.add('list');
      if (opaquePaths.has(path)) return;
      for (const child of value) recordValue(`${path}[]`, child);
    } else if (value !== null && typeof value === 'object') {
      kinds.add('object');
      if (!opaquePaths.has(path))
        for (const [name, child] of Object.entries(value)) recordValue(`${path}.${name}`, child);
    } else kinds.add(value === null ? 'null' : typeof value);
  };
  for (const value of values) recordValue('', value);
  return [...kindsByPath]
    .filter(([path, kinds]) => path !== '' && !(kinds.size === 1 && kinds.has('object') && !opaquePaths.has(path)))
    .map(([path, kinds]) => `${path}: ${[...kinds].toSorted().join(' | ')}`)
    .toSorted();
}
