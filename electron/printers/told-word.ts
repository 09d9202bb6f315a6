import { makeVisible } from '../../shared/text/unseen-text.ts';

/** Longest text of a printer that is shown (characters). */
const maxLength = 200;

/**
 * Makes text of a printer, or of a service that lists it, safe to show in sentences of the program: it may contain
 * anything.
 */
export const sanitizePrinterText = (text: string): string =>
  Array.from(makeVisible(text.slice(0, 2 * maxLength)))
    .slice(0, maxLength)
    .join('');
