/**
 * Marks that are not to be seen: turns of the writing direction, blanks without width, breaks that show only at the end of a line.
 * Joiners stay, they are part of words and signs.
 */
export const marksUnseen =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
/** Control characters but the breaks of lines and tabs. */
export const controlsUnseen = /[^\P{Cc}\n\r\t]/gu;

/** Whether a text has characters that are not to be seen, or halves of characters: what it says is not what a person reads. */
export const hasUnseen = (text: string): boolean =>
  text.search(marksUnseen) >= 0 || text.search(controlsUnseen) >= 0 || !text.isWellFormed();

/** A text as it may stand among words of the program: what is not to be seen is a sign that is, and turns nothing beside it. */
export const madeSeen = (text: string): string =>
  text
    .replace(marksUnseen, '\ufffd')
    .replace(controlsUnseen, '\ufffd')
    .replace(/[\n\r\t]/g, ' ')
    .toWellFormed();
