/** A text that is not empty, by its path; null where there is none. */
export function stringAt(value: unknown, path: readonly string[]): string | null {
  const found = path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<string, unknown>)[name]
        : undefined,
    value,
  );
  return typeof found === 'string' && found !== '' ? found : null;
}
