import { cleanText } from './clean-text.ts';
import { openFonts } from './open-fonts.ts';
import { isDrawable } from './split-into-runs.ts';

/** Every font has them. */
const everyFont = /^[ -~]*$/;
/** Letters remembered of one thread; a list of the world's addresses has fewer. */
const most = 20_000;
const known = new Map<string, boolean>();
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Whether some font of the label has each letter of a text, as it is printed: without control characters. */
export function coversText(text: string): boolean {
  if (everyFont.test(text)) return true;
  return Array.from(graphemes.segment(cleanText(text, '', false, [])), ({ segment }) => segment).every(isKnown);
}

function isKnown(grapheme: string): boolean {
  const before = known.get(grapheme);
  if (before !== undefined) return before;
  if (known.size >= most) known.clear();
  const isThere = isDrawable(openFonts(), grapheme);
  known.set(grapheme, isThere);
  return isThere;
}
