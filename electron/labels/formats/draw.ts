import type {
  Box,
  Code128Box,
  LayoutBox,
  Layout,
  QrBox,
  TextBox,
  Bitmap,
} from '../../../shared/labels/label-layout.ts';
import type { Fonts, Outline } from '../text/fonts.ts';

export type Paint = 'ink' | 'paper';

/** Rectangles filled with one paint, in millimetres from the top left corner. */
export interface Rectangles {
  readonly kind: 'rectangles';
  readonly paint: Paint;
  readonly boxes: readonly Box[];
}

/** Glyph outlines at one size (millimetres per em), each with its origin in millimetres and the text it represents. */
export interface Glyphs {
  readonly kind: 'glyphs';
  readonly paint: Paint;
  readonly size: number;
  readonly glyphs: readonly {
    readonly outline: Outline;
    readonly x: number;
    readonly y: number;
    readonly text: string;
  }[];
}

/** Dots in a box, drawn as ink; white dots are transparent. */
export interface Picture extends Box {
  readonly kind: 'picture';
  readonly paint: 'ink';
  readonly bitmap: Bitmap;
}

export type Shape = Rectangles | Glyphs | Picture;

/** Shapes to fill, in order: the only input of every emitter (SVG, PDF, bitmap). */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** Draws a layout. The fonts must be those used for laying it out. */
export function draw(layout: Layout, fonts: Fonts): Drawing {
  const shapes = layout.boxes.flatMap((box) => drawBox(box, fonts));
  return { width: layout.width, height: layout.height, shapes };
}

function drawBox(box: LayoutBox, fonts: Fonts): Shape[] {
  switch (box.kind) {
    case 'text':
      return drawText(box, fonts);
    case 'rule':
      return [inkBoxes([box])];
    case 'code128':
      return [inkBoxes(barsOf(box))];
    case 'qr':
      return [inkBoxes(squaresOf(box))];
    case 'picture':
      return [{ ...box, paint: 'ink' }];
  }
}

function inkBoxes(boxes: readonly Box[]): Rectangles {
  return { kind: 'rectangles', paint: 'ink', boxes };
}

function drawText(box: TextBox, fonts: Fonts): (Rectangles | Glyphs)[] {
  const paint = box.inverse ? 'paper' : 'ink';
  const glyphs = box.lines
    .flatMap((line) => line.runs)
    .map((run): Glyphs => ({
      kind: 'glyphs',
      paint,
      size: run.size,
      glyphs: run.glyphs.map(({ id, x, y, text }) => ({ outline: fonts.outline(run.font, id), x, y, text })),
    }));
  return box.inverse ? [inkBoxes([box]), ...glyphs] : glyphs;
}

function darkRuns(modules: string): { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = [];
  for (let start = modules.indexOf('1'); start >= 0;) {
    const lightStart = modules.indexOf('0', start);
    const end = lightStart < 0 ? modules.length : lightStart;
    runs.push({ start, length: end - start });
    start = modules.indexOf('1', end);
  }
  return runs;
}

function barsOf(code: Code128Box): Box[] {
  const quietModules = (code.width / code.module - code.bars.length) / 2;
  return darkRuns(code.bars).map(({ start, length }) => ({
    x: code.x + (quietModules + start) * code.module,
    y: code.y,
    width: length * code.module,
    height: code.height,
  }));
}

function squaresOf(code: QrBox): Box[] {
  const quietModules = (code.width / code.module - code.rows.length) / 2;
  return code.rows.flatMap((row, index) =>
    darkRuns(row).map(({ start, length }) => ({
      x: code.x + (quietModules + start) * code.module,
      y: code.y + (quietModules + index) * code.module,
      width: length * code.module,
      height: code.module,
    })),
  );
}
