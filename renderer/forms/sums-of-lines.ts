import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { inLine } from '../../shared/path/path.ts';
import { readDecimal, writeDecimal, type Decimal } from '../../shared/text/exact-decimal.ts';
import { readNumber } from './read-field.ts';

/**
 * Exact sums of a list as decimal text; null if nothing of the kind is filled in. `unread`: some text is not a number.
 */
export interface LineSums {
  lines: number;
  pieces: string | null;
  weight: string | null;
  unread: boolean;
}

interface Typed {
  textAt(path: string): string;
  lines(list: string): number;
  lineIsEmpty(list: string, line: number): boolean;
}

/** Adds up one list. A weight per piece is multiplied by the number of pieces, or counted once if that is missing. */
export function sumsOf(form: Typed, part: ListPart, list: string, sign: '.' | ','): LineSums {
  let pieces: Decimal | null = null;
  let weight: Decimal | null = null;
  let unread = false;
  const number = (text: string): Decimal | null => {
    if (text.trim() === '') return null;
    const read = readNumber(text, sign);
    const decimal = 'value' in read ? readDecimal(read.value) : null;
    if (!decimal) unread = true;
    return decimal;
  };
  const add = (sum: Decimal | null, more: Decimal): Decimal => (sum ? sum.plus(more) : more);
  let lines = 0;
  for (let line = 0; line < form.lines(list); line++) {
    const here = (column: string) => number(form.textAt(inLine(list, line, column)));
    const count = part.pieces === undefined ? null : here(part.pieces);
    const one = part.weight === undefined ? null : here(part.weight);
    if (count) pieces = add(pieces, count);
    if (one) weight = add(weight, part.each && count ? one.times(count) : one);
    if (count ?? one ?? !form.lineIsEmpty(list, line)) lines += 1;
  }
  return { lines, pieces: pieces && writeDecimal(pieces), weight: weight && writeDecimal(weight), unread };
}

/** Adds up a nested list over all lines of its outer list. */
export function sumsWithin(form: Typed, part: ListPart, list: string, sign: '.' | ','): LineSums {
  const { within } = part;
  const all: LineSums = { lines: 0, pieces: null, weight: null, unread: false };
  if (!within) return all;
  const plus = (one: string | null, other: string | null): string | null => {
    const [a, b] = [readDecimal(one), readDecimal(other)];
    return a && b ? writeDecimal(a.plus(b)) : (one ?? other);
  };
  for (let line = 0; line < form.lines(list); line++) {
    const inner = sumsOf(form, within, inLine(list, line, within.list), sign);
    all.lines += inner.lines;
    all.pieces = plus(all.pieces, inner.pieces);
    all.weight = plus(all.weight, inner.weight);
    all.unread ||= inner.unread;
  }
  return all;
}
