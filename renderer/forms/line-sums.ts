import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { fieldInLine } from '../../shared/path/path.ts';
import { readDecimal, writeDecimal, type Decimal } from '../../shared/text/exact-decimal.ts';
import { readNumber } from './read-field.ts';

/**
 * Exact sums of a list as decimal text; null if nothing of the kind is filled in. `hasUnreadable`: some text is not a
 * number.
 */
export interface LineSums {
  lines: number;
  pieces: string | null;
  weight: string | null;
  hasUnreadable: boolean;
}

interface LineReader {
  textAt(path: string): string;
  lineCount(list: string): number;
  isLineEmpty(list: string, line: number): boolean;
}

/** Adds up one list. A weight per piece is multiplied by the number of pieces, or counted once if that is missing. */
export function sumLines(form: LineReader, part: ListPart, list: string, decimalSign: '.' | ','): LineSums {
  let pieces: Decimal | null = null;
  let weight: Decimal | null = null;
  let hasUnreadable = false;
  const readText = (text: string): Decimal | null => {
    if (text.trim() === '') return null;
    const reading = readNumber(text, decimalSign);
    const decimal = 'value' in reading ? readDecimal(reading.value) : null;
    if (!decimal) hasUnreadable = true;
    return decimal;
  };
  const add = (sum: Decimal | null, more: Decimal): Decimal => (sum ? sum.plus(more) : more);
  let lines = 0;
  for (let line = 0; line < form.lineCount(list); line++) {
    const valueOf = (column: string) => readText(form.textAt(fieldInLine(list, line, column)));
    const count = part.piecesColumn === undefined ? null : valueOf(part.piecesColumn);
    const lineWeight = part.weightColumn === undefined ? null : valueOf(part.weightColumn);
    if (count) pieces = add(pieces, count);
    if (lineWeight) weight = add(weight, part.isWeightPerPiece && count ? lineWeight.times(count) : lineWeight);
    if (count ?? lineWeight ?? !form.isLineEmpty(list, line)) lines += 1;
  }
  return { lines, pieces: pieces && writeDecimal(pieces), weight: weight && writeDecimal(weight), hasUnreadable };
}

/** Adds up a nested list over all lines of its outer list. */
export function sumNestedLines(form: LineReader, part: ListPart, list: string, decimalSign: '.' | ','): LineSums {
  const { nested: within } = part;
  const total: LineSums = { lines: 0, pieces: null, weight: null, hasUnreadable: false };
  if (!within) return total;
  const addDecimals = (one: string | null, other: string | null): string | null => {
    const [a, b] = [readDecimal(one), readDecimal(other)];
    return a && b ? writeDecimal(a.plus(b)) : (one ?? other);
  };
  for (let line = 0; line < form.lineCount(list); line++) {
    const inner = sumLines(form, within, fieldInLine(list, line, within.list), decimalSign);
    total.lines += inner.lines;
    total.pieces = addDecimals(total.pieces, inner.pieces);
    total.weight = addDecimals(total.weight, inner.weight);
    total.hasUnreadable ||= inner.hasUnreadable;
  }
  return total;
}
