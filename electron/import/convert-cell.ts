import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import type { Cell } from './table.ts';

/** Why a cell cannot be read as its field, or what is worth a look; `code` says the same as the English message. */
export interface CellNote {
  code: 'not-a-number' | 'too-many-digits' | 'not-a-flag' | 'lost-digits' | 'sent-as-date';
  message: string;
}

type Converted = { value: unknown; warning?: CellNote } | { problem: CellNote };

/**
 * The value of a field from a filled cell. Nothing is guessed: a number that could mean two things is a problem that says how
 * to write it. Texts are kept as they are, formulas and control characters included: an import is data.
 */
export function convertCell(cell: Exclude<Cell, null>, type: FieldDescription['type']): Converted {
  switch (type) {
    case 'number':
    case 'decimal':
    case 'integer':
      return toNumber(cell);
    case 'flag':
      return toFlag(cell);
    case 'text':
    case 'date':
    case 'object':
    case 'list':
      return toText(cell);
  }
}

const plainNumber = /^-?(\d+(\.\d+)?|\.\d+)$/;

function toNumber(cell: Exclude<Cell, null>): Converted {
  if (typeof cell === 'number') return { value: cell };
  if (typeof cell !== 'string') return no('not-a-number', `${shown(cell)} is no number.`);
  const text = cell.trim();
  if (!plainNumber.test(text)) return no('not-a-number', numberAdvice(text));
  const digits = text.replace(/^-?0*\.?0*|\./g, '');
  if (digits.length > 15)
    return no('too-many-digits', `${text} has more digits than a number here can hold exactly (15).`);
  return { value: Number(text) };
}

function numberAdvice(text: string): string {
  const comma = /^-?\d+,\d+$/.test(text) ? ` If it is a decimal, write ${text.replace(',', '.')}.` : '';
  const groups = /^-?\d{1,3}([.,' ]\d{3})+([.,]\d+)?$/.test(text) ? ' Write it without separators of thousands.' : '';
  return `${shown(text)} is no plain number: digits, and a point before decimals.${groups || comma}`;
}

const flags = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

function toFlag(cell: Exclude<Cell, null>): Converted {
  const value = flags.get(String(cell).trim().toLowerCase());
  return value === undefined ? no('not-a-flag', `${shown(cell)} is neither TRUE nor FALSE.`) : { value };
}

function toText(cell: Exclude<Cell, null>): Converted {
  if (typeof cell === 'string') return { value: cell };
  if (typeof cell === 'boolean') return { value: cell ? 'TRUE' : 'FALSE' };
  if (cell instanceof Date) {
    const value = cell.toISOString().replace('T00:00:00.000Z', '');
    return {
      value,
      warning: { code: 'sent-as-date', message: `The spreadsheet holds a date here; it is sent as ${value}.` },
    };
  }
  if (Math.abs(cell) >= 1e15)
    return no(
      'lost-digits',
      'The spreadsheet keeps this as a number and has lost digits of it. Format the column as text and enter it again.',
    );
  return { value: String(cell) };
}

const no = (code: CellNote['code'], message: string): Converted => ({ problem: { code, message } });

function shown(cell: Exclude<Cell, null>): string {
  const text = cell instanceof Date ? cell.toISOString() : String(cell);
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
