/** Storage of the fake desk that survives a reload: a real desk outlives the page, but this one lives in it. */
export function keptOverReload() {
  const place = 'fake desk remembers';
  const store = (
    globalThis as { sessionStorage?: { getItem(n: string): string | null; setItem(n: string, t: string): void } }
  ).sessionStorage;
  const all = new Map<string, unknown>(JSON.parse(store?.getItem(place) ?? '[]') as [string, unknown][]);
  return {
    get: (name: string): unknown => all.get(name),
    has: (name: string): boolean => all.has(name),
    set(name: string, value: unknown): void {
      if (value === null) all.delete(name);
      else all.set(name, value);
      store?.setItem(place, JSON.stringify([...all]));
    },
  };
}
