import { graphemesOf } from './break-text.ts';
import type { Fonts } from './open-fonts.ts';
import { readText, shapeLine } from './shape-text.ts';
import type { Paragraph, ShapedLine } from './shape-text.ts';
import { measure, wrap } from './wrap-text.ts';
import type { Measured } from './wrap-text.ts';

/** Em sizes in millimetres. Between `largest` and `comfortable` a text shrinks rather than wraps; between that and `smallest` it does both. */
export interface Sizes {
  readonly largest: number;
  readonly comfortable: number;
  readonly smallest: number;
}

/** A line with where its baseline stands below the top of the block, in millimetres. */
export interface FittedLine {
  readonly line: ShapedLine;
  readonly paragraph: Paragraph;
  readonly top: number;
  readonly baseline: number;
  readonly bottom: number;
}

export interface Fitted {
  readonly size: number;
  readonly lines: readonly FittedLine[];
  readonly height: number;
  /** False where the end of the text had to be left out; the last line then ends in an ellipsis. */
  readonly whole: boolean;
}

// In em. Latin needs no more; taller scripts get what their ink takes.
const ASCENT = 0.8;
const DESCENT = 0.24;
const LEADING = 0.1;

const STEP = 0.125;
const ROUNDING = 1e-9;

interface Cut {
  readonly measured: Measured;
  readonly start: number;
  readonly end: number;
}

function pitch(line: ShapedLine): { ascent: number; descent: number } {
  return { ascent: Math.max(ASCENT, line.top), descent: Math.max(DESCENT, -line.bottom) };
}

function heightOf(cuts: readonly Cut[], size: number): number {
  const heights = cuts.map(({ measured }) => {
    const { ascent, descent } = pitch(measured.whole);
    return ascent + descent;
  });
  return size * (heights.reduce((sum, height) => sum + height, 0) + LEADING * Math.max(0, cuts.length - 1));
}

// One ligature may be wider than a whole line: then no wrapping helps.
function isInside(fonts: Fonts, { measured, start, end }: Cut, width: number): boolean {
  const line = shapeLine(fonts, measured.paragraph, start, end);
  return line.right - line.left <= width + ROUNDING;
}

function cutAt(fonts: Fonts, measured: readonly Measured[], width: number, size: number): Cut[] {
  return measured.flatMap((each) =>
    wrap(fonts, each, width / size).map(([start, end]) => ({ measured: each, start, end })),
  );
}

/** The largest size at which all paragraphs stand in the box, each on lines of its own. `maxLines` bounds the lines as well. */
export function fitText(
  fonts: Fonts,
  paragraphs: readonly Paragraph[],
  box: { readonly width: number; readonly height: number },
  sizes: Sizes,
  maxLines = Infinity,
): Fitted {
  const measured = paragraphs.map((paragraph) => measure(fonts, paragraph));
  const widest = Math.max(...measured.map(({ whole }) => whole.right - whole.left), 0);
  const unwrapped = measured.map((each) => ({ measured: each, start: 0, end: each.paragraph.text.length }));
  const stands = (cuts: readonly Cut[], size: number) =>
    cuts.length <= maxLines && heightOf(cuts, size) <= box.height + ROUNDING;

  // lines that stay as they are become higher with the size alone
  const high = heightOf(unwrapped, 1);
  for (let size = sizes.largest; size >= sizes.comfortable - ROUNDING && unwrapped.length <= maxLines; size -= STEP) {
    if (widest * size <= box.width && high * size <= box.height + ROUNDING) return place(fonts, unwrapped, size, true);
  }
  for (let size = sizes.comfortable; size >= sizes.smallest - ROUNDING; size -= STEP) {
    const cuts = cutAt(fonts, measured, box.width, size);
    if (stands(cuts, size) && cuts.every((cut) => isInside(fonts, cut, box.width / size))) {
      return place(fonts, cuts, size, true);
    }
  }
  return shorten(fonts, measured, box, sizes.smallest, maxLines);
}

function shorten(
  fonts: Fonts,
  measured: readonly Measured[],
  box: { readonly width: number; readonly height: number },
  size: number,
  maxLines: number,
): Fitted {
  const cuts = cutAt(fonts, measured, box.width, size)
    .filter((cut) => isInside(fonts, cut, box.width / size))
    .slice(0, maxLines);
  while (cuts.length > 0 && heightOf(cuts, size) > box.height + ROUNDING) cuts.pop();
  const last = cuts.pop();
  if (last === undefined) return place(fonts, [], size, false);
  const { paragraph } = last.measured;
  const text = paragraph.text.slice(last.start, last.end);
  for (const end of [...graphemesOf(text), text.length].toReversed()) {
    const shorter = readText(fonts, `${text.slice(0, end).trimEnd()}…`, paragraph.style);
    const cut = { measured: measure(fonts, shorter), start: 0, end: shorter.text.length };
    if (isInside(fonts, cut, box.width / size)) return place(fonts, [...cuts, cut], size, false);
  }
  return place(fonts, cuts, size, false);
}

function place(fonts: Fonts, cuts: readonly Cut[], size: number, whole: boolean): Fitted {
  let top = 0;
  const lines = cuts.map(({ measured, start, end }, index): FittedLine => {
    if (index > 0) top += LEADING * size;
    const { ascent, descent } = pitch(measured.whole);
    const baseline = top + ascent * size;
    const bottom = baseline + descent * size;
    const line = {
      line: shapeLine(fonts, measured.paragraph, start, end),
      paragraph: measured.paragraph,
      top,
      baseline,
      bottom,
    };
    top = bottom;
    return line;
  });
  return { size, lines, height: top, whole };
}
