/** `lines` keeps commas within a number, as SKUs may have them. */
export type Separators = 'all' | 'lines';

const separatorsOf: Record<Separators, RegExp> = { all: /[\r\n\t,;，；、]+/, lines: /[\r\n\t]+/ };
const longest = 200;

export interface ReadNumbers {
  /** each once, in the order given */
  numbers: string[];
  /** how many stood there more than once, or more often */
  repeated: number;
  /** left out: nothing has a number this long */
  tooLong: number;
}

/** Numbers in a text that was typed, scanned, or pasted from a sheet or a mail: quotes and stray spaces are not part of them. */
export function readNumbers(text: string, separators: Separators = 'all'): ReadNumbers {
  const given = text
    .split(separatorsOf[separators])
    .flatMap((part) => (separators === 'all' ? partedBySpaces(part) : [part]))
    .map((part) => clean(part))
    .filter((part) => part !== '');
  const fitting = given.filter(({ length }) => length <= longest);
  const numbers = [...new Set(fitting)];
  return { numbers, repeated: fitting.length - numbers.length, tooLong: given.length - fitting.length };
}

/** Shortest piece that is a number by itself: carriers print long ones in groups of at most seven. */
const minAlone = 8;
const isNumberAlone = (piece: string): boolean => piece.length >= minAlone && /\d/.test(piece);

/** `LX284613579CN LX284613580CN` are two, `RR 123 456 789 CN` is one. */
function partedBySpaces(part: string): string[] {
  const pieces = part.trim().split(/\s+/);
  return pieces.length > 1 && pieces.every(isNumberAlone) ? pieces : [part];
}

function clean(part: string): string {
  const plain = part
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(["']).*\1$/.test(plain) ? plain.slice(1, -1).trim() : plain;
}
