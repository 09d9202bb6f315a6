import type { Box, GlyphRun, LabelProblem, LayoutBox, TextLine } from '../../../shared/labels/label-layout.ts';
import { roundToDot, type DotGrid, type LabelForm } from '../layout/label-form.ts';
import { fitText, type FittedLine, type Sizes } from './fit-text.ts';
import type { Fonts } from './fonts.ts';
import { type TextDirection, createParagraph, describeCharacters, directionOf } from './shape-text.ts';

/** A label being laid out. */
export interface Sheet {
  readonly form: LabelForm;
  readonly fonts: Fonts;
  readonly boxes: LayoutBox[];
  readonly problems: LabelProblem[];
}

/** A paragraph and the source fields it consists of. */
export interface LabelText {
  readonly text: string;
  readonly fields: readonly { readonly field: string; readonly text: string }[];
  readonly bold?: boolean;
  readonly language?: string;
  readonly spacing?: number;
  /** Scale relative to the block, where that needs no wrapping. */
  readonly scale?: number;
  /** Forces left to right for any script, as for a phone number or a code. */
  readonly leftToRight?: boolean;
}

export interface TextBlock {
  readonly role: string;
  readonly box: Box;
  readonly texts: readonly LabelText[];
  readonly sizes: Sizes;
  readonly align?: 'start' | 'center' | 'end';
  readonly verticalAlign?: 'top' | 'middle';
  readonly inverse?: boolean;
  readonly maxLines?: number;
  /** Whether the text may be truncated with an ellipsis without reporting a problem. */
  readonly mayTruncate?: boolean;
  /** Whether a text that does not fit or lacks a glyph blocks printing. */
  readonly blocksPrinting: boolean;
}

// How far the middle of a line is below the middle of its capitals, in em.
const capitalsOffset = 0.077;

/**
 * Lays out a block of text in its box, and reports text that does not fit or cannot be drawn. Returns the height used,
 * in millimetres.
 */
export function writeText(sheet: Sheet, block: TextBlock): number {
  const texts = block.texts.filter(({ text }) => text !== '');
  if (texts.length === 0) return 0;
  const blockDirection = directionOfBlock(texts);
  const paragraphs = texts.map((each) => ({
    ...createParagraph(sheet.fonts, each.text, {
      bold: each.bold ?? false,
      language: each.language ?? 'und',
      spacing: each.spacing ?? 0,
      direction: each.leftToRight ? 'ltr' : (directionOf(each.text) ?? blockDirection),
    }),
    scale: each.scale ?? 1,
  }));
  const fitted = fitText(sheet.fonts, paragraphs, block.box, block.sizes, block.maxLines);
  const freeHeight = Math.max(0, block.box.height - fitted.height);
  const topOffset =
    block.verticalAlign === 'middle' ? Math.min(freeHeight, freeHeight / 2 + capitalsOffset * fitted.size) : 0;
  const align = block.align ?? (blockDirection === 'rtl' ? 'end' : 'start');
  sheet.boxes.push({
    kind: 'text',
    role: block.role,
    ...copyBox(block.box),
    inverse: block.inverse ?? false,
    lines: fitted.lines.map((line) => placeLine(line, sheet.form.dotGrid, block.box, block.box.y + topOffset, align)),
  });
  if (!fitted.isComplete && !(block.mayTruncate && fitted.lines.length > 0))
    reportTruncated(sheet, block, texts, fitted.lines.length);
  reportMissing(sheet, block, texts, new Set(fitted.lines.flatMap(({ line }) => line.missing)));
  return fitted.height;
}

function copyBox({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

function directionOfBlock(texts: readonly LabelText[]): TextDirection {
  const directions = texts.map(({ text }) => directionOf(text)).filter((direction) => direction !== undefined);
  return directions.filter((direction) => direction === 'rtl').length * 2 > directions.length ? 'rtl' : 'ltr';
}

function placeLine(
  fitted: FittedLine,
  dotGrid: DotGrid,
  box: Box,
  blockTop: number,
  align: 'start' | 'center' | 'end',
): TextLine {
  const { line, size } = fitted;
  const width = (line.right - line.left) * size;
  const alignFraction = { start: 0, center: 0.5, end: 1 }[align];
  const x = box.x + (box.width - width) * alignFraction;
  const origin = x - line.left * size;
  // on a whole dot, since a baseline between two rows of dots prints blurred; half a dot stays within the leading
  const baseline = roundToDot(dotGrid, blockTop + fitted.baseline);
  const runs = line.runs.map((placed): GlyphRun => ({
    font: placed.run.font,
    size,
    glyphs: placed.run.glyphs.map((glyph) => ({
      id: glyph.id,
      x: origin + (placed.x + glyph.x) * size,
      y: baseline - glyph.y * size,
      text: glyph.text,
    })),
  }));
  return { text: line.text, x, y: blockTop + fitted.top, width, height: fitted.bottom - fitted.top, runs };
}

function reportTruncated(sheet: Sheet, block: TextBlock, texts: readonly LabelText[], linesLeft: number): void {
  const fields = texts.flatMap((each) => each.fields);
  const longest = fields.reduce(
    (long, each) => (each.text.length > long.text.length ? each : long),
    fields[0] ?? { field: block.role, text: '' },
  );
  const message = `${fields.map(({ field }) => field).join(', ')}: too long for the label, cut after ${linesLeft} line${linesLeft === 1 ? '' : 's'}`;
  sheet.problems.push({
    kind: 'does-not-fit',
    field: longest.field,
    message,
    params: { count: linesLeft },
    stops: block.blocksPrinting,
  });
}

function reportMissing(
  sheet: Sheet,
  block: TextBlock,
  texts: readonly LabelText[],
  missing: ReadonlySet<string>,
): void {
  if (missing.size === 0) return;
  const fields = new Map(texts.flatMap((each) => each.fields).map(({ field, text }) => [field, text]));
  const ofBlock = [...missing].filter((char) => ![...fields.values()].some((text) => text.includes(char))).join('');
  for (const [field, text] of [...fields, [block.role, ofBlock] as const]) {
    const chars = [...missing].filter((char) => text.includes(char));
    if (chars.length === 0) continue;
    const characters = describeCharacters(chars);
    const message = `${field}: no font of the label has ${characters}`;
    sheet.problems.push({ kind: 'missing-glyph', field, message, params: { characters }, stops: block.blocksPrinting });
  }
}
