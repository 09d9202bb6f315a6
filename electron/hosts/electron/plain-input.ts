import { longestCall } from '../../../shared/import/import-limit.ts';

/**
 * What came over a channel as plain JSON values, the same as the browser host would have received; undefined where it is
 * none, or too long. A channel carries more than JSON: circles, maps, typed arrays of any size.
 */
export function plainInput(value: unknown): { input: unknown } | undefined {
  try {
    const text: unknown = JSON.stringify(value, withinBounds());
    return typeof text === 'string' && text.length <= longestCall ? { input: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the writing of what is too long as soon as that is known: a page would else hold the main process up for as long as it likes. */
function withinBounds(): (key: string, value: unknown) => unknown {
  let left = longestCall;
  return (_key, value) => {
    left -= typeof value === 'string' ? value.length : 1;
    if (left < 0 || ArrayBuffer.isView(value)) throw new RangeError();
    return value;
  };
}
