/** Storage of the fake desk that survives a reload. A real desk outlives the page; the fake one lives in the page. */
export function reloadSafeStore() {
  const storageKey = 'fake desk remembers';
  const sessionStore = (
    globalThis as { sessionStorage?: { getItem(n: string): string | null; setItem(n: string, t: string): void } }
  ).sessionStorage;
  const valuesByName = new Map<string, unknown>(
    JSON.parse(sessionStore?.getItem(storageKey) ?? '[]') as [string, unknown][],
  );
  return {
    get: (name: string): unknown => valuesByName.get(name),
    has: (name: string): boolean => valuesByName.has(name),
    set(name: string, value: unknown): void {
      if (value === null) valuesByName.delete(name);
      else valuesByName.set(name, value);
      sessionStore?.setItem(storageKey, JSON.stringify([...valuesByName]));
    },
  };
}
