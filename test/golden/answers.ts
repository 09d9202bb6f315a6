/** Each path of some JSON values with the types found there; paths in `whole` are not descended into. */
export function placesOf(values: readonly unknown[], whole: ReadonlySet<string> = new Set()): string[] {
  const found = new Map<string, Set<string>>();
  const note = (path: string, value: unknown): void => {
    const kinds = found.get(path) ?? new Set<string>();
    found.set(path, kinds);
    if (Array.isArray(value)) {
      kinds.add('list');
      if (whole.has(path)) return;
      for (const one of value) note(`${path}[]`, one);
    } else if (value !== null && typeof value === 'object') {
      kinds.add('object');
      if (!whole.has(path)) for (const [name, one] of Object.entries(value)) note(`${path}.${name}`, one);
    } else kinds.add(value === null ? 'null' : typeof value);
  };
  for (const value of values) note('', value);
  return [...found]
    .filter(([path, kinds]) => path !== '' && !(kinds.size === 1 && kinds.has('object') && !whole.has(path)))
    .map(([path, kinds]) => `${path}: ${[...kinds].toSorted().join(' | ')}`)
    .toSorted();
}
