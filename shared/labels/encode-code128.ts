import { PATTERNS, STOP } from './code128-patterns.ts';

type CodeSet = 'A' | 'B' | 'C';

const SETS: readonly CodeSet[] = ['A', 'B', 'C'];
const START: Readonly<Record<CodeSet, number>> = { A: 103, B: 104, C: 105 };
const SWITCH: Readonly<Record<CodeSet, number>> = { A: 101, B: 100, C: 99 };
const SHIFT = 98;

interface Way {
  readonly cost: number;
  readonly values: readonly number[];
}

/** The value of the character (of the digit pair, in set C) at a place, or undefined where the set lacks it. */
function valueIn(set: CodeSet, text: string, at: number): number | undefined {
  if (set === 'C') {
    const pair = text.slice(at, at + 2);
    return /^[0-9]{2}$/.test(pair) ? Number(pair) : undefined;
  }
  const code = text.charCodeAt(at);
  if (set === 'B') return code >= 32 ? code - 32 : undefined;
  return code < 96 ? (code + 64) % 96 : undefined;
}

/** Whether Code 128 can hold a text at all: ASCII only, and not empty. */
export function isCode128(text: string): boolean {
  return /^[\u0000-\u007f]+$/.test(text);
}

/** The fewest values for a text, start and checksum included, stop not; of equally short ways the one that begins in set C, then B. Throws RangeError on a text that is not isCode128. */
function code128Values(text: string): number[] {
  if (!isCode128(text)) throw new RangeError('Code 128 holds ASCII only');
  // From the end: the cheapest way to write the rest, by the set one is in.
  const best: Record<CodeSet, Way>[] = [];
  best[text.length] = { A: { cost: 0, values: [] }, B: { cost: 0, values: [] }, C: { cost: 0, values: [] } };
  for (let at = text.length - 1; at >= 0; at--) best[at] = cheapestFrom(text, at, best);
  const first = best[0] as Record<CodeSet, Way>;
  const set = (['C', 'B', 'A'] as const).reduce((chosen, each) =>
    first[each].cost < first[chosen].cost ? each : chosen,
  );
  const values = [START[set], ...first[set].values];
  return [...values, values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103];
}

function cheapestFrom(text: string, at: number, best: readonly Record<CodeSet, Way>[]): Record<CodeSet, Way> {
  const staying = (set: CodeSet): Way => {
    const ways: Way[] = [];
    const value = valueIn(set, text, at);
    if (value !== undefined) ways.push(prefix([value], best[at + (set === 'C' ? 2 : 1)]?.[set]));
    else if (set !== 'C') {
      const shifted = valueIn(set === 'A' ? 'B' : 'A', text, at);
      if (shifted !== undefined) ways.push(prefix([SHIFT, shifted], best[at + 1]?.[set]));
    }
    return ways[0] ?? { cost: Infinity, values: [] };
  };
  const stay = { A: staying('A'), B: staying('B'), C: staying('C') };
  const orSwitching = (from: CodeSet): Way =>
    SETS.filter((to) => to !== from)
      .map((to) => prefix([SWITCH[to]], stay[to]))
      .reduce((chosen, way) => (way.cost < chosen.cost ? way : chosen), stay[from]);
  return { A: orSwitching('A'), B: orSwitching('B'), C: orSwitching('C') };
}

function prefix(values: readonly number[], rest: Way | undefined): Way {
  return rest === undefined
    ? { cost: Infinity, values: [] }
    : { cost: values.length + rest.cost, values: [...values, ...rest.values] };
}

/** A text as Code 128 modules, 1 a bar and 0 a space, without quiet zones. Throws RangeError on a text that is not isCode128. */
export function encodeCode128(text: string): string {
  return [...code128Values(text), STOP].map((value) => PATTERNS[value]).join('');
}
