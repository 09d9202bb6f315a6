import { isChangedByReading } from './text-traces.ts';

/**
 * Converts texts to cells of a spreadsheet and back. Three kinds of text cannot be stored in a cell unchanged: texts
 * that a spreadsheet program takes for a formula; the empty text and spaces, which look like an empty cell; and
 * characters that CSV or XLSX lose.
 *
 * - An apostrophe, the guard, is written before a text that starts with = + - @ (also full-width), a tab or a line end,
 *   before a text of spaces, and before a text that reading would take for a text in quotes. Reading removes an
 *   apostrophe only before such a text.
 * - The empty text is written as `""`. A text with control characters is written as a JSON string, in double quotes; so
 *   is a text that reading would clean, such as one with blanks around it.
 */

// some programs drop invisible characters before the sign when they read a file
const formulaPattern = /^[\s\p{C}]*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;
const onlySpacesPattern = /^\s+$/;
/** Control characters except tab and line feed, lone surrogates, and characters XML forbids. */
const unrepresentablePattern = /[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/u;

/** The text that a cell in double quotes represents; null if it is no JSON string, or its text needs no quotes. */
function quotedText(cell: string): string | null {
  if (!cell.startsWith('"') || !cell.endsWith('"')) return null;
  try {
    const parsed: unknown = JSON.parse(cell);
    return typeof parsed === 'string' && needsQuotes(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

const needsQuotes = (text: string): boolean =>
  text === '' || unrepresentablePattern.test(text) || isChangedByReading(text);
const needsGuard = (text: string): boolean =>
  formulaPattern.test(text) || onlySpacesPattern.test(text) || quotedText(text) !== null;
const withoutApostrophes = (text: string): string => text.replace(/^'+/, '');

/** The cell from which `textOfCell` reads exactly this text. */
export function cellOfText(text: string): string {
  if (needsQuotes(text)) return JSON.stringify(text).replaceAll(leftUnescapedByJson, unicodeEscape);
  return needsGuard(withoutApostrophes(text)) ? `'${text}` : text;
}

// unrepresentable characters that `JSON.stringify` leaves unescaped
const leftUnescapedByJson = /[\x7f-\x9f\ufffe\uffff]/g;
const unicodeEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const plainNumberPattern = /^-\d+(\.\d+)?$/;

/** Adds a guard to a text of others that a spreadsheet program would take for a formula; negative numbers are kept. */
export const guardCell = (cell: string): string =>
  formulaPattern.test(cell) && !plainNumberPattern.test(cell) ? `'${cell}` : cell;

/** Removes the guard of a cell; a cell without one stays as it is. */
export const removeGuard = (cell: string): string =>
  cell.startsWith("'") && needsGuard(withoutApostrophes(cell)) ? cell.slice(1) : cell;

/** The text a cell represents. */
export function textOfCell(cell: string): string {
  const unguarded = removeGuard(cell);
  return unguarded === cell ? (quotedText(cell) ?? cell) : unguarded;
}
