import { invisibleControls, invisibleMarks } from '../../../shared/text/unseen-text.ts';

/** Characters that JSON leaves unescaped and a terminal takes for a control, a line end, or a change of direction. */
const unsafeCharacters = new RegExp(`[\\x7f-\\x9f\\u2028\\u2029]|${invisibleMarks.source}`, 'g');
/** A carriage return inside text overwrites what precedes it; terminals do not know the other line ends. */
const lineOverwrites = /(?<!^)\r(?!\n)|[\u2028\u2029]/g;

/** An answer as one line of JSON, equivalent for a program, without control characters for the terminal. */
export const jsonLine = (answer: unknown): string =>
  `${JSON.stringify(answer).replace(unsafeCharacters, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

/** Text made safe for a terminal, since others wrote parts of it; a carriage return at its start is ours. */
export const terminalText = (words: string): string =>
  words
    .replace(invisibleControls, '\ufffd')
    .replace(invisibleMarks, '\ufffd')
    .replace(lineOverwrites, ' ')
    .toWellFormed();
