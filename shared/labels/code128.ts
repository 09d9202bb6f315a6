// Widths of bar, space, bar, space, bar, space for the values 0 to 105, and with a seventh bar for stop (ISO/IEC
// 15417).
const WIDTHS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 ' +
  '223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 ' +
  '112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 ' +
  '311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 ' +
  '122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112';

/** The modules of each value as 1 (bar) and 0 (space). */
export const PATTERNS: readonly string[] = WIDTHS.split(' ').map((widths) =>
  Array.from(widths, (width, index) => (index % 2 === 0 ? '1' : '0').repeat(Number(width))).join(''),
);

export const STOP = 106;

type CodeSet = 'A' | 'B' | 'C';

const SETS: readonly CodeSet[] = ['A', 'B', 'C'];
const START: Readonly<Record<CodeSet, number>> = { A: 103, B: 104, C: 105 };
const SWITCH: Readonly<Record<CodeSet, number>> = { A: 101, B: 100, C: 99 };
const SHIFT = 98;

/** The cheapest encoding of a text from a position on: the values of its next step, and set and position after it. */
interface Encoding {
  readonly cost: number;
  readonly values: readonly number[];
  readonly set: CodeSet;
  readonly next: number;
}

/** The value of the character (in set C of the digit pair) at a position; undefined if the set lacks it. */
function valueIn(set: CodeSet, text: string, index: number): number | undefined {
  const code = text.charCodeAt(index);
  if (set === 'C') {
    const [tens, ones] = [code - 48, text.charCodeAt(index + 1) - 48];
    return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : undefined;
  }
  if (set === 'B') return code >= 32 ? code - 32 : undefined;
  return code < 96 ? (code + 64) % 96 : undefined;
}

/** Whether Code 128 can encode a text: ASCII only, and not empty. */
export function isCode128(text: string): boolean {
  return /^[\u0000-\u007f]+$/.test(text);
}

/**
 * The shortest sequence of values for a text, with start and checksum, without stop; of equally short ones the one that
 * begins in set C, then B. Throws RangeError on a text that is not isCode128.
 */
function code128Values(text: string): number[] {
  if (!isCode128(text)) throw new RangeError('Code 128 holds ASCII only');
  // Dynamic programming from the end: the cheapest encoding of the rest, by current code set.
  const best: Record<CodeSet, Encoding>[] = [];
  best[text.length] = { A: emptyEncoding('A', text), B: emptyEncoding('B', text), C: emptyEncoding('C', text) };
  for (let index = text.length - 1; index >= 0; index--) best[index] = cheapestFrom(text, index, best);
  const firstEncodings = best[0] as Record<CodeSet, Encoding>;
  let encoding = cheapest(cheapest(firstEncodings.C, firstEncodings.B), firstEncodings.A);
  const values = [START[encoding === firstEncodings.C ? 'C' : encoding === firstEncodings.B ? 'B' : 'A']];
  for (; encoding.values.length > 0; encoding = best[encoding.next]?.[encoding.set] as Encoding)
    values.push(...encoding.values);
  values.push(values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103);
  return values;
}

const emptyEncoding = (set: CodeSet, text: string): Encoding => ({ cost: 0, values: [], set, next: text.length });
const cheapest = (chosen: Encoding, other: Encoding): Encoding => (other.cost < chosen.cost ? other : chosen);

function cheapestFrom(
  text: string,
  index: number,
  best: readonly Record<CodeSet, Encoding>[],
): Record<CodeSet, Encoding> {
  const inSet = {
    A: encodeInSet('A', text, index, best),
    B: encodeInSet('B', text, index, best),
    C: encodeInSet('C', text, index, best),
  };
  const withSwitch = (fromSet: CodeSet): Encoding => {
    let chosen = inSet[fromSet];
    for (const toSet of SETS)
      if (toSet !== fromSet && inSet[toSet].cost + 1 < chosen.cost)
        chosen = { ...inSet[toSet], cost: inSet[toSet].cost + 1, values: [SWITCH[toSet], ...inSet[toSet].values] };
    return chosen;
  };
  return { A: withSwitch('A'), B: withSwitch('B'), C: withSwitch('C') };
}

function encodeInSet(set: CodeSet, text: string, index: number, best: readonly Record<CodeSet, Encoding>[]): Encoding {
  const next = index + (set === 'C' ? 2 : 1);
  const costAfter = best[next]?.[set].cost ?? Infinity;
  const value = valueIn(set, text, index);
  if (value !== undefined) return { cost: costAfter + 1, values: [value], set, next };
  const shifted = set === 'C' ? undefined : valueIn(set === 'A' ? 'B' : 'A', text, index);
  return shifted === undefined
    ? { cost: Infinity, values: [], set, next }
    : { cost: costAfter + 2, values: [SHIFT, shifted], set, next };
}

/**
 * A text as Code 128 modules, 1 for bar and 0 for space, without quiet zones. Throws RangeError on a text that is not
 * isCode128.
 */
export function encodeCode128(text: string): string {
  return [...code128Values(text), STOP].map((value) => PATTERNS[value]).join('');
}
