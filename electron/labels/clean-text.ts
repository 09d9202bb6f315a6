import type { LabelProblem } from '../../shared/labels/label-layout.ts';

/** More than any zone holds at its smallest size; bounds the work that hostile text can cause. */
const MAX_TEXT_LENGTH = 1200;

const WHITE_SPACE = /[\t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000 ]+/g;

// Control characters of terminals, of reading direction and of layout: they can make one address look like another.
const CONTROL_CHARACTERS = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** Text for people to read on paper: on one line, without invisible characters. */
export const readableText = (text: string): string =>
  text.replace(WHITE_SPACE, ' ').replace(CONTROL_CHARACTERS, '').trim();

/**
 * A field made printable: white space becomes single spaces; control characters, direction overrides and lone
 * surrogates are removed and reported; at most LONGEST_TEXT characters.
 */
export function cleanText(value: string | undefined, field: string, stops: boolean, problems: LabelProblem[]): string {
  if (value === undefined || value === '') return '';
  let text = value;
  if (text.length > MAX_TEXT_LENGTH) {
    // A cut inside a surrogate pair would leave half a character.
    text = text.slice(0, MAX_TEXT_LENGTH).replace(/[\ud800-\udbff]$/, '');
    const message = `${value.length} characters, but a label holds at most ${MAX_TEXT_LENGTH}`;
    problems.push({ kind: 'too-long', field, message, params: { count: value.length }, stops });
  }
  text = text.replace(WHITE_SPACE, ' ');
  const found = new Set(text.match(CONTROL_CHARACTERS));
  if (found.size > 0) {
    const names = [...found].map(
      (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
    const characters = names.slice(0, 8).join(', ');
    problems.push({
      kind: 'control-character',
      field,
      message: `invisible control characters are not printed: ${characters}`,
      params: { characters },
      stops: false,
    });
    text = text.replace(CONTROL_CHARACTERS, '');
  }
  return text.trim();
}
