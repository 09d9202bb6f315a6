import { lineBreaksOf, graphemesOf } from './break-text.ts';
import type { Fonts } from './open-fonts.ts';
import { BOLD_FONT, TEXT_FONT } from './script-fonts.ts';
import { shapeRun } from './shape-run.ts';
import { shapeLine } from './shape-text.ts';
import type { Paragraph, ShapedLine } from './shape-text.ts';

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
  const { paragraph, singleLine: whole } = measured;
  if (whole.right - whole.left <= width) return [[0, paragraph.text.length]];
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
