import { type Fonts, BOLD_FONT, TEXT_FONT } from './fonts.ts';
import { shapeRun, shapeLine, type Paragraph, type ShapedLine, createParagraph } from './shape-text.ts';
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

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly advance: number;
  readonly trailing: number;
}

/** A paragraph measured in pieces, so that wrapping it to several widths is cheap. */
export interface Measured {
  readonly paragraph: Paragraph;
  readonly singleLine: ShapedLine;
  pieces: Piece[] | undefined;
}

export function measure(fonts: Fonts, paragraph: Paragraph): Measured {
  return { paragraph, singleLine: shapeLine(fonts, paragraph, 0, paragraph.text.length), pieces: undefined };
}

function pieceOf(fonts: Fonts, paragraph: Paragraph, start: number, end: number): Piece {
  const text = paragraph.text.slice(start, end);
  const line = shapeLine(fonts, paragraph, start, end);
  const spaces = text.length - text.trimEnd().length;
  return {
    start,
    end,
    advance: line.right - line.left,
    trailing: spaces === 0 ? 0 : spaces * spaceOf(fonts, paragraph),
  };
}

function spaceOf(fonts: Fonts, paragraph: Paragraph): number {
  const { bold, spacing } = paragraph.style;
  const style = { font: bold ? BOLD_FONT : TEXT_FONT, script: 'Latn', rightToLeft: false, language: 'und', spacing };
  return shapeRun(fonts, ' ', style).advance;
}

function piecesOf(fonts: Fonts, measured: Measured): Piece[] {
  if (measured.pieces === undefined) {
    let start = 0;
    measured.pieces = lineBreaksOf(measured.paragraph.text).map((end) => {
      const piece = pieceOf(fonts, measured.paragraph, start, end);
      start = end;
      return piece;
    });
  }
  return measured.pieces;
}

function cutToWidth(fonts: Fonts, paragraph: Paragraph, piece: Piece, width: number): Piece[] {
  if (piece.advance <= width) return [piece];
  const inside = graphemesOf(paragraph.text.slice(piece.start, piece.end)).map((position) => piece.start + position);
  const ends = [...inside, piece.end];
  let start = piece.start;
  return ends.map((end) => {
    const part = pieceOf(fonts, paragraph, start, end);
    start = end;
    return part;
  });
}

/**
 * Wraps a paragraph at a width in em; returns start and end of each line. Words are cut only where a whole one is wider
 * than the line.
 */
export function wrap(fonts: Fonts, measured: Measured, width: number): [number, number][] {
  const { paragraph, singleLine } = measured;
  if (singleLine.right - singleLine.left <= width) return [[0, paragraph.text.length]];
  const pieces = piecesOf(fonts, measured).flatMap((piece) => cutToWidth(fonts, paragraph, piece, width));
  const lines: [number, number][] = [];
  let first = 0;
  while (first < pieces.length) {
    const last = lastOfLine(fonts, paragraph, pieces, first, width);
    lines.push([(pieces[first] as Piece).start, (pieces[last] as Piece).end]);
    first = last + 1;
  }
  return lines;
}

function lastOfLine(
  fonts: Fonts,
  paragraph: Paragraph,
  pieces: readonly Piece[],
  first: number,
  width: number,
): number {
  let last = first;
  let used = 0;
  for (let next = first; next < pieces.length; next++) {
    const piece = pieces[next] as Piece;
    if (next > first && used + piece.advance > width) break;
    used += piece.advance + piece.trailing;
    last = next;
  }
  // Pieces can be wider together than apart, where letters join or kern across the boundary.
  while (last > first) {
    const line = shapeLine(fonts, paragraph, (pieces[first] as Piece).start, (pieces[last] as Piece).end);
    if (line.right - line.left <= width) break;
    last--;
  }
  return last;
}

/**
 * Em sizes in millimetres. Between `largest` and `comfortable` text shrinks rather than wraps; between `comfortable`
 * and `smallest` it does both.
 */
export interface Sizes {
  readonly largest: number;
  readonly comfortable: number;
  readonly smallest: number;
}

/** A line and its position below the top of the block, in millimetres. */
export interface FittedLine {
  readonly line: ShapedLine;
  readonly paragraph: Paragraph;
  /** em size, in millimetres */
  readonly size: number;
  readonly top: number;
  readonly baseline: number;
  readonly bottom: number;
}

export interface Fitted {
  readonly size: number;
  readonly lines: readonly FittedLine[];
  readonly height: number;
  /** False if the text was truncated; its last line then ends in an ellipsis. */
  readonly isComplete: boolean;
}

// In em. Enough for Latin; taller scripts use the extent of their ink.
const ASCENT = 0.8;
const DESCENT = 0.24;
const LEADING = 0.1;

const STEP = 0.125;
const ROUNDING = 1e-9;

/** A paragraph and its scale relative to the block. */
interface ScaledText {
  readonly measured: Measured;
  readonly scale: number;
}

interface Cut extends ScaledText {
  readonly start: number;
  readonly end: number;
}

function pitch(line: ShapedLine): { ascent: number; descent: number } {
  return { ascent: Math.max(ASCENT, line.top), descent: Math.max(DESCENT, -line.bottom) };
}

function heightOf(cuts: readonly Cut[], size: number): number {
  const heights = cuts.map(({ measured, scale }) => {
    const { ascent, descent } = pitch(measured.singleLine);
    return (ascent + descent) * scale;
  });
  return size * (heights.reduce((sum, height) => sum + height, 0) + LEADING * Math.max(0, cuts.length - 1));
}

// A single ligature can be wider than the line, which wrapping cannot solve.
function isInside(fonts: Fonts, { measured, scale, start, end }: Cut, width: number): boolean {
  const line = shapeLine(fonts, measured.paragraph, start, end);
  return (line.right - line.left) * scale <= width + ROUNDING;
}

function cutAt(fonts: Fonts, texts: readonly ScaledText[], width: number, size: number): Cut[] {
  return texts.flatMap((each) =>
    wrap(fonts, each.measured, width / size / each.scale).map(([start, end]) => ({ ...each, start, end })),
  );
}

/**
 * The largest size at which all paragraphs fit the box, each starting on its own line, within `maxLines`. A `scale`
 * above 1 applies only if no paragraph has to wrap because of it.
 */
export function fitText(
  fonts: Fonts,
  paragraphs: readonly Paragraph[],
  box: { readonly width: number; readonly height: number },
  sizes: Sizes,
  maxLines = Infinity,
): Fitted {
  const texts = paragraphs.map((paragraph) => ({ measured: measure(fonts, paragraph), scale: paragraph.scale ?? 1 }));
  const even = texts.map(({ measured }) => ({ measured, scale: 1 }));
  const fits = (cuts: readonly Cut[], size: number) =>
    cuts.length <= maxLines && heightOf(cuts, size) <= box.height + ROUNDING;

  for (const each of texts.some(({ scale }) => scale !== 1) ? [texts, even] : [even]) {
    const size = sizeUnwrapped(each, box, sizes, maxLines);
    if (size !== undefined) return place(fonts, each.map(uncut), size, true);
  }
  for (let size = sizes.comfortable; size >= sizes.smallest - ROUNDING; size -= STEP) {
    const cuts = cutAt(fonts, even, box.width, size);
    if (fits(cuts, size) && cuts.every((cut) => isInside(fonts, cut, box.width / size))) {
      return place(fonts, cuts, size, true);
    }
  }
  return shorten(fonts, even, box, sizes.smallest, maxLines);
}

const uncut = (text: ScaledText): Cut => ({ ...text, start: 0, end: text.measured.paragraph.text.length });

/** The largest comfortable size at which no paragraph wraps; undefined if none fits. */
function sizeUnwrapped(
  texts: readonly ScaledText[],
  box: { readonly width: number; readonly height: number },
  { largest, comfortable }: Sizes,
  maxLines: number,
): number | undefined {
  if (texts.length > maxLines) return undefined;
  const widest = Math.max(
    ...texts.map(({ measured: { singleLine }, scale }) => (singleLine.right - singleLine.left) * scale),
    0,
  );
  // without wrapping, height is proportional to size
  const high = heightOf(texts.map(uncut), 1);
  for (let size = largest; size >= comfortable - ROUNDING; size -= STEP)
    if (widest * size <= box.width && high * size <= box.height + ROUNDING) return size;
  return undefined;
}

function shorten(
  fonts: Fonts,
  texts: readonly ScaledText[],
  box: { readonly width: number; readonly height: number },
  size: number,
  maxLines: number,
): Fitted {
  const cuts = cutAt(fonts, texts, box.width, size)
    .filter((cut) => isInside(fonts, cut, box.width / size))
    .slice(0, maxLines);
  while (cuts.length > 0 && heightOf(cuts, size) > box.height + ROUNDING) cuts.pop();
  const last = cuts.pop();
  if (last === undefined) return place(fonts, [], size, false);
  const { paragraph } = last.measured;
  const text = paragraph.text.slice(last.start, last.end);
  for (const end of [...graphemesOf(text), text.length].toReversed()) {
    const shorter = createParagraph(fonts, `${text.slice(0, end).trimEnd()}…`, paragraph.style);
    const cut = uncut({ measured: measure(fonts, shorter), scale: 1 });
    if (isInside(fonts, cut, box.width / size)) return place(fonts, [...cuts, cut], size, false);
  }
  return place(fonts, cuts, size, false);
}

function place(fonts: Fonts, cuts: readonly Cut[], size: number, whole: boolean): Fitted {
  let top = 0;
  const lines = cuts.map(({ measured, scale, start, end }, index): FittedLine => {
    if (index > 0) top += LEADING * size;
    const { ascent, descent } = pitch(measured.singleLine);
    const own = size * scale;
    const baseline = top + ascent * own;
    const bottom = baseline + descent * own;
    const line = {
      line: shapeLine(fonts, measured.paragraph, start, end),
      paragraph: measured.paragraph,
      size: own,
      top,
      baseline,
      bottom,
    };
    top = bottom;
    return line;
  });
  return { size, lines, height: top, isComplete: whole };
}
