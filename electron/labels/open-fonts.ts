import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { Blob, Face, Font } from 'harfbuzzjs';
import { embolden, type GlyphPath } from './embolden.ts';
import { fileOf } from './script-fonts.ts';

/** A glyph's shape, shared by all emitters. */
export interface Outline extends GlyphPath {
  readonly font: string;
  readonly id: number;
  readonly unitsPerEm: number;
  readonly advance: number;
}

interface OpenFont {
  readonly font: Font;
  readonly unitsPerEm: number;
  readonly isEmboldened: boolean;
  outlines: Map<number, Outline>;
  /** previous generation of the cache */
  earlier: Map<number, Outline>;
  readonly covered: Map<number, boolean>;
}

/**
 * Outlines cached per font, in two generations: more than a batch in Chinese uses. Caching all glyphs of a font would
 * hold 60 MB forever.
 */
const CACHE_SIZE = 4000;

/** The fonts of one folder. A file is read on first use of one of its characters: the CJK font alone is 16 MB. */
export class Fonts {
  readonly #folder: string;
  readonly #open = new Map<string, OpenFont>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  font(name: string): Font {
    return this.#get(name).font;
  }

  unitsPerEm(name: string): number {
    return this.#get(name).unitsPerEm;
  }

  covers(name: string, codePoint: number): boolean {
    const open = this.#get(name);
    let covered = open.covered.get(codePoint);
    if (covered === undefined) {
      covered = (open.font.nominalGlyph(codePoint) ?? 0) !== 0;
      open.covered.set(codePoint, covered);
    }
    return covered;
  }

  outline(name: string, id: number): Outline {
    const open = this.#get(name);
    let outline = open.outlines.get(id);
    if (outline !== undefined) return outline;
    outline = open.earlier.get(id) ?? drawGlyph(name, id, open);
    if (open.outlines.size >= CACHE_SIZE) Object.assign(open, { outlines: new Map(), earlier: open.outlines });
    open.outlines.set(id, outline);
    return outline;
  }

  #get(name: string): OpenFont {
    let open = this.#open.get(name);
    if (open === undefined) {
      open = this.#openFont(name);
      this.#open.set(name, open);
    }
    return open;
  }

  #openFont(name: string): OpenFont {
    const { file, heavier } = fileOf(name);
    if (heavier) return { ...this.#get(file), isEmboldened: heavier, outlines: new Map(), earlier: new Map() };
    const face = new Face(readBlob(join(this.#folder, file)));
    const own = { outlines: new Map(), earlier: new Map(), covered: new Map() };
    return { font: new Font(face), unitsPerEm: face.upem, isEmboldened: heavier, ...own };
  }
}

function drawGlyph(name: string, id: number, { font, unitsPerEm, isEmboldened: heavier }: OpenFont): Outline {
  const box = font.glyphExtents(id);
  const ink =
    box === undefined || box.width === 0 || box.height === 0
      ? undefined
      : {
          xMin: Math.min(box.xBearing, box.xBearing + box.width),
          xMax: Math.max(box.xBearing, box.xBearing + box.width),
          yMin: Math.min(box.yBearing, box.yBearing + box.height),
          yMax: Math.max(box.yBearing, box.yBearing + box.height),
        };
  const regular = { path: font.glyphToPath(id), ink };
  const drawn = heavier ? embolden(regular, unitsPerEm) : regular;
  return { font: name, id, unitsPerEm, advance: font.glyphHAdvance(id), ...drawn };
}

/**
 * The shaper copies the font into its own memory; the buffer is released immediately instead of waiting for the garbage
 * collector.
 */
function readBlob(path: string): Blob {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(file).size);
    for (let done = 0; done < bytes.length;) {
      const read = readSync(file, bytes, done, bytes.length - done, null);
      if (read === 0) throw new Error(`${path} ends early`);
      done += read;
    }
    const blob = new Blob(bytes);
    bytes.buffer.transfer(0);
    return blob;
  } finally {
    closeSync(file);
  }
}

let sharedFonts: Fonts | undefined;

/**
 * The fonts shipped with the desk, one set per thread: each further set took another 20 MB of the shaper's memory,
 * which is never freed. Reads no file yet.
 */
export function openFonts(): Fonts {
  return (sharedFonts ??= new Fonts(fileURLToPath(new URL('./fonts/', import.meta.url))));
}
