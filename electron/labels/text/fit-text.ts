import { type Fonts, boldFont, textFont } from './fonts.ts';
import { shapeRun, shapeLine, type Paragraph, type ShapedLine, createParagraph } from './shape-text.ts';
import LineBreaker from 'linebreak';

// scripts without spaces between words, whose word boundaries need a dictionary
const spacelessScripts = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordSegmenter = new Intl.Segmenter('th', { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Line break positions, ascending, in UTF-16 units; the last is the end of the text. Unicode annex 14, plus word
 * boundaries in scripts without spaces.
 */
export function lineBreaksOf(text: string): number[] {
  const breaker = new LineBreaker(text);
  const positions: number[] = [];
  let start = 0;
  for (let lineBreak = breaker.nextBreak(); lineBreak !== null; lineBreak = breaker.nextBreak()) {
    const part = text.slice(start, lineBreak.position);
    if (spacelessScripts.test(part)) positions.push(...wordStartsIn(part).map((position) => start + position));
    positions.push(lineBreak.position);
    start = lineBreak.position;
  }
  return positions;
}

function wordStartsIn(part: string): number[] {
  const positions: number[] = [];
  let previousSegment = '';
  for (const { segment, index } of wordSegmenter.segment(part)) {
    // no line starts with a mark, a closing sign or a space, or ends with an opening sign
    if (index > 0 && /^[\p{L}\p{N}\p{Ps}\p{Pi}]/u.test(segment) && !/[\p{Ps}\p{Pi}]$/u.test(previousSegment))
      positions.push(index);
    previousSegment = segment;
  }
  return positions;
}

/** The starts of all graphemes but the first, where a word that is too long for any line is cut. */
export function graphemeStartsOf(text: string): number[] {
  return Array.from(graphemeSegmenter.segment(text), ({ index }) => index).slice(1);
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly advance: number;
  readonly trailingSpace: number;
}

/** A paragraph measured in pieces, so that wrapping it to several widths is cheap. */
export interface MeasuredParagraph {
  readonly paragraph: Paragraph;
  readonly singleLine: ShapedLine;
  pieces: Piece[] | undefined;
}

export function measureParagraph(fonts: Fonts, paragraph: Paragraph): MeasuredParagraph {
  return { paragraph, singleLine: shapeLine(fonts, paragraph, 0, paragraph.text.length), pieces: undefined };
}

function pieceOf(fonts: Fonts, paragraph: Paragraph, start: number, end: number): Piece {
  const text = paragraph.text.slice(start, end);
  const line = shapeLine(fonts, paragraph, start, end);
  const spaceCount = text.length - text.trimEnd().length;
  return {
    start,
    end,
    advance: line.right - line.left,
    trailingSpace: spaceCount === 0 ? 0 : spaceCount * spaceWidthOf(fonts, paragraph),
  };
}

function spaceWidthOf(fonts: Fonts, paragraph: Paragraph): number {
  const { bold, spacing } = paragraph.style;
  const style = { font: bold ? boldFont : textFont, script: 'Latn', rightToLeft: false, language: 'und', spacing };
  return shapeRun(fonts, ' ', style).advance;
}

function piecesOf(fonts: Fonts, measured: MeasuredParagraph): Piece[] {
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

function splitTooWide(fonts: Fonts, paragraph: Paragraph, piece: Piece, width: number): Piece[] {
  if (piece.advance <= width) return [piece];
  const innerStarts = graphemeStartsOf(paragraph.text.slice(piece.start, piece.end)).map(
    (position) => piece.start + position,
  );
  const ends = [...innerStarts, piece.end];
  let start = piece.start;
  return ends.map((end) => {
    const subPiece = pieceOf(fonts, paragraph, start, end);
    start = end;
    return subPiece;
  });
}

/**
 * Wraps a paragraph at a width in em; returns start and end of each line. A word is cut only if it is wider than a
 * line.
 */
export function wrapLines(fonts: Fonts, measured: MeasuredParagraph, width: number): [number, number][] {
  const { paragraph, singleLine } = measured;
  if (singleLine.right - singleLine.left <= width) return [[0, paragraph.text.length]];
  const pieces = piecesOf(fonts, measured).flatMap((piece) => splitTooWide(fonts, paragraph, piece, width));
  const lines: [number, number][] = [];
  let first = 0;
  while (first < pieces.length) {
    const last = lastPieceOfLine(fonts, paragraph, pieces, first, width);
    lines.push([(pieces[first] as Piece).start, (pieces[last] as Piece).end]);
    first = last + 1;
  }
  return lines;
}

function lastPieceOfLine(
  fonts: Fonts,
  paragraph: Paragraph,
  pieces: readonly Piece[],
  first: number,
  width: number,
): number {
  let last = first;
  let lineWidth = 0;
  for (let index = first; index < pieces.length; index++) {
    const piece = pieces[index] as Piece;
    if (index > first && lineWidth + piece.advance > width) break;
    lineWidth += piece.advance + piece.trailingSpace;
    last = index;
  }
  // pieces can be wider together than apart, as letters join or kern across their boundary
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

export interface FittedBlock {
  readonly size: number;
  readonly lines: readonly FittedLine[];
  readonly height: number;
  /** False if the text was truncated; its last line then ends in an ellipsis. */
  readonly isComplete: boolean;
}

// Extent of a line, in em: enough for Latin; taller scripts use the extent of their ink.
const minAscent = 0.8;
const minDescent = 0.24;
const leading = 0.1;

const sizeStep = 0.125;
const roundingTolerance = 1e-9;

/** A paragraph and its scale relative to the block. */
interface ScaledText {
  readonly measured: MeasuredParagraph;
  readonly scale: number;
}

interface LineSlice extends ScaledText {
  readonly start: number;
  readonly end: number;
}

function lineExtent(line: ShapedLine): { ascent: number; descent: number } {
  return { ascent: Math.max(minAscent, line.top), descent: Math.max(minDescent, -line.bottom) };
}

function heightOf(slices: readonly LineSlice[], size: number): number {
  const heights = slices.map(({ measured, scale }) => {
    const { ascent, descent } = lineExtent(measured.singleLine);
    return (ascent + descent) * scale;
  });
  return size * (heights.reduce((sum, height) => sum + height, 0) + leading * Math.max(0, slices.length - 1));
}

// checked after wrapping too, which cannot break a single ligature wider than the line
function fitsWidth(fonts: Fonts, { measured, scale, start, end }: LineSlice, width: number): boolean {
  const line = shapeLine(fonts, measured.paragraph, start, end);
  return (line.right - line.left) * scale <= width + roundingTolerance;
}

function sliceLines(fonts: Fonts, texts: readonly ScaledText[], width: number, size: number): LineSlice[] {
  return texts.flatMap((each) =>
    wrapLines(fonts, each.measured, width / size / each.scale).map(([start, end]) => ({ ...each, start, end })),
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
): FittedBlock {
  const texts = paragraphs.map((paragraph) => ({
    measured: measureParagraph(fonts, paragraph),
    scale: paragraph.scale ?? 1,
  }));
  const unscaled = texts.map(({ measured }) => ({ measured, scale: 1 }));
  const fits = (slices: readonly LineSlice[], size: number) =>
    slices.length <= maxLines && heightOf(slices, size) <= box.height + roundingTolerance;

  for (const variant of texts.some(({ scale }) => scale !== 1) ? [texts, unscaled] : [unscaled]) {
    const size = unwrappedSize(variant, box, sizes, maxLines);
    if (size !== undefined) return positionLines(fonts, variant.map(wholeText), size, true);
  }
  for (let size = sizes.comfortable; size >= sizes.smallest - roundingTolerance; size -= sizeStep) {
    const slices = sliceLines(fonts, unscaled, box.width, size);
    if (fits(slices, size) && slices.every((cut) => fitsWidth(fonts, cut, box.width / size))) {
      return positionLines(fonts, slices, size, true);
    }
  }
  return truncateToFit(fonts, unscaled, box, sizes.smallest, maxLines);
}

const wholeText = (text: ScaledText): LineSlice => ({ ...text, start: 0, end: text.measured.paragraph.text.length });

/** The largest size, down to the comfortable one, at which no paragraph wraps; undefined: none. */
function unwrappedSize(
  texts: readonly ScaledText[],
  box: { readonly width: number; readonly height: number },
  { largest, comfortable }: Sizes,
  maxLines: number,
): number | undefined {
  if (texts.length > maxLines) return undefined;
  const maxWidth = Math.max(
    ...texts.map(({ measured: { singleLine }, scale }) => (singleLine.right - singleLine.left) * scale),
    0,
  );
  // without wrapping, height is proportional to size
  const unitHeight = heightOf(texts.map(wholeText), 1);
  for (let size = largest; size >= comfortable - roundingTolerance; size -= sizeStep)
    if (maxWidth * size <= box.width && unitHeight * size <= box.height + roundingTolerance) return size;
  return undefined;
}

function truncateToFit(
  fonts: Fonts,
  texts: readonly ScaledText[],
  box: { readonly width: number; readonly height: number },
  size: number,
  maxLines: number,
): FittedBlock {
  const slices = sliceLines(fonts, texts, box.width, size)
    .filter((cut) => fitsWidth(fonts, cut, box.width / size))
    .slice(0, maxLines);
  while (slices.length > 0 && heightOf(slices, size) > box.height + roundingTolerance) slices.pop();
  const last = slices.pop();
  if (last === undefined) return positionLines(fonts, [], size, false);
  const { paragraph } = last.measured;
  const text = paragraph.text.slice(last.start, last.end);
  for (const end of [...graphemeStartsOf(text), text.length].toReversed()) {
    const truncated = createParagraph(fonts, `${text.slice(0, end).trimEnd()}…`, paragraph.style);
    const slice = wholeText({ measured: measureParagraph(fonts, truncated), scale: 1 });
    if (fitsWidth(fonts, slice, box.width / size)) return positionLines(fonts, [...slices, slice], size, false);
  }
  return positionLines(fonts, slices, size, false);
}

function positionLines(fonts: Fonts, slices: readonly LineSlice[], size: number, isComplete: boolean): FittedBlock {
  let top = 0;
  const lines = slices.map(({ measured, scale, start, end }, index): FittedLine => {
    if (index > 0) top += leading * size;
    const { ascent, descent } = lineExtent(measured.singleLine);
    const lineSize = size * scale;
    const baseline = top + ascent * lineSize;
    const bottom = baseline + descent * lineSize;
    const line = {
      line: shapeLine(fonts, measured.paragraph, start, end),
      paragraph: measured.paragraph,
      size: lineSize,
      top,
      baseline,
      bottom,
    };
    top = bottom;
    return line;
  });
  return { size, lines, height: top, isComplete: isComplete };
}
