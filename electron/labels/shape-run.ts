import { Buffer as ShapingBuffer, BufferFlag, Direction, shape } from 'harfbuzzjs';
import type { Fonts } from './open-fonts.ts';

/** A glyph of a shaped run, in em, x to the right, y up. `text` is empty for all glyphs of a cluster but one. */
export interface ShapedGlyph {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/**
 * A shaped run, its glyphs in visual order. `ink` bounds the black area, relative to the run's origin; `missing` lists
 * characters the font cannot draw.
 */
export interface ShapedRun {
  readonly font: string;
  readonly glyphs: readonly ShapedGlyph[];
  readonly advance: number;
  readonly ink: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly missing: readonly string[];
}

export interface RunStyle {
  readonly font: string;
  readonly script: string;
  readonly rightToLeft: boolean;
  readonly language: string;
  /** Extra space after each glyph, in em. */
  readonly spacing: number;
}

/** Runs of about 30 labels: repeated runs stay cached, those of a single label are evicted soon. */
const CACHE_SIZE = 1000;
const caches = new WeakMap<Fonts, { recent: Map<string, ShapedRun>; before: Map<string, ShapedRun> }>();
let buffer: ShapingBuffer | undefined;

/** Shapes a run, or returns it from the cache: senders, services and goods repeat from label to label. */
export function shapeRun(fonts: Fonts, text: string, style: RunStyle): ShapedRun {
  let cache = caches.get(fonts);
  if (cache === undefined) caches.set(fonts, (cache = { recent: new Map(), before: new Map() }));
  const key = `${style.font}\n${style.script}\n${style.rightToLeft ? 1 : 0}\n${style.language}\n${style.spacing}\n${text}`;
  let run = cache.recent.get(key);
  if (run !== undefined) return run;
  run = cache.before.get(key) ?? shapeUncached(fonts, text, style);
  // runs unused for two generations are evicted
  if (cache.recent.size >= CACHE_SIZE) Object.assign(cache, { recent: new Map(), before: cache.recent });
  cache.recent.set(key, run);
  return run;
}

function shapeUncached(fonts: Fonts, text: string, style: RunStyle): ShapedRun {
  const em = fonts.unitsPerEm(style.font);
  buffer ??= new ShapingBuffer();
  buffer.reset();
  buffer.addText(text);
  buffer.setDirection(style.rightToLeft ? Direction.RTL : Direction.LTR);
  buffer.setScript(style.script);
  buffer.setLanguage(style.language);
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  shape(fonts.font(style.font), buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();

  const textOf = clusterTexts(
    text,
    infos.map((info) => info.cluster),
  );
  const glyphs: ShapedGlyph[] = [];
  const missing: string[] = [];
  const ink = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity };
  let pen = 0;
  infos.forEach((info, index) => {
    const position = positions[index];
    if (position === undefined) return;
    const x = pen + position.xOffset / em;
    const y = position.yOffset / em;
    const clusterText = textOf.get(info.cluster) ?? '';
    textOf.set(info.cluster, '');
    if (info.codepoint === 0 && clusterText !== '') missing.push(clusterText);
    glyphs.push({ id: info.codepoint, x, y, text: clusterText });
    const shape = fonts.outline(style.font, info.codepoint).ink;
    if (shape !== undefined) {
      ink.left = Math.min(ink.left, x + shape.xMin / em);
      ink.right = Math.max(ink.right, x + shape.xMax / em);
      ink.top = Math.max(ink.top, y + shape.yMax / em);
      ink.bottom = Math.min(ink.bottom, y + shape.yMin / em);
    }
    pen += position.xAdvance / em + (position.xAdvance === 0 ? 0 : style.spacing);
  });
  if (ink.left > ink.right) Object.assign(ink, { left: 0, right: 0, top: 0, bottom: 0 });
  return { font: style.font, glyphs, advance: pen, ink, missing };
}

function clusterTexts(text: string, clusters: readonly number[]): Map<number, string> {
  const starts = [...new Set(clusters)].sort((a, b) => a - b);
  return new Map(starts.map((start, index) => [start, text.slice(start, starts[index + 1] ?? text.length)]));
}
