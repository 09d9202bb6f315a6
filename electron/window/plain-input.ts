import { longestCall } from '../../shared/import-limit.ts';

/**
 * What came over a channel as plain JSON values, the same as the browser host would have received; undefined where it is
 * none, or too long. A channel carries more than JSON: circles, maps, typed arrays of any size.
 */
export function plainInput(value: unknown): { input: unknown } | undefined {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' && text.length <= longestCall ? { input: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}
