import type { Fonts } from './open-fonts.ts';
import { levelsOf, toVisualOrder } from './reading-direction.ts';
import type { TextDirection } from './reading-direction.ts';
import { shapeRun } from './shape-run.ts';
import type { ShapedRun } from './shape-run.ts';
import { splitIntoRuns } from './split-into-runs.ts';
import type { Run } from './split-into-runs.ts';

export interface TextStyle {
  readonly bold: boolean;
  readonly direction: TextDirection;
  /** BCP 47; selects glyph forms. */
  readonly language: string;
  /** Extra space after each glyph, in em. */
  readonly spacing: number;
}

/** A text with its fonts, scripts and levels resolved, ready to be shaped line by line. */
export interface Paragraph {
  readonly text: string;
  readonly style: TextStyle;
  readonly runs: readonly Run[];
  /** scale relative to the block, where space allows */
  readonly scale?: number;
}

/**
 * One line, in em: its runs with their x positions, its advance, and the bounds of its ink (y up from the baseline).
 */
export interface ShapedLine {
  readonly text: string;
  readonly runs: readonly { readonly x: number; readonly run: ShapedRun }[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly missing: readonly string[];
}

export function createParagraph(fonts: Fonts, text: string, style: TextStyle): Paragraph {
  return { text, style, runs: splitIntoRuns(fonts, text, levelsOf(text, style.direction), style.bold) };
}

/** Shapes the part of a paragraph from `start` to `end` as one line, in visual order, trimming spaces at both ends. */
export function shapeLine(fonts: Fonts, paragraph: Paragraph, start: number, end: number): ShapedLine {
  while (start < end && paragraph.text[start] === ' ') start++;
  while (end > start && paragraph.text[end - 1] === ' ') end--;
  const parts = partsBetween(paragraph.runs, start, end);
  const { language, spacing } = paragraph.style;
  const runs: { x: number; run: ShapedRun }[] = [];
  const missing: string[] = [];
  let pen = 0;
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const part of parts.length > 1 ? toVisualOrder(parts) : parts) {
    const style = { font: part.font, script: part.script, rightToLeft: part.level % 2 === 1, language, spacing };
    const run = shapeRun(fonts, paragraph.text.slice(part.start, part.end), style);
    runs.push({ x: pen, run });
    missing.push(...run.missing);
    left = Math.min(left, pen + run.ink.left);
    right = Math.max(right, pen + run.ink.right);
    top = Math.max(top, run.ink.top);
    bottom = Math.min(bottom, run.ink.bottom);
    pen += run.advance;
  }
  return { text: paragraph.text.slice(start, end), runs, left, right: Math.max(right, pen), top, bottom, missing };
}

function partsBetween(runs: readonly Run[], start: number, end: number): Run[] {
  const parts: Run[] = [];
  for (const run of runs) {
    if (run.start >= end || run.end <= start) continue;
    const isWhole = run.start >= start && run.end <= end;
    parts.push(isWhole ? run : { ...run, start: Math.max(run.start, start), end: Math.min(run.end, end) });
  }
  return parts;
}
