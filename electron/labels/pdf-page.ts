import type { Drawing, Glyphs, Picture, Rectangles } from './draw.ts';
import type { GlyphFonts } from './pdf-glyph-fonts.ts';
import { short } from './pdf-outline.ts';

export const POINTS_PER_MM = 72 / 25.4;

const n = (mm: number) => short(mm, 4);

/**
 * The content stream of one page, in millimetres, y up as in PDF. `nameOf` registers a picture and returns its name.
 */
export function pageContent(drawing: Drawing, fonts: GlyphFonts, nameOf: (picture: Picture) => string): string {
  const scale = short(POINTS_PER_MM, 6);
  const parts = [`${scale} 0 0 ${scale} 0 0 cm`];
  let paint = 'ink';
  for (const shape of drawing.shapes) {
    if (shape.paint !== paint) parts.push(shape.paint === 'ink' ? '0 g' : '1 g');
    paint = shape.paint;
    if (shape.kind === 'rectangles') parts.push(rectangles(shape, drawing.height));
    else if (shape.kind === 'glyphs') parts.push(text(shape, drawing.height, fonts));
    else {
      const { x, y, width, height } = shape;
      parts.push(`q ${n(width)} 0 0 ${n(height)} ${n(x)} ${n(drawing.height - y - height)} cm ${nameOf(shape)} Do Q`);
    }
  }
  return parts.join('\n');
}

/**
 * Ink ends this far (mm) before an edge: a printer that paints every touched dot would otherwise paint one more where
 * the edge lies on a dot border.
 */
const edgeInset = 0.001;

function rectangles(shape: Rectangles, pageHeight: number): string {
  const less = shape.paint === 'ink' ? edgeInset : 0;
  const each = shape.boxes.map(
    ({ x, y, width, height }) =>
      `${n(x + less)} ${n(pageHeight - y - height + less)} ${n(width - 2 * less)} ${n(height - 2 * less)} re`,
  );
  return each.length === 0 ? '' : `${each.join('\n')}\nf`;
}

const hexCodes = Array.from({ length: 256 }, (_, code) => code.toString(16).padStart(2, '0'));

function text(shape: Glyphs, pageHeight: number, fonts: GlyphFonts): string {
  let out = 'BT';
  let font = -1;
  let pen = NaN;
  let baseline = NaN;
  // the current TJ operand: codes in angle brackets, with adjustments between them
  let shown = '';
  const show = () => {
    if (shown !== '') out += `\n[<${shown}>]TJ`;
    shown = '';
  };
  for (const { outline, x, y, text } of shape.glyphs) {
    const code = fonts.codeOf(outline, text);
    const adjustment = ((x - pen) / shape.size) * 1000;
    if (code.font !== font || y !== baseline || !(Math.abs(adjustment) < 2000)) {
      show();
      if (code.font !== font) out += `\n/F${code.font} ${n(shape.size)} Tf`;
      out += `\n1 0 0 1 ${n(x)} ${n(pageHeight - y)} Tm`;
      pen = x;
    } else if (Math.abs(adjustment) >= 0.5) {
      shown += `>${short(-adjustment, 0)}<`;
      pen += (Math.round(adjustment) / 1000) * shape.size;
    }
    shown += hexCodes[code.code];
    pen += (outline.advance / outline.unitsPerEm) * shape.size;
    font = code.font;
    baseline = y;
  }
  show();
  return `${out}\nET`;
}
