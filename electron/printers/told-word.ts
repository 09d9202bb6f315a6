import { madeSeen } from '../../shared/text/unseen-text.ts';

/** The longest that is shown of what a printer says (characters). */
const longest = 200;

/** What a printer, or who tells of one, says of it, as it may stand among words of the program: whoever answers there writes what they like. */
export const toldWord = (text: string): string =>
  Array.from(madeSeen(text.slice(0, 2 * longest)))
    .slice(0, longest)
    .join('');
