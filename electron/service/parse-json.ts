export type Parsed = { ok: true; json: unknown } | { ok: false };

/** Parses JSON without throwing. */
export function parseJson(text: string): Parsed {
  try {
    return { ok: true, json: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
