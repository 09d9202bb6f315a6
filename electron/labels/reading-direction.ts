import bidiFactory from 'bidi-js';

export type TextDirection = 'ltr' | 'rtl';

// The package's types declare a module, but it exports a function.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

const RTL =
  '\\u0590-\\u08ff\\u200f\\u202b\\u202e\\u2067\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const ANY_RTL = new RegExp(`[${RTL}]`, 'u');
const FIRST_LETTER = /\p{L}/u;

// The library reads half a surrogate pair as a left-to-right letter.
const RTL_BEYOND_16_BITS = /[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
const TWO_RTL_LETTERS = '\u05d0\u05d0';

export function hasRightToLeft(text: string): boolean {
  return ANY_RTL.test(text);
}

/** Direction of the first letter, regardless of surrounding isolates; undefined without letters. */
export function directionOf(text: string): TextDirection | undefined {
  const letter = FIRST_LETTER.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return hasRightToLeft(letter) ? 'rtl' : 'ltr';
}

/** The embedding level of each UTF-16 unit (Unicode annex 9); odd is right to left. */
export function levelsOf(text: string, direction: TextDirection): Uint8Array {
  if (direction === 'ltr' && !hasRightToLeft(text)) return new Uint8Array(text.length);
  return bidi.getEmbeddingLevels(text.replace(RTL_BEYOND_16_BITS, TWO_RTL_LETTERS), direction).levels;
}

/** Reorders runs from logical to visual order, left to right (rule L2 of annex 9). */
export function toVisualOrder<T extends { readonly level: number }>(runs: readonly T[]): T[] {
  const order = [...runs];
  const highest = Math.max(0, ...runs.map((run) => run.level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      if ((order[start] as T).level < level) continue;
      let end = start;
      while (end < order.length && (order[end] as T).level >= level) end++;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}
