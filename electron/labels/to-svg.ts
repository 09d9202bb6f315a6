import type { Drawing, Glyphs, Picture, Rectangles, Shape } from './draw.ts';
import { toPng } from './to-png.ts';

/** Four decimals of a millimetre are far below a dot. */
function short(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}

function rectanglePath(shape: Rectangles): string {
  return shape.boxes
    .map(({ x, y, width, height }) => `M${short(x)},${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`)
    .join('');
}

function fill(paint: 'ink' | 'paper'): string {
  return paint === 'ink' ? '#000' : '#fff';
}

/** Renders its dots without interpolation. */
const picture = ({ x, y, width, height, bitmap }: Picture): string =>
  `<image x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" preserveAspectRatio="none" ` +
  `href="data:image/png;base64,${toPng(bitmap).toString('base64')}"/>`;

/**
 * A drawing as an SVG document in millimetres; text is outlines, so it looks the same everywhere. Each glyph is defined
 * once, with an id that starts with `prefix`: drawings in one page need different prefixes.
 */
export function toSvg(drawing: Drawing, prefix = 'g'): string {
  const { width, height } = drawing;
  const names = new Map<unknown, string>();
  const definitions: string[] = [];
  const glyphs = (shape: Glyphs) =>
    shape.glyphs
      .filter(({ outline }) => outline.path !== '')
      .map(({ outline, x, y }) => {
        let name = names.get(outline);
        if (name === undefined) {
          name = `${prefix}${names.size}`;
          names.set(outline, name);
          definitions.push(`<path id="${name}" d="${outline.path}"/>`);
        }
        const scale = Math.round((shape.size / outline.unitsPerEm) * 1e7) / 1e7;
        return `<use href="#${name}" transform="matrix(${scale} 0 0 ${-scale} ${short(x)} ${short(y)})"/>`;
      })
      .join('');
  const element = (shape: Shape): string => {
    switch (shape.kind) {
      case 'rectangles':
        return `<path shape-rendering="crispEdges" fill="${fill(shape.paint)}" d="${rectanglePath(shape)}"/>`;
      case 'glyphs':
        return `<g fill="${fill(shape.paint)}">${glyphs(shape)}</g>`;
      case 'picture':
        return picture(shape);
    }
  };
  const body = drawing.shapes.map(element).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">` +
    `<defs>${definitions.join('')}</defs><path fill="#fff" d="M0,0H${width}V${height}H0Z"/>${body}</svg>`
  );
}
