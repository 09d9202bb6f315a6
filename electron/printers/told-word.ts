import { madeSeen } from '../../shared/text/unseen-text.ts';

/** Longest text of a printer that is shown (characters). */
const longest = 200;

/**
 * Makes text of a printer, or of a service that lists it, safe to show in sentences of the program: it may contain
 * anything.
 */
export const toldWord = (text: string): string =>
  Array.from(madeSeen(text.slice(0, 2 * longest)))
    .slice(0, longest)
    .join('');
