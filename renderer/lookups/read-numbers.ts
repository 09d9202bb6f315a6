import { scanHandlers } from '../state/scan-handlers.ts';
import { ask } from '../transport/desk.ts';

/** `lines` keeps commas within a number: SKUs may contain them. */
export type Separators = 'all' | 'lines';

const separatorsOf: Record<Separators, RegExp> = { all: /[\r\n\t,;，；、]+/, lines: /[\r\n\t]+/ };
const maxNumberLength = 200;

export interface ParsedNumbers {
  /** Unique, in input order. */
  numbers: string[];
  /** Number of duplicates dropped. */
  repeated: number;
  /** Number of pieces dropped because they are longer than any real number. */
  tooLong: number;
}

/** Numbers in typed, scanned or pasted text; quotes and stray spaces are removed. */
export function readNumbers(text: string, separators: Separators = 'all'): ParsedNumbers {
  const pieces = text
    .split(separatorsOf[separators])
    .flatMap((part) => (separators === 'all' ? splitAtSpaces(part) : [part]))
    .map((part) => cleanPiece(part))
    .filter((part) => part !== '');
  const validPieces = pieces.filter(({ length }) => length <= maxNumberLength);
  const numbers = [...new Set(validPieces)];
  return { numbers, repeated: validPieces.length - numbers.length, tooLong: pieces.length - validPieces.length };
}

/** Minimum length of a piece that is a complete number: carriers print long numbers in groups of at most seven. */
const minNumberLength = 8;
const isCompleteNumber = (piece: string): boolean => piece.length >= minNumberLength && /\d/.test(piece);

/** `LX284613579CN LX284613580CN` are two numbers, `RR 123 456 789 CN` is one. */
function splitAtSpaces(part: string): string[] {
  const pieces = part.trim().split(/\s+/);
  return pieces.length > 1 && pieces.every(isCompleteNumber) ? pieces : [part];
}

function cleanPiece(part: string): string {
  const cleaned = part
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(["']).*\1$/.test(cleaned) ? cleaned.slice(1, -1).trim() : cleaned;
}

/** The number by which a query of the service names a parcel. */
type NumberKind = 'key' | 'trackingNumber';

/** Passes every scanned number to `onNumber` until the returned function is called. */
export function takeScannedNumbers(numberKind: NumberKind, onNumber: (number: string) => void): () => void {
  return scanHandlers.register({
    takeNumber(text, isKnown) {
      if (isKnown) void numberOfScan(text, numberKind).then(onNumber);
      else onNumber(text);
      return true;
    },
  });
}

/**
 * The number to ask the service by when a parcel of this desk was scanned: its label shows both, and the service knows
 * only one of them. Falls back to the scanned text.
 */
async function numberOfScan(text: string, numberKind: NumberKind): Promise<string> {
  const meaning = await ask('scan.find', { text });
  const newest = meaning.ok && meaning.value.is === 'entry' ? meaning.value.entries[0] : undefined;
  if (!newest) return text;
  if (numberKind === 'key') return newest.key;
  const entry = await ask('entries.get', { id: newest.id });
  return (entry.ok ? entry.value.trackingNumber : null) ?? text;
}
