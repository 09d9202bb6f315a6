const expectedWords: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** The type a schema expects, worded for messages; takes zod's type names. */
export const expectedWord = (type: string): string => expectedWords[type] ?? type;

/** The type of a JSON value, in the same words. */
export function typeWord(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : 'no finite number';
  return expectedWord(typeof value);
}
