import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { Blob, Face, Font } from 'harfbuzzjs';

/** A glyph's shape in font units, y up. `path` is SVG path data with absolute M, L, Q, C and Z only. */
export interface Outline {
  readonly font: string;
  readonly id: number;
  readonly unitsPerEm: number;
  readonly advance: number;
  readonly path: string;
  /** Undefined where the glyph has no ink. */
  readonly ink: { xMin: number; yMin: number; xMax: number; yMax: number } | undefined;
}

interface OpenFont {
  readonly font: Font;
  readonly unitsPerEm: number;
  readonly outlines: Map<number, Outline>;
  readonly covered: Map<number, boolean>;
}

/** The fonts of one folder. A file is read when the first character that needs it comes: the CJK font alone has 16 MB. */
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
    const { font, unitsPerEm, outlines } = this.#get(name);
    let outline = outlines.get(id);
    if (outline === undefined) {
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
      outline = { font: name, id, unitsPerEm, advance: font.glyphHAdvance(id), path: font.glyphToPath(id), ink };
      outlines.set(id, outline);
    }
    return outline;
  }

  #get(name: string): OpenFont {
    let open = this.#open.get(name);
    if (open === undefined) {
      const face = new Face(new Blob(readFileSync(join(this.#folder, name))));
      open = { font: new Font(face), unitsPerEm: face.upem, outlines: new Map(), covered: new Map() };
      this.#open.set(name, open);
    }
    return open;
  }
}

/** The fonts that come with the desk, or those of another folder; reads no file yet. */
export function openFonts(folder: string = fileURLToPath(new URL('./fonts/', import.meta.url))): Fonts {
  return new Fonts(folder);
}
