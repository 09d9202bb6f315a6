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
    .map((part) => clean(part))
    .filter((part) => part !== '');
  const fitting = given.filter(({ length }) => length <= longest);
  const numbers = [...new Set(fitting)];
  return { numbers, repeated: fitting.length - numbers.length, tooLong: given.length - fitting.length };
}

function clean(part: string): string {
  const plain = part
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(["']).*\1$/.test(plain) ? plain.slice(1, -1).trim() : plain;
}
