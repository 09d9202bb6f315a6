/**
 * Invisible marks: direction changes, zero-width spaces, soft hyphens. Joiners are allowed, since they are part of
 * words and emoji.
 */
export const invisibleMarks =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
/** Control characters except line breaks and tabs. */
export const invisibleControls = /[^\P{Cc}\n\r\t]/gu;

/** Whether a text contains invisible characters or lone surrogates, so that it differs from what a user reads. */
export const hasInvisible = (text: string): boolean =>
  text.search(invisibleMarks) >= 0 || text.search(invisibleControls) >= 0 || !text.isWellFormed();

/** Makes a text safe within the program's own sentences: a visible sign replaces each invisible character. */
export const makeVisible = (text: string): string =>
  text
    .replace(invisibleMarks, '\ufffd')
    .replace(invisibleControls, '\ufffd')
    .replace(/[\n\r\t]/g, ' ')
    .toWellFormed();
