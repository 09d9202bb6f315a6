/**
 * A text as a cell holds it, and back. Three things cannot stand in a cell as they are: a text that a spreadsheet program takes
 * for a formula, one of nothing or only spaces, which looks like an empty cell, and characters that CSV or XLSX lose.
 *
 * - An apostrophe goes before a text that begins with = + - @ or a tab or line end (the full-width forms too), before spaces
 *   alone, and before what would otherwise be read as one of these marks. It is taken off only where it guards so.
 * - The empty text is `""`, and a text with control characters is written as JSON writes it, in double quotes.
 */

// what is not seen before it is left out by some of these programs as they read a file
const formula = /^[\s\p{C}]*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;
const onlySpaces = /^\s+$/;
/** Control characters but tab and line feed, halves of surrogate pairs, and what XML may not hold. */
const lost = /[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/u;

/** What a cell in double quotes says, where only that form can say it; null for every other cell. */
function quotedText(cell: string): string | null {
  if (!cell.startsWith('"') || !cell.endsWith('"')) return null;
  try {
    const read: unknown = JSON.parse(cell);
    return typeof read === 'string' && needsQuotes(read) ? read : null;
  } catch {
    return null;
  }
}

const needsQuotes = (text: string): boolean => text === '' || lost.test(text);
const isTaken = (text: string): boolean => formula.test(text) || onlySpaces.test(text) || quotedText(text) !== null;
const bare = (text: string): string => text.replace(/^'+/, '');

/** The cell that is read back as exactly this text. */
export function cellOfText(text: string): string {
  if (needsQuotes(text)) return JSON.stringify(text).replaceAll(lostOutside, escaped);
  return isTaken(bare(text)) ? `'${text}` : text;
}

// JSON leaves some of them as they are
const lostOutside = /[\x7f-\x9f\ufffe\uffff]/g;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const plainNumber = /^-\d+(\.\d+)?$/;

/** A cell of another's making with the guard it needs, so that no spreadsheet program takes it for a formula; a number below zero is none. */
export const guardedCell = (cell: string): string =>
  formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;

/** The cell without its guard; a cell that has none stays as it is. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && isTaken(bare(cell)) ? cell.slice(1) : cell;

/** The text that a cell says. */
export function textOfCell(cell: string): string {
  const open = withoutGuard(cell);
  return open === cell ? (quotedText(cell) ?? cell) : open;
}
