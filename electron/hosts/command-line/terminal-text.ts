import { controlsUnseen, marksUnseen } from '../../../shared/text/unseen-text.ts';

/** What JSON leaves as it is, and what a terminal takes for an order, for the end of a line, or for the direction of what follows. */
const untold = new RegExp(`[\\x7f-\\x9f\\u2028\\u2029]|${marksUnseen.source}`, 'g');
/** A return in the midst of words writes over those before it; other ends of lines are none that a terminal knows. */
const overwriting = /(?<!^)\r(?!\n)|[\u2028\u2029]/g;

/** An answer as a line of JSON that says the same to a program, and orders nothing of the terminal that shows it. */
export const lineOf = (answer: unknown): string =>
  `${JSON.stringify(answer).replace(untold, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

/** Words as a terminal may be given them, though others wrote a part of them; a return at their beginning is ours. */
export const wordsFor = (words: string): string =>
  words.replace(controlsUnseen, '\ufffd').replace(marksUnseen, '\ufffd').replace(overwriting, ' ').toWellFormed();
