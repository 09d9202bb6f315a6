/** The non-empty text at a path; null if there is none. */
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
