import LineBreaker from 'linebreak';

// Scripts without spaces between words, which need a dictionary to find word boundaries.
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter('th', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Line break positions, ascending, in UTF-16 units; the last is the end of the text. Unicode annex 14, plus word
 * boundaries in scripts without spaces.
 */
export function lineBreaksOf(text: string): number[] {
  const breaker = new LineBreaker(text);
  const positions: number[] = [];
  let start = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const part = text.slice(start, next.position);
    if (WITHOUT_SPACES.test(part)) positions.push(...wordsWithin(part).map((position) => start + position));
    positions.push(next.position);
    start = next.position;
  }
  return positions;
}

function wordsWithin(part: string): number[] {
  const positions: number[] = [];
  let before = '';
  for (const { segment, index } of words.segment(part)) {
    // A mark, a closing sign or a space never starts a line; an opening sign never ends one.
    if (index > 0 && /^[\p{L}\p{N}\p{Ps}\p{Pi}]/u.test(segment) && !/[\p{Ps}\p{Pi}]$/u.test(before))
      positions.push(index);
    before = segment;
  }
  return positions;
}

/** The starts of all graphemes but the first: the last resort for cutting a word too long for any line. */
export function graphemesOf(text: string): number[] {
  return Array.from(graphemes.segment(text), ({ index }) => index).slice(1);
}
