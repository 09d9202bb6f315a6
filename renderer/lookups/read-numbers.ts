import { scanHandlers } from '../state/scan-handlers.ts';
import { ask } from '../transport/desk.ts';

/** `lines` keeps commas within a number: SKUs may contain them. */
export type Separators = 'all' | 'lines';

const separatorsOf: Record<Separators, RegExp> = { all: /[\r\n\t,;，；、]+/, lines: /[\r\n\t]+/ };
const maxNumberLength = 200;

export interface ReadNumbers {
  /** Unique, in input order. */
  numbers: string[];
  /** Number of duplicates dropped. */
  repeated: number;
  /** Number of pieces dropped because they exceed any real number's length. */
  tooLong: number;
}

/** Numbers in typed, scanned or pasted text; quotes and stray spaces are removed. */
export function readNumbers(text: string, separators: Separators = 'all'): ReadNumbers {
  const given = text
    .split(separatorsOf[separators])
    .flatMap((part) => (separators === 'all' ? splitAtSpaces(part) : [part]))
    .map((part) => clean(part))
    .filter((part) => part !== '');
  const fitting = given.filter(({ length }) => length <= maxNumberLength);
  const numbers = [...new Set(fitting)];
  return { numbers, repeated: fitting.length - numbers.length, tooLong: given.length - fitting.length };
}

/** Minimum length of a piece that is a complete number: carriers print long numbers in groups of at most seven. */
const minNumberLength = 8;
const isCompleteNumber = (piece: string): boolean => piece.length >= minNumberLength && /\d/.test(piece);

/** `LX284613579CN LX284613580CN` are two numbers, `RR 123 456 789 CN` is one. */
function splitAtSpaces(part: string): string[] {
  const pieces = part.trim().split(/\s+/);
  return pieces.length > 1 && pieces.every(isCompleteNumber) ? pieces : [part];
}

function clean(part: string): string {
  const plain = part
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(["']).*\1$/.test(plain) ? plain.slice(1, -1).trim() : plain;
}

/** The number by which the service knows a parcel. */
type ScannedBy = 'key' | 'trackingNumber';

/** Passes every scanned number to `take` until the returned function is called. */
export function takeScannedNumbers(by: ScannedBy, take: (number: string) => void): () => void {
  return scanHandlers.register({
    number(text, known) {
      if (known) void numberOfScan(text, by).then(take);
      else take(text);
      return true;
    },
  });
}

/**
 * The number to ask the service by when a parcel of this desk was scanned: its label shows both, and the service knows
 * only one of them. Falls back to the scanned text.
 */
async function numberOfScan(text: string, by: ScannedBy): Promise<string> {
  const meaning = await ask('scan.find', { text });
  const newest = meaning.ok && meaning.value.is === 'entry' ? meaning.value.entries[0] : undefined;
  if (!newest) return text;
  if (by === 'key') return newest.key;
  const entry = await ask('entries.get', { id: newest.id });
  return (entry.ok ? entry.value.trackingNumber : null) ?? text;
}
