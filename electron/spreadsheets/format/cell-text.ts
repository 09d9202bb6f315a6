import { isAltered } from './text-traces.ts';

/**
 * Text as a cell represents it, and back. Three kinds of text cannot be stored in a cell unchanged: those a spreadsheet
 * program takes for a formula; the empty text and spaces, which look like an empty cell; and characters that CSV or
 * XLSX lose.
 *
 * - An apostrophe precedes a text that starts with = + - @ or a tab or line end (the full-width forms too), a text of
 *   spaces, and one that would otherwise be read as one of these marks. Reading removes it only where it is such a
 *   guard.
 * - The empty text is `""`. A text with control characters is written as a JSON string, in double quotes; so is one that
 *   reading would clean, such as one with blanks around it.
 */

// some programs drop invisible characters before the sign when they read a file
const formula = /^[\s\p{C}]*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;
const onlySpaces = /^\s+$/;
/** Control characters except tab and line feed, lone surrogates, and characters XML forbids. */
const unrepresentable = /[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/u;

/** The text of a cell in double quotes, if only that form can represent it; null for every other cell. */
function quotedText(cell: string): string | null {
  if (!cell.startsWith('"') || !cell.endsWith('"')) return null;
  try {
    const read: unknown = JSON.parse(cell);
    return typeof read === 'string' && needsQuotes(read) ? read : null;
  } catch {
    return null;
  }
}

const needsQuotes = (text: string): boolean => text === '' || unrepresentable.test(text) || isAltered(text);
const needsGuard = (text: string): boolean => formula.test(text) || onlySpaces.test(text) || quotedText(text) !== null;
const withoutApostrophes = (text: string): string => text.replace(/^'+/, '');

/** The cell that reads back as exactly this text. */
export function cellOfText(text: string): string {
  if (needsQuotes(text)) return JSON.stringify(text).replaceAll(unescapedByJson, escaped);
  return needsGuard(withoutApostrophes(text)) ? `'${text}` : text;
}

// JSON leaves some of them unescaped
const unescapedByJson = /[\x7f-\x9f\ufffe\uffff]/g;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const plainNumber = /^-\d+(\.\d+)?$/;

/** Guards a foreign cell that a spreadsheet program would take for a formula; a negative number is none. */
export const guardedCell = (cell: string): string =>
  formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;

/** The cell without its guard, or unchanged if it has none. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && needsGuard(withoutApostrophes(cell)) ? cell.slice(1) : cell;

/** The text a cell represents. */
export function textOfCell(cell: string): string {
  const open = withoutGuard(cell);
  return open === cell ? (quotedText(cell) ?? cell) : open;
}
